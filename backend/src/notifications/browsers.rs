//! Notifications in the browser.

use infra::push::PushContent;
use shared_types::translation::Language;

/// Builds the content of a notification. Its title is the subject, which the text repeats.
pub(super) fn content<'a>(
    language: Language,
    subject: &'a str,
    text: &'a str,
    page: &'a str,
    button: Option<&'a str>,
    tag: &'a str,
) -> PushContent<'a> {
    PushContent {
        title: subject,
        text: text_after(subject, text),
        page,
        button,
        language,
        tag,
    }
}

/// The text without the beginning that the title says already. The title has plain spaces instead of others.
fn text_after<'a>(title: &str, text: &'a str) -> &'a str {
    let is_separator = |letter: char| letter.is_whitespace() || ".:。：".contains(letter);
    let mut rest = text.chars();
    for letter in title.chars() {
        if rest
            .next()
            .is_none_or(|other| other != letter && !(other.is_whitespace() && letter == ' '))
        {
            return text;
        }
    }
    let rest = rest.as_str();
    if rest.is_empty() || rest.starts_with(is_separator) {
        rest.trim_start_matches(is_separator)
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_not_repeat_the_title() {
        for (title, text, expected) in [
            (
                "Заказ K1-2 рассчитан: 5 ₽",
                "Заказ K1-2 рассчитан: 5\u{a0}₽. Проверьте расчёт.",
                "Проверьте расчёт.",
            ),
            (
                "A new message about order K1-1",
                "A new message about order K1-1: hello",
                "hello",
            ),
            ("订单 K1-2 已报价", "订单 K1-2 已报价。请付款。", "请付款。"),
            ("Посылка K1-1 отправлена", "Посылка K1-1 отправлена.", ""),
            ("Order K1", "Order K12 is here.", "Order K12 is here."),
            ("Holidays", "The warehouse is closed.", "The warehouse is closed."),
        ] {
            assert_eq!(text_after(title, text), expected, "{title}");
        }
    }
}
