//! Updates of both messengers, read into one form. What is not understood is no event, and no fault.

use super::Messenger;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use shared_types::phone::Phone;

/// A private chat with one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    /// Where.
    pub messenger: Messenger,
    /// The messenger's own number.
    pub id: String,
    /// The person's language there: `ru`, `en`, `zh`.
    pub language: String,
}

/// What somebody did in a chat with the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Opened the bot, maybe by a deep link.
    Started {
        /// Where.
        chat: Chat,
        /// What the link carried.
        token: Option<String>,
    },
    /// Shared the own number, as the messenger vouches.
    Contact {
        /// Where.
        chat: Chat,
        /// The number.
        phone: Phone,
    },
    /// Shared a number that is not proved to be the own one.
    ForeignContact {
        /// Where.
        chat: Chat,
    },
    /// Wrote something else.
    Text {
        /// Where.
        chat: Chat,
    },
    /// Blocked the bot, or let it in again.
    Blocked {
        /// Where.
        chat: Chat,
        /// Which of the two.
        is_blocked: bool,
    },
}

/// The language of ours that fits a messenger's tag.
fn language(tag: Option<&str>) -> String {
    let tag = tag.unwrap_or("ru").to_ascii_lowercase();
    let language = match tag.get(..2) {
        Some("zh") => "zh",
        Some("ru" | "be" | "uk" | "kk" | "ky") | None => "ru",
        _ => "en",
    };
    language.to_owned()
}

fn number(value: &Value) -> Option<String> {
    value.as_i64().map(|number| number.to_string())
}

/// The token of `/start token`, also as `/start@bot token`.
fn start_token(text: &str) -> Option<Option<String>> {
    let mut words = text.split_whitespace();
    let command = words.next()?;
    (command.split('@').next() == Some("/start")).then(|| words.next().and_then(decent))
}

/// Deep links carry 64 characters at most.
fn decent(token: &str) -> Option<String> {
    let fits = (1..=64).contains(&token.len())
        && token
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    fits.then(|| token.to_owned())
}

/// The number under which an update is known: it is taken once.
pub(super) fn update_id(messenger: Messenger, update: &Value) -> Option<String> {
    match messenger {
        Messenger::Telegram => number(&update["update_id"]),
        Messenger::Max => {
            let kind = update["update_type"].as_str()?;
            let told = update["callback"]["callback_id"]
                .as_str()
                .or_else(|| update["message"]["body"]["mid"].as_str());
            let id = match told {
                Some(id) => format!("{kind}:{id}"),
                None => format!(
                    "{kind}:{}:{}:{}",
                    number(&update["timestamp"])?,
                    number(&update["chat_id"]).unwrap_or_default(),
                    number(&update["user"]["user_id"]).unwrap_or_default()
                ),
            };
            (id.len() <= 200).then_some(id)
        }
    }
}

/// Reads an update.
pub(super) fn read(messenger: Messenger, update: &Value, token: Option<&str>) -> Option<Event> {
    match messenger {
        Messenger::Telegram => read_telegram(update),
        Messenger::Max => read_max(update, token?),
    }
}

fn read_telegram(update: &Value) -> Option<Event> {
    let is_membership = update["my_chat_member"].is_object();
    let part = if is_membership {
        &update["my_chat_member"]
    } else {
        &update["message"]
    };
    if part["chat"]["type"] != "private" || part["from"]["is_bot"] == true {
        return None;
    }
    let chat = Chat {
        messenger: Messenger::Telegram,
        id: number(&part["chat"]["id"])?,
        language: language(part["from"]["language_code"].as_str()),
    };
    if is_membership {
        let is_blocked = part["new_chat_member"]["status"] == "kicked";
        return Some(Event::Blocked { chat, is_blocked });
    }
    let contact = &part["contact"];
    if contact.is_object() {
        // Anybody's card can be sent from the address book; the sender's own carries the sender's id.
        let sender = part["from"]["id"].as_i64();
        let is_own =
            sender.is_some() && contact["user_id"].as_i64() == sender && number(&part["from"]["id"])? == chat.id;
        let phone = contact["phone_number"].as_str().and_then(international);
        return Some(match phone {
            Some(phone) if is_own => Event::Contact { chat, phone },
            _ => Event::ForeignContact { chat },
        });
    }
    let text = part["text"].as_str()?;
    Some(match start_token(text) {
        Some(token) => Event::Started { chat, token },
        None => Event::Text { chat },
    })
}

/// Messengers tell numbers in the international form, with or without its plus.
fn international(number: &str) -> Option<Phone> {
    Phone::parse(&format!("+{}", number.trim().trim_start_matches('+'))).ok()
}

fn read_max(update: &Value, token: &str) -> Option<Event> {
    let locale = update["user_locale"].as_str();
    let chat = |id: &Value| {
        Some(Chat {
            messenger: Messenger::Max,
            id: number(id)?,
            language: language(locale),
        })
    };
    match update["update_type"].as_str()? {
        "bot_started" => Some(Event::Started {
            chat: chat(&update["chat_id"])?,
            token: update["payload"].as_str().and_then(decent),
        }),
        "bot_stopped" => Some(Event::Blocked {
            chat: chat(&update["chat_id"])?,
            is_blocked: true,
        }),
        "message_created" => {
            let message = &update["message"];
            if message["recipient"]["chat_type"] != "dialog" || message["sender"]["is_bot"] == true {
                return None;
            }
            let chat = chat(&message["recipient"]["chat_id"])?;
            let attachments = message["body"]["attachments"].as_array();
            let contact = attachments.into_iter().flatten().find(|part| part["type"] == "contact");
            if let Some(contact) = contact {
                let payload = &contact["payload"];
                let sender = message["sender"]["user_id"].as_i64();
                let is_own = sender.is_some() && payload["max_info"]["user_id"].as_i64() == sender;
                return Some(match vouched_phone(payload, token) {
                    Some(phone) if is_own => Event::Contact { chat, phone },
                    _ => Event::ForeignContact { chat },
                });
            }
            let text = message["body"]["text"].as_str().unwrap_or_default();
            Some(match start_token(text) {
                Some(token) => Event::Started { chat, token },
                None => Event::Text { chat },
            })
        }
        _ => None,
    }
}

/// The number of a card that MAX itself signed with the bot's token.
fn vouched_phone(payload: &Value, token: &str) -> Option<Phone> {
    let card = payload["vcf_info"].as_str()?;
    let told = hex::decode(payload["hash"].as_str()?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(token.as_bytes()).ok()?;
    mac.update(card.as_bytes());
    mac.verify_slice(&told).ok()?;
    let line = card.lines().find(|line| line.starts_with("TEL"))?;
    international(line.split_once(':')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const CARD: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:ez-vcard 0.10.3\r\nTEL;TYPE=cell:79990000000\r\nFN:Ivan Ivanov\r\nEND:VCARD\r\n";
    const HASH: &str = "4f0c71e45a2b70c623d5262b6ba917e4a23eec4f4075161bd37cc388a4ed33d4";

    #[test]
    fn max_vouches_for_a_card_by_its_hash() {
        let card = json!({"vcf_info": CARD, "hash": HASH});
        let phone = vouched_phone(&card, "bot-token").expect("it is vouched for");
        assert_eq!(phone.as_str(), "+79990000000");
        assert!(vouched_phone(&card, "another-token").is_none());
        let other = json!({"vcf_info": CARD.replace("79990000000", "79990000001"), "hash": HASH});
        assert!(vouched_phone(&other, "bot-token").is_none());
    }

    #[test]
    fn a_card_is_taken_from_its_own_person_only() {
        let update = |sender: i64, owner: Value| {
            json!({"update_id": 1, "message": {"from": {"id": sender, "is_bot": false}, "chat": {"id": sender, "type": "private"},
                "contact": {"phone_number": "79990000001", "user_id": owner}}})
        };
        let read = |update: Value| read(Messenger::Telegram, &update, None);
        assert!(matches!(read(update(5, json!(5))), Some(Event::Contact { .. })));
        for owner in [json!(6), Value::Null] {
            assert!(matches!(read(update(5, owner)), Some(Event::ForeignContact { .. })));
        }
    }

    #[test]
    fn a_start_link_carries_its_token_and_groups_are_left_alone() {
        let update = |kind: &str, text: &str| json!({"message": {"from": {"id": 5, "language_code": "zh-hans"}, "chat": {"id": 5, "type": kind}, "text": text}});
        let Some(Event::Started { chat, token }) =
            read(Messenger::Telegram, &update("private", "/start tok_AbC-123"), None)
        else {
            panic!("a start");
        };
        assert_eq!((chat.language.as_str(), token.as_deref()), ("zh", Some("tok_AbC-123")));
        let long = format!("/start {}", "x".repeat(65));
        for (text, expected) in [("/start", None), ("/start@bot abc", Some("abc")), (long.as_str(), None)] {
            let Some(Event::Started { token, .. }) = read(Messenger::Telegram, &update("private", text), None) else {
                panic!("a start");
            };
            assert_eq!(token.as_deref(), expected, "{text}");
        }
        assert_eq!(read(Messenger::Telegram, &update("group", "/start abc"), None), None);
        let started = json!({"update_type": "bot_started", "timestamp": 1, "chat_id": 7, "user": {"user_id": 9}, "payload": "abc"});
        assert!(matches!(
            read(Messenger::Max, &started, Some("t")),
            Some(Event::Started { token: Some(_), .. })
        ));
        assert_eq!(
            update_id(Messenger::Max, &started).as_deref(),
            Some("bot_started:1:7:9")
        );
    }
}
