//! The layout of e-mails with notifications: the mark and the name of the sender, the sum, the text, and one button. Tables and inline
//! styles, because programs for e-mail know little else.

use shared_types::{
    settings::{Brand, BrandColor},
    translation::Language,
};
use std::fmt::Write as _;

/// Colours of a dark screen. Programs that know no media query show the light ones.
const DARK: &str = "@media (prefers-color-scheme: dark){.page{background:#101413!important}\
    .sheet{background:#171c1b!important;border-color:#2c3432!important}.text{color:#edf2f0!important}\
    .quiet{color:#a8b4af!important}.block{background:#1f2524!important}}";

/// The content of an e-mail.
pub(super) struct Letter<'a> {
    pub(super) language: Language,
    pub(super) sender: &'a Brand,
    /// The sum that the e-mail is about, as text.
    pub(super) sum: Option<&'a str>,
    pub(super) text: &'a str,
    pub(super) requisites: Option<&'a str>,
    /// The caption and the address of the button.
    pub(super) button: Option<(&'a str, &'a str)>,
    /// The reason for which the person gets the e-mail.
    pub(super) reason: &'a str,
    /// The caption and the address that end such e-mails.
    pub(super) unsubscribe: (&'a str, &'a str),
}

impl Letter<'_> {
    pub(super) fn plain(&self) -> String {
        let mut text = format!("{}\n\n{}", self.sender.name, self.text);
        for part in self.requisites.map(ToOwned::to_owned).into_iter().chain(self.link()) {
            let _ = write!(text, "\n\n{part}");
        }
        let (caption, address) = self.unsubscribe;
        let _ = write!(text, "\n\n-- \n{} {caption}: {address}\n", self.reason);
        text
    }

    fn link(&self) -> Option<String> {
        self.button.map(|(caption, address)| format!("{caption}: {address}"))
    }

    pub(super) fn html(&self) -> String {
        let accent = accent(self.sender.color);
        let name = escape(&self.sender.name);
        let mark: String = name.chars().next().into_iter().flat_map(char::to_uppercase).collect();
        let (caption, address) = self.unsubscribe;
        format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light dark\"><style>{DARK}</style></head>\
             <body class=\"page\" style=\"margin:0;background:#f5f7f6\">\
             <table role=\"presentation\" width=\"100%\" class=\"page\" style=\"background:#f5f7f6\"><tr><td align=\"center\" \
             style=\"padding:24px 12px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif\">\
             <table role=\"presentation\" width=\"100%\" class=\"sheet\" style=\"max-width:560px;background:#ffffff;\
             border:1px solid #e0e5e3;border-radius:12px;text-align:start\"><tr><td style=\"padding:24px 24px 0\">\
             <table role=\"presentation\"><tr><td align=\"center\" style=\"width:40px;height:40px;background:{accent};color:#ffffff;\
             border-radius:10px;font-size:20px;font-weight:600\">{mark}</td><td class=\"text\" dir=\"auto\" style=\"padding:0 12px;\
             color:#171d1b;font-size:17px;font-weight:600\">{name}</td></tr></table></td></tr>\
             <tr><td class=\"text\" style=\"padding:16px 24px 24px;color:#171d1b\">{content}</td></tr></table>\
             <p class=\"quiet\" style=\"max-width:560px;margin:16px 0 0;color:#57625e;font-size:13px\">{reason} \
             <a class=\"quiet\" style=\"color:#57625e\" href=\"{address}\">{caption}</a></p></td></tr></table></body></html>",
            language = self.language.as_str(),
            content = self.content(accent),
            reason = escape(self.reason),
            address = escape(address),
        )
    }

    fn content(&self, accent: &str) -> String {
        let mut html = String::new();
        if let Some(sum) = self.sum {
            let _ = write!(
                html,
                "<p style=\"margin:0 0 8px;font-size:28px;line-height:1.3;font-weight:600\">{}</p>",
                escape(sum)
            );
        }
        for line in self.text.split('\n').filter(|line| !line.trim().is_empty()) {
            let _ = write!(html, "<p dir=\"auto\" style=\"margin:0 0 12px\">{}</p>", escape(line));
        }
        if let Some(requisites) = self.requisites {
            let lines: Vec<String> = requisites.lines().map(escape).collect();
            let _ = write!(
                html,
                "<p dir=\"auto\" class=\"block\" style=\"margin:0 0 12px;padding:12px 16px;background:#eef1f0;border-radius:8px\">{}</p>",
                lines.join("<br>")
            );
        }
        if let Some((caption, address)) = self.button {
            let _ = write!(
                html,
                "<p style=\"margin:20px 0 0\"><a href=\"{}\" style=\"display:inline-block;padding:12px 20px;background:{accent};\
                 color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none\">{}</a></p>",
                escape(address),
                escape(caption)
            );
        }
        html
    }
}

/// The accent of a brand on a light ground, as in `tokens.css`.
const fn accent(color: BrandColor) -> &'static str {
    match color {
        BrandColor::Teal => "#0f766e",
        BrandColor::Green => "#007835",
        BrandColor::Blue => "#0061be",
        BrandColor::Indigo => "#4e50c6",
        BrandColor::Violet => "#7940b5",
        BrandColor::Pink => "#aa2468",
        BrandColor::Orange => "#a04401",
        BrandColor::Graphite => "#404952",
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(sender: &Brand) -> Letter<'_> {
        Letter {
            language: Language::Ru,
            sender,
            sum: Some("1 250,00 ₽"),
            text: "Заявка 17: реквизиты готовы.",
            requisites: Some("Сбербанк 2202 2000 1234 5678,\nАнна С."),
            button: Some(("Оплатить", "https://karavan.example/client/balance?a=1&b=2")),
            reason: "Уведомления включены.",
            unsubscribe: ("Отписаться", "https://karavan.example/client/unsubscribe/1-a"),
        }
    }

    #[test]
    fn both_forms_have_the_sender_the_requisites_and_one_button() {
        let sender = Brand {
            name: "Лотос & <Карго>".to_owned(),
            ..Brand::default()
        };
        let (html, plain) = (letter(&sender).html(), letter(&sender).plain());
        assert!(
            html.contains("Лотос &amp; &lt;Карго&gt;</td>") && html.contains(">Л</td>"),
            "{html}"
        );
        assert!(
            html.contains("5678,<br>Анна С.</p>") && html.contains("1 250,00 ₽</p>"),
            "{html}"
        );
        assert_eq!(
            html.matches("<a href=\"https://karavan.example/client/balance?a=1&amp;b=2\"")
                .count(),
            1
        );
        assert!(plain.starts_with("Лотос & <Карго>\n\nЗаявка 17"), "{plain}");
        assert!(
            plain.contains("Анна С.\n\nОплатить: https://karavan.example/client/balance?a=1&b=2\n\n-- \n"),
            "{plain}"
        );
    }

    #[test]
    fn accents_are_the_colours_of_the_pages() {
        let tokens = include_str!("../../../frontend-ui/styles/tokens.css");
        for color in BrandColor::ALL {
            let block = tokens.split(&format!("[data-accent=\"{}\"]", color.as_str())).nth(1);
            let light = block.and_then(|block| block.split("--accent: light-dark(").nth(1));
            assert_eq!(light.and_then(|light| light.split(',').next()), Some(accent(color)));
        }
    }
}
