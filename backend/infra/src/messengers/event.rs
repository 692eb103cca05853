//! Updates of both messengers, parsed into one form. An update that is not recognized yields no event and no error.

use super::{
    Messenger,
    message::{self, IncomingMessage, id_text},
};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use shared_types::{phone::Phone, translation::Language};

/// A private chat with one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    pub messenger: Messenger,
    /// The id of the chat in the messenger.
    pub id: String,
    /// The id of the person in the messenger, if the update has it.
    pub person_id: Option<String>,
    /// The person's language in the messenger, mapped to `ru`, `en` or `zh`.
    pub language: Language,
}

/// A person's action in the chat with the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotEvent {
    /// Opened the bot, possibly through a deep link.
    Started {
        chat: Chat,
        /// The token of the deep link.
        token: Option<String>,
    },
    /// Shared their own phone number, as the messenger confirms.
    Contact { chat: Chat, phone: Phone },
    /// Shared a number that is not proved to be their own.
    ForeignContact { chat: Chat },
    /// Wrote anything else: a text, a photo, a voice message.
    Text { chat: Chat, message: IncomingMessage },
    /// Pressed a button below a message of the bot.
    Choice {
        chat: Chat,
        /// The id by which the press is answered.
        id: String,
        data: String,
    },
    /// Blocked or unblocked the bot.
    Blocked { chat: Chat, is_blocked: bool },
}

impl BotEvent {
    pub(super) const fn chat(&self) -> &Chat {
        match self {
            Self::Started { chat, .. }
            | Self::Contact { chat, .. }
            | Self::ForeignContact { chat }
            | Self::Text { chat, .. }
            | Self::Choice { chat, .. }
            | Self::Blocked { chat, .. } => chat,
        }
    }
}

/// The supported language for a messenger's language tag.
pub(super) fn language(tag: Option<&str>) -> Language {
    let tag = tag.unwrap_or("ru").to_ascii_lowercase();
    match tag.get(..2) {
        Some("zh") => Language::Zh,
        Some("ru" | "be" | "uk" | "kk" | "ky") | None => Language::Ru,
        _ => Language::En,
    }
}

/// The event of a text message: `/start token`, also as `/start@bot token`, or any other text.
fn text_event(chat: Chat, message: IncomingMessage) -> BotEvent {
    let mut words = message.text.split_whitespace();
    let command = words.next().and_then(|word| word.split('@').next());
    if command == Some("/start") {
        let token = words.next().and_then(parse_token);
        BotEvent::Started { chat, token }
    } else {
        BotEvent::Text { chat, message }
    }
}

/// Accepts a deep link token: 1 to 64 letters, digits, `_` and `-`.
fn parse_token(token: &str) -> Option<String> {
    let fits = (1..=64).contains(&token.len())
        && token
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    fits.then(|| token.to_owned())
}

/// The id by which an update is deduplicated.
pub(super) fn update_id(messenger: Messenger, update: &Value) -> Option<String> {
    match messenger {
        Messenger::Telegram => id_text(&update["update_id"]),
        Messenger::Max => {
            let kind = update["update_type"].as_str()?;
            let native_id = update["callback"]["callback_id"]
                .as_str()
                .or_else(|| update["message"]["body"]["mid"].as_str());
            let id = match native_id {
                Some(id) => format!("{kind}:{id}"),
                None => format!(
                    "{kind}:{}:{}:{}",
                    id_text(&update["timestamp"])?,
                    id_text(&update["chat_id"]).unwrap_or_default(),
                    id_text(&update["user"]["user_id"]).unwrap_or_default()
                ),
            };
            (id.len() <= 200).then_some(id)
        }
    }
}

/// Parses an update.
pub(super) fn parse(messenger: Messenger, update: &Value, token: Option<&str>) -> Option<BotEvent> {
    match messenger {
        Messenger::Telegram => parse_telegram(update),
        Messenger::Max => parse_max(update, token?),
    }
}

fn parse_telegram(update: &Value) -> Option<BotEvent> {
    if update["callback_query"].is_object() {
        return parse_choice(&update["callback_query"]);
    }
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
        id: id_text(&part["chat"]["id"])?,
        person_id: id_text(&part["from"]["id"]),
        language: language(part["from"]["language_code"].as_str()),
    };
    if is_membership {
        let is_blocked = part["new_chat_member"]["status"] == "kicked";
        return Some(BotEvent::Blocked { chat, is_blocked });
    }
    let contact = &part["contact"];
    if contact.is_object() {
        // Any contact of the address book can be sent. Only the sender's own contact carries the sender's id.
        let sender = part["from"]["id"].as_i64();
        let is_own =
            sender.is_some() && contact["user_id"].as_i64() == sender && id_text(&part["from"]["id"])? == chat.id;
        let phone = contact["phone_number"].as_str().and_then(parse_phone);
        return Some(match phone {
            Some(phone) if is_own => BotEvent::Contact { chat, phone },
            _ => BotEvent::ForeignContact { chat },
        });
    }
    Some(text_event(chat, message::of_telegram(part)?))
}

/// The press of a button. It names the chat by its message, which Telegram always has for buttons of bots in private chats.
fn parse_choice(query: &Value) -> Option<BotEvent> {
    let chat = &query["message"]["chat"];
    if chat["type"] != "private" {
        return None;
    }
    Some(BotEvent::Choice {
        chat: Chat {
            messenger: Messenger::Telegram,
            id: id_text(&chat["id"])?,
            person_id: id_text(&query["from"]["id"]),
            language: language(query["from"]["language_code"].as_str()),
        },
        id: query["id"].as_str()?.to_owned(),
        data: query["data"].as_str()?.to_owned(),
    })
}

/// Parses a number in the international form, with or without a plus.
pub(super) fn parse_phone(number: &str) -> Option<Phone> {
    let digits: String = number
        .chars()
        .filter(|c| !matches!(c, '+' | ' ' | '\u{a0}' | '-' | '(' | ')' | '\r'))
        .collect();
    Phone::from_e164(&format!("+{digits}")).ok()
}

fn parse_max(update: &Value, token: &str) -> Option<BotEvent> {
    let locale = update["user_locale"].as_str();
    let chat = |id: &Value, person: &Value| {
        Some(Chat {
            messenger: Messenger::Max,
            id: id_text(id)?,
            person_id: id_text(&person["user_id"]),
            language: language(locale),
        })
    };
    match update["update_type"].as_str()? {
        "bot_started" => Some(BotEvent::Started {
            chat: chat(&update["chat_id"], &update["user"])?,
            token: update["payload"].as_str().and_then(parse_token),
        }),
        "bot_stopped" => Some(BotEvent::Blocked {
            chat: chat(&update["chat_id"], &update["user"])?,
            is_blocked: true,
        }),
        "message_created" => {
            let message = &update["message"];
            if message["recipient"]["chat_type"] != "dialog" || message["sender"]["is_bot"] == true {
                return None;
            }
            let chat = chat(&message["recipient"]["chat_id"], &message["sender"])?;
            let attachments = message["body"]["attachments"].as_array();
            let contact = attachments.into_iter().flatten().find(|part| part["type"] == "contact");
            if let Some(contact) = contact {
                let payload = &contact["payload"];
                let sender = message["sender"]["user_id"].as_i64();
                let is_own = sender.is_some() && payload["max_info"]["user_id"].as_i64() == sender;
                return Some(match signed_phone(payload, token) {
                    Some(phone) if is_own => BotEvent::Contact { chat, phone },
                    _ => BotEvent::ForeignContact { chat },
                });
            }
            Some(text_event(chat, message::of_max(message)?))
        }
        "message_callback" => {
            let callback = &update["callback"];
            Some(BotEvent::Choice {
                chat: chat(&update["message"]["recipient"]["chat_id"], &callback["user"])?,
                id: callback["callback_id"].as_str()?.to_owned(),
                data: callback["payload"].as_str()?.to_owned(),
            })
        }
        _ => None,
    }
}

/// The phone number of a contact card that MAX signed with the bot's token.
fn signed_phone(payload: &Value, token: &str) -> Option<Phone> {
    let card = payload["vcf_info"].as_str()?;
    let signature = hex::decode(payload["hash"].as_str()?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(token.as_bytes()).ok()?;
    mac.update(card.as_bytes());
    mac.verify_slice(&signature).ok()?;
    // A card of Apple names the property `item1.TEL`, one of version 4 has an address `tel:`.
    let is_phone = |line: &&str| {
        let name = line.split([':', ';']).next().unwrap_or_default();
        name.rsplit('.').next() == Some("TEL")
    };
    let (_, number) = card.lines().find(is_phone)?.split_once(':')?;
    parse_phone(number.trim_start_matches("tel:"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const CARD: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:ez-vcard 0.10.3\r\nTEL;TYPE=cell:79990000000\r\nFN:Ivan \
                        Ivanov\r\nEND:VCARD\r\n";
    const HASH: &str = "4f0c71e45a2b70c623d5262b6ba917e4a23eec4f4075161bd37cc388a4ed33d4";

    #[test]
    fn max_contact_card_is_verified_by_its_hash() {
        let card = json!({"vcf_info": CARD, "hash": HASH});
        let phone = signed_phone(&card, "bot-token").expect("a verified number");
        assert_eq!(phone.as_str(), "+79990000000");
        assert!(signed_phone(&card, "another-token").is_none());
        let other = json!({"vcf_info": CARD.replace("79990000000", "79990000001"), "hash": HASH});
        assert!(signed_phone(&other, "bot-token").is_none());
        for line in ["item1.TEL;type=CELL:+7 999 000-00-00", "TEL;VALUE=uri:tel:+79990000000"] {
            let text = format!("BEGIN:VCARD\r\nTELEX:1\r\n{line}\r\nEND:VCARD\r\n");
            let mut mac = Hmac::<Sha256>::new_from_slice(b"bot-token").expect("a key");
            mac.update(text.as_bytes());
            let card = json!({"vcf_info": text, "hash": hex::encode(mac.finalize().into_bytes())});
            let phone = signed_phone(&card, "bot-token").expect("a verified number");
            assert_eq!(phone.as_str(), "+79990000000", "{line}");
        }
    }

    #[test]
    fn contact_counts_as_own_only_when_its_owner_sends_it() {
        let update = |sender: i64, owner: Value| {
            json!({"update_id": 1, "message": {"message_id": 1,
                "from": {"id": sender, "is_bot": false}, "chat": {"id": sender, "type": "private"},
                "contact": {"phone_number": "79990000001", "user_id": owner}}})
        };
        let read = |update: Value| parse(Messenger::Telegram, &update, None);
        assert!(matches!(read(update(5, json!(5))), Some(BotEvent::Contact { .. })));
        for owner in [json!(6), Value::Null] {
            assert!(matches!(read(update(5, owner)), Some(BotEvent::ForeignContact { .. })));
        }
    }

    #[test]
    fn start_link_carries_its_token_and_groups_are_ignored() {
        let update = |kind: &str, text: &str| {
            json!({
                "message": {"message_id": 1, "from": {"id": 5, "language_code": "zh-hans"}, "chat": {"id": 5, "type": kind}, "text": text},
            })
        };
        let Some(BotEvent::Started { chat, token }) =
            parse(Messenger::Telegram, &update("private", "/start tok_AbC-123"), None)
        else {
            panic!("a start");
        };
        assert_eq!((chat.language, token.as_deref()), (Language::Zh, Some("tok_AbC-123")));
        let long = format!("/start {}", "x".repeat(65));
        for (text, expected) in [("/start", None), ("/start@bot abc", Some("abc")), (long.as_str(), None)] {
            let Some(BotEvent::Started { token, .. }) = parse(Messenger::Telegram, &update("private", text), None)
            else {
                panic!("a start");
            };
            assert_eq!(token.as_deref(), expected, "{text}");
        }
        assert_eq!(parse(Messenger::Telegram, &update("group", "/start abc"), None), None);
        let started = json!({"update_type": "bot_started", "timestamp": 1, "chat_id": 7, "user": {"user_id": 9}, "payload": "abc"});
        assert!(matches!(
            parse(Messenger::Max, &started, Some("t")),
            Some(BotEvent::Started { token: Some(_), .. })
        ));
        assert_eq!(
            update_id(Messenger::Max, &started).as_deref(),
            Some("bot_started:1:7:9")
        );
    }
}
