//! The bodies of messages, with their buttons. A page of the clients' cabinet opens as a mini app inside the messenger.

use super::{Button, Buttons, Messenger, OutgoingMessage};
use serde_json::{Value, json};
use shared_types::identity::{mini_app_address, start_parameter};

/// The pages of the cabinet, as a messenger opens them.
pub(super) struct Pages<'a> {
    pub(super) messenger: Messenger,
    /// The address of the service.
    pub(super) public_url: &'a str,
    /// The name of the bot that has a mini app in MAX. Telegram needs none.
    pub(super) max_bot: Option<String>,
}

impl Pages<'_> {
    /// The button that opens a page.
    fn button(&self, label: &str, url: &str) -> Value {
        let page = url
            .strip_prefix(self.public_url)
            .filter(|page| page.starts_with("/client/"));
        match (self.messenger, page, &self.max_bot) {
            // Telegram refuses a mini app without https.
            (Messenger::Telegram, Some(page), _) if url.starts_with("https://") => {
                json!({"text": label, "web_app": {"url": format!("{}{}", self.public_url, mini_app_address(page))}})
            }
            (Messenger::Telegram, ..) => json!({"text": label, "url": url}),
            (Messenger::Max, Some(page), Some(bot)) => {
                json!({"type": "open_app", "text": label, "web_app": bot, "payload": start_parameter(page)})
            }
            (Messenger::Max, ..) => json!({"type": "link", "text": label, "url": url}),
        }
    }

    fn inline_button(&self, button: &Button) -> Value {
        match (self.messenger, button) {
            (_, Button::Link { label, url }) => self.button(label, url),
            (Messenger::Telegram, Button::Copy { label, text }) => json!({"text": label, "copy_text": {"text": text}}),
            (Messenger::Max, Button::Copy { label, text }) => {
                json!({"type": "clipboard", "text": label, "payload": text})
            }
            (Messenger::Telegram, Button::Choice { label, data }) => json!({"text": label, "callback_data": data}),
            (Messenger::Max, Button::Choice { label, data }) => {
                json!({"type": "callback", "text": label, "payload": data})
            }
        }
    }

    /// The rows of buttons, one button in each.
    fn rows(&self, buttons: &[Button]) -> Vec<Value> {
        buttons
            .iter()
            .map(|button| json!([self.inline_button(button)]))
            .collect()
    }
}

/// The body by which a text is sent.
pub(super) fn message(chat_id: &str, message: &OutgoingMessage, pages: &Pages<'_>) -> Value {
    match pages.messenger {
        Messenger::Telegram => telegram_message(chat_id, message, pages),
        Messenger::Max => max_message(message, pages),
    }
}

fn telegram_message(chat_id: &str, message: &OutgoingMessage, pages: &Pages<'_>) -> Value {
    let chat: Value = chat_id.parse::<i64>().map_or_else(|_| chat_id.into(), Value::from);
    let mut body = json!({
        "chat_id": chat,
        "text": message.text,
        "link_preview_options": {"is_disabled": true},
    });
    match &message.buttons {
        Buttons::Keep => {}
        Buttons::None => body["reply_markup"] = json!({"remove_keyboard": true}),
        Buttons::ShareContact { label } => {
            body["reply_markup"] = json!({
                "keyboard": [[{"text": label, "request_contact": true}]],
                "resize_keyboard": true,
                "one_time_keyboard": true,
            });
        }
        Buttons::Link { label, url } => {
            body["reply_markup"] = json!({"inline_keyboard": [[pages.button(label, url)]]});
        }
        Buttons::Inline { buttons } => body["reply_markup"] = json!({"inline_keyboard": pages.rows(buttons)}),
    }
    body
}

fn max_message(message: &OutgoingMessage, pages: &Pages<'_>) -> Value {
    let rows = match &message.buttons {
        Buttons::Keep | Buttons::None => Vec::new(),
        Buttons::ShareContact { label } => vec![json!([{"type": "request_contact", "text": label}])],
        Buttons::Link { label, url } => vec![json!([pages.button(label, url)])],
        Buttons::Inline { buttons } => pages.rows(buttons),
    };
    let text = &message.text;
    if rows.is_empty() {
        return json!({"text": text});
    }
    json!({
        "text": text,
        "attachments": [{"type": "inline_keyboard", "payload": {"buttons": rows}}],
    })
}
