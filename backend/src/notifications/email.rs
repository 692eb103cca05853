//! E-mails with notifications, and the token that ends them.

use super::preferences;
use crate::notifications::NotificationError;
use hmac::{Hmac, Mac};
use infra::emails::EmailContent;
use platform::{config::Config, error::OperationError, rng, scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use sha2::Sha256;
use shared_types::{
    id::UserId,
    notifications::{Notice, NoticeChannel, NoticeChoice, NoticeChoices},
    translation::Language,
};

/// Most characters of a subject.
const MAX_SUBJECT: usize = 120;

/// The texts around a notification.
struct EmailTexts {
    open: &'static str,
    why: &'static str,
    unsubscribe: &'static str,
}

const fn email_texts(language: Language) -> EmailTexts {
    match language {
        Language::En => EmailTexts {
            open: "Open in Karavan",
            why: "You receive this e-mail because notifications by e-mail are on in your profile.",
            unsubscribe: "Unsubscribe",
        },
        Language::Zh => EmailTexts {
            open: "在 Karavan 中打开",
            why: "您收到此邮件，是因为您的个人资料中开启了邮件通知。",
            unsubscribe: "退订",
        },
        Language::Ru => EmailTexts {
            open: "Открыть в Karavan",
            why: "Вы получили это письмо, потому что в вашем профиле включены уведомления по почте.",
            unsubscribe: "Отписаться",
        },
    }
}

/// Builds the e-mail of a notification. `link` is the page that shows its subject.
pub(super) fn content(
    config: &Config,
    user_id: UserId,
    language: Language,
    subject: &str,
    text: &str,
    link: Option<&str>,
) -> EmailContent {
    let texts = email_texts(language);
    let unsubscribe_url = format!(
        "{}/client/unsubscribe/{}",
        config.public_url,
        token(&config.jwt_secret, user_id)
    );
    let paragraphs = text.split('\n').filter(|line| !line.trim().is_empty());
    let paragraphs = paragraphs.fold(String::new(), |html, line| {
        html + "<p dir=\"auto\">" + &escape(line) + "</p>"
    });
    let button = link.map(|link| format!("<p><a href=\"{}\">{}</a></p>", escape(link), texts.open));
    let html = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"></head>\
         <body style=\"font:16px/1.5 sans-serif;color:#1c2024;max-width:600px\">{paragraphs}{}\
         <p style=\"font-size:13px;color:#60646c\">{} <a href=\"{}\">{}</a></p></body></html>",
        language.as_str(),
        button.unwrap_or_default(),
        texts.why,
        escape(&unsubscribe_url),
        texts.unsubscribe,
    );
    let link = link.map(|link| format!("\n\n{link}")).unwrap_or_default();
    EmailContent {
        subject: one_line(subject),
        text: format!(
            "{text}{link}\n\n-- \n{} {}: {unsubscribe_url}\n",
            texts.why, texts.unsubscribe
        ),
        html,
        unsubscribe_url,
    }
}

/// The first sentence of a text, as a subject.
pub(super) fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let end = [". ", "? ", "! ", "。"].iter().filter_map(|mark| line.find(mark)).min();
    one_line(
        end.and_then(|end| line.get(..end))
            .unwrap_or(line)
            .trim_end_matches('.'),
    )
}

fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_SUBJECT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
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

fn signature(secret: &str, user_id: UserId) -> Hmac<Sha256> {
    let mut mac = rng::hmac_sha256(secret.as_bytes());
    mac.update(format!("karavan unsubscribe {user_id}").as_bytes());
    mac
}

/// The token in the e-mails of a person. It does not expire: an old e-mail can be used to unsubscribe too.
fn token(secret: &str, user_id: UserId) -> String {
    let signature = signature(secret, user_id).finalize().into_bytes();
    format!("{user_id}-{}", hex::encode(signature))
}

/// Switches all notifications by e-mail off for the person of a token. It needs no login, so it does nothing else.
pub(super) async fn unsubscribe(state: &AppState, token: &str) -> Result<(), NotificationError> {
    let (id, given) = token.split_once('-').ok_or(OperationError::NotFound)?;
    let user_id = UserId(id.parse().map_err(|_| OperationError::NotFound)?);
    let given = hex::decode(given).map_err(|_| OperationError::NotFound)?;
    let is_valid = signature(&state.config.jwt_secret, user_id)
        .verify_slice(&given)
        .is_ok();
    if !is_valid {
        return Err(OperationError::NotFound.into());
    }
    let system = state.system();
    let person = system.one(entities::user::Entity::find_by_id(user_id)).await?;
    person.ok_or(OperationError::NotFound)?;
    let choices = Notice::ALL.iter().map(|notice| NoticeChoice {
        notice: *notice,
        channel: NoticeChannel::Email,
        enabled: false,
    });
    let choices = NoticeChoices {
        choices: choices.collect(),
    };
    preferences::save_for(&system, user_id, &choices).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_is_the_first_sentence_in_one_line() {
        assert_eq!(
            first_sentence("Заказ K1-2 рассчитан: 5 ₽. Проверьте расчёт."),
            "Заказ K1-2 рассчитан: 5 ₽"
        );
        assert_eq!(first_sentence("订单 K1-2 已报价。请付款。"), "订单 K1-2 已报价");
        assert_eq!(first_sentence("Без точки"), "Без точки");
        assert_eq!(one_line("две\r\nстроки"), "две строки");
        assert_eq!(one_line(&"ш".repeat(200)).chars().count(), MAX_SUBJECT + 1);
    }

    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!(escape("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    }
}
