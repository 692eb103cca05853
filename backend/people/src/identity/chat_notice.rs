//! Notices of changes to an account, in the chats of its messengers.

use chrono::{DateTime, Utc};
use infra::messengers::{self, Buttons, NewMessage, OutgoingMessage};
use platform::scope::{SystemPolicy, Tx};
use sea_orm::DbErr;
use shared_types::phone::Phone;

/// Sends a message to all chats of a phone, except chats that blocked the bot.
pub(super) async fn notify_chats(
    tx: &Tx<SystemPolicy>,
    phone: &Phone,
    text: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let message = OutgoingMessage {
        text,
        buttons: Buttons::Keep,
        file: None,
    };
    for chat in messengers::contacts_of_phone(tx, phone).await? {
        if chat.blocked_at.is_some() {
            continue;
        }
        let post = NewMessage {
            messenger: chat.messenger,
            chat_id: &chat.chat_id,
            message: &message,
            login_code_id: None,
            order_id: None,
            chat_message_id: None,
            dedupe_key: None,
            expires_at: None,
        };
        messengers::queue_message(tx, post, now).await?;
    }
    Ok(())
}
