//! Stubs of Telegram and MAX in their real formats, updates from chats, and a browser with cookies.

use super::bot_stubs::handle_request;
use crate::support::{Actor, App};
use hmac::{Hmac, KeyInit, Mac};
use platform::config::BotConfig;
use serde_json::{Value, json};
use sha2::Sha256;
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
};

pub const WEBHOOK_SECRET: &str = "hook-secret-12345";
pub const MAX_TOKEN: &str = "max-token-of-the-test";
pub const TELEGRAM_TOKEN: &str = "123:telegram-token-of-the-test";

/// A message sent by a bot.
#[derive(Clone, Debug)]
pub struct SentMessage {
    pub messenger: &'static str,
    pub chat: i64,
    pub text: String,
    pub body: Value,
    /// The id that the messenger gave the message.
    pub id: String,
}

/// Stubs of both messengers on one port. They record the messages they receive.
#[derive(Clone)]
pub struct Bots {
    pub sent: Arc<Mutex<Vec<SentMessage>>>,
    /// Responses of the next calls, instead of success.
    pub answers: Arc<Mutex<VecDeque<(u16, Value)>>>,
    /// Files of people, by their ids.
    pub files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    update: Arc<AtomicI64>,
}

impl Bots {
    /// Starts the stubs and returns the service configured to use them.
    pub async fn start(app: &App) -> (App, Self) {
        let bots = Self {
            sent: Arc::default(),
            answers: Arc::default(),
            files: Arc::default(),
            update: Arc::new(AtomicI64::new(900_000)),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = axum::Router::new().fallback(handle_request).with_state(bots.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let bot = |token: &str| BotConfig {
            token: Some(token.to_owned()),
            api_url: format!("http://{address}"),
            webhook_secret: Some(WEBHOOK_SECRET.to_owned()),
            name: None,
        };
        let app = app.with_config(|config| {
            config.log_codes = false;
            config.messaging.telegram = bot(TELEGRAM_TOKEN);
            config.messaging.max = bot(MAX_TOKEN);
        });
        (app, bots)
    }

    pub(super) fn record(&self, messenger: &'static str, chat: i64, body: &Value) -> i64 {
        let id = self.update.fetch_add(1, Ordering::Relaxed);
        let text = body["text"].as_str().unwrap_or_default().to_owned();
        let sent = SentMessage {
            messenger,
            chat,
            text,
            body: body.clone(),
            id: id.to_string(),
        };
        self.sent.lock().expect("sent").push(sent);
        id
    }

    /// Removes and returns the messages sent to a chat.
    pub fn take_messages(&self, chat: i64) -> Vec<SentMessage> {
        let mut sent = self.sent.lock().expect("sent");
        let (taken, rest) = sent.drain(..).partition(|one| one.chat == chat);
        *sent = rest;
        taken
    }

    /// The code in the last message to a chat. Removes the chat's messages.
    pub fn take_code(&self, chat: i64) -> String {
        let text = self.take_messages(chat).pop().expect("a message").text;
        let digits: String = text.chars().skip_while(|c| !c.is_ascii_digit()).take(6).collect();
        assert_eq!(digits.len(), 6, "{text}");
        digits
    }

    /// A Telegram update from a person's chat.
    pub fn telegram_update(&self, person: i64, content: Value) -> Value {
        let id = self.update.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({
            "message_id": id,
            "date": 1_790_000_000,
            "from": {"id": person, "is_bot": false, "first_name": "Анна", "language_code": "ru"},
            "chat": {"id": person, "type": "private", "first_name": "Анна"},
        });
        for (key, value) in content.as_object().expect("an object") {
            message[key] = value.clone();
        }
        json!({"update_id": id, "message": message})
    }

    /// A Telegram update in which `person` shares the contact of `owner`.
    pub fn telegram_contact(&self, person: i64, phone: &str, owner: i64) -> Value {
        self.telegram_update(
            person,
            json!({"contact": {"phone_number": phone.trim_start_matches('+'), "first_name": "Анна", "user_id": owner}}),
        )
    }

    /// A MAX update in which `person` shares the contact of `owner`.
    pub fn max_contact(&self, chat: i64, person: i64, phone: &str, owner: i64) -> Value {
        let id = self.update.fetch_add(1, Ordering::Relaxed);
        let card = format!(
            "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:ez-vcard 0.10.3\r\nTEL;TYPE=cell:{}\r\nFN:Ivan Ivanov\r\nEND:VCARD\r\n",
            phone.trim_start_matches('+')
        );
        let mut mac = Hmac::<Sha256>::new_from_slice(MAX_TOKEN.as_bytes()).expect("a key");
        mac.update(card.as_bytes());
        let hash = hex::encode(mac.finalize().into_bytes());
        let attachment = json!({
            "type": "contact",
            "payload": {"vcf_info": card, "max_info": {"user_id": owner, "first_name": "Ivan"}, "hash": hash},
        });
        json!({"update_type": "message_created", "timestamp": 1_790_000_000_000_i64, "user_locale": "ru", "message": {
            "sender": {"user_id": person, "first_name": "Анна", "is_bot": false},
            "recipient": {"chat_id": chat, "chat_type": "dialog", "user_id": 229_000_001},
            "timestamp": 1_790_000_000_000_i64,
            "body": {"mid": format!("mid.{id}"), "seq": id, "attachments": [attachment]}}})
    }

    /// Delivers a Telegram update and runs the resulting jobs.
    pub async fn deliver_telegram(&self, app: &App, update: &Value) {
        let hook = app
            .anonymous()
            .with_header("x-telegram-bot-api-secret-token", WEBHOOK_SECRET);
        let _ = hook.post("/webhooks/telegram", update.clone()).await.expect(200);
        app.run_due_jobs().await;
    }

    /// Delivers a MAX update and runs the resulting jobs.
    pub async fn deliver_max(&self, app: &App, update: &Value) {
        let _ = app
            .anonymous()
            .with_header("x-max-bot-api-secret", WEBHOOK_SECRET)
            .post("/webhooks/max", update.clone())
            .await
            .expect(200);
        app.run_due_jobs().await;
    }

    /// Links a phone with a person's Telegram chat.
    pub async fn link_telegram(&self, app: &App, person: i64, phone: &str) {
        let contact = self.telegram_contact(person, phone, person);
        self.deliver_telegram(app, &contact).await;
        self.take_messages(person);
    }
}

/// A browser: sends browser headers and stores cookies.
pub struct Browser {
    app: App,
    cookies: Mutex<Vec<(String, String)>>,
    agent: String,
    languages: Option<String>,
    address: Option<String>,
    bearer: Mutex<Option<String>>,
}

impl Browser {
    pub fn new(app: &App) -> Self {
        Self {
            app: app.clone(),
            cookies: Mutex::default(),
            agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0".to_owned(),
            languages: None,
            address: None,
            bearer: Mutex::default(),
        }
    }

    /// Sets `Accept-Language`.
    pub fn with_languages(mut self, languages: &str) -> Self {
        self.languages = Some(languages.to_owned());
        self
    }

    /// Sets the IP address, for a service that trusts a proxy.
    pub fn with_address(mut self, address: &str) -> Self {
        self.address = Some(address.to_owned());
        self
    }

    /// Sets the access token.
    pub fn with_access_token(&self, token: &str) -> &Self {
        *self.bearer.lock().expect("a login") = Some(format!("Bearer {token}"));
        self
    }

    fn actor(&self) -> Actor {
        let actor = self
            .app
            .anonymous()
            .with_header("sec-fetch-site", "same-origin")
            .with_header("user-agent", &self.agent);
        let actor = match self.bearer.lock().expect("a login").as_deref() {
            Some(bearer) => actor.with_header("authorization", bearer),
            None => actor,
        };
        let actor = match &self.languages {
            Some(languages) => actor.with_header("accept-language", languages),
            None => actor,
        };
        let actor = match &self.address {
            Some(address) => actor.with_header("x-forwarded-for", address),
            None => actor,
        };
        let cookies = self.cookies.lock().expect("cookies").clone();
        let cookie_header = cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join("; ");
        if cookie_header.is_empty() {
            actor
        } else {
            actor.with_header("cookie", &cookie_header)
        }
    }

    pub async fn post(&self, path: &str, body: Value) -> crate::support::TestResponse {
        let answer = self.actor().post(path, body).await;
        for set in answer.headers.get_all("set-cookie") {
            let set = set.to_str().expect("text");
            assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
            let (name, value) = set
                .split(';')
                .next()
                .and_then(|pair| pair.split_once('='))
                .expect("a pair");
            let mut cookies = self.cookies.lock().expect("cookies");
            cookies.retain(|(known, _)| known != name);
            cookies.push((name.to_owned(), value.to_owned()));
        }
        answer
    }
}

/// The token in a start link of a channel.
pub fn start_link_token(offer: &Value, channel: &str) -> String {
    let links = offer["links"].as_array().expect("links");
    let link = links.iter().find(|link| link["channel"] == channel).expect("a link");
    let url = link["url"].as_str().expect("an address");
    let start = if channel == "telegram" {
        "https://t.me/karavan_test_bot?start="
    } else {
        "https://max.ru/karavan_max_bot?start="
    };
    let token = url.strip_prefix(start).expect("a deep link");
    assert!((1..=64).contains(&token.len()), "{token}");
    assert!(
        link["qr"]["size"].as_u64().is_some_and(|size| size > 20)
            && link["qr"]["path"].as_str().is_some_and(|path| path.starts_with('M'))
    );
    token.to_owned()
}
