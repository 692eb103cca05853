//! E-mails with notifications, and the token that ends them.

use super::{letter::Letter, message::Message, preferences};
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

/// The reason for which a person gets an e-mail, and the caption of the link that ends them.
const fn footer(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::En => (
            "You receive this e-mail because notifications by e-mail are on in your profile.",
            "Unsubscribe",
        ),
        Language::Zh => ("您收到此邮件，是因为您的个人资料中开启了邮件通知。", "退订"),
        Language::Ru => (
            "Вы получили это письмо, потому что в вашем профиле включены уведомления по почте.",
            "Отписаться",
        ),
    }
}

/// Builds the e-mail of a notification.
pub(super) fn content(config: &Config, user_id: UserId, language: Language, message: &Message<'_>) -> EmailContent {
    let (reason, caption) = footer(language);
    let unsubscribe_url = format!(
        "{}/client/unsubscribe/{}",
        config.public_url,
        token(&config.jwt_secret, user_id)
    );
    let letter = Letter {
        language,
        sender: message.sender,
        sum: message.sum.as_deref(),
        text: message.text,
        requisites: message.requisites,
        button: message.link,
        reason,
        unsubscribe: (caption, &unsubscribe_url),
    };
    EmailContent {
        subject: one_line(message.subject),
        text: letter.plain(),
        html: letter.html(),
        unsubscribe_url: unsubscribe_url.clone(),
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
}
