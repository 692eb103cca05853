//! Conversations in Telegram and MAX: messages of clients land in the chat of an order, and answers go back.

use super::{chat_path, message_texts, submitted_order_chat};
use crate::{
    orders::submitted_order,
    people::bots::{Bots, SentMessage},
    support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, on_both},
};
use chrono::Duration;
use entities::messenger_contact::Messenger;
use infra::messengers::Bot as _;
use serde_json::{Value, json};

const CHAT: i64 = 200;

/// A client who writes to a bot.
pub(super) struct Person<'a> {
    pub(super) app: &'a App,
    pub(super) bots: &'a Bots,
    pub(super) messenger: Messenger,
}

impl Person<'_> {
    pub(super) async fn link(&self) {
        match self.messenger {
            Messenger::Telegram => self.bots.link_telegram(self.app, CHAT, CLIENT).await,
            Messenger::Max => {
                let contact = self.bots.max_contact(CHAT, 700, CLIENT, 700);
                self.bots.deliver_max(self.app, &contact).await;
                self.bots.take_messages(CHAT);
            }
        }
    }

    /// The update with a message. `content` has the form of Telegram, and of the body of a message in MAX.
    fn update(&self, content: Value, reply_to: Option<&str>) -> Value {
        let mut update = self.bots.telegram_update(CHAT, content.clone());
        match self.messenger {
            Messenger::Telegram => {
                if let Some(id) = reply_to {
                    update["message"]["reply_to_message"] = json!({"message_id": id.parse::<i64>().expect("a number")});
                }
                update
            }
            Messenger::Max => {
                let mut body = content;
                body["mid"] = json!(format!("mid.{}", update["update_id"]));
                let mut update = json!({"update_type": "message_created", "timestamp": 1_790_000_000_000_i64, "user_locale": "ru",
                "message": {
                    "sender": {"user_id": 700, "first_name": "Анна", "is_bot": false},
                    "recipient": {"chat_id": CHAT, "chat_type": "dialog", "user_id": 229_000_001},
                    "timestamp": 1_790_000_000_000_i64, "body": body,
                }});
                if let Some(id) = reply_to {
                    update["message"]["link"] = json!({"type": "reply", "message": {"mid": id, "seq": 1, "text": ""}});
                }
                update
            }
        }
    }

    async fn deliver(&self, update: &Value) {
        match self.messenger {
            Messenger::Telegram => self.bots.deliver_telegram(self.app, update).await,
            Messenger::Max => self.bots.deliver_max(self.app, update).await,
        }
    }

    pub(super) async fn write(&self, text: &str, reply_to: Option<&str>) {
        self.deliver(&self.update(json!({"text": text}), reply_to)).await;
    }

    async fn choose(&self, data: &str) {
        let id = self.bots.telegram_update(CHAT, json!({}))["update_id"].clone();
        let update = match self.messenger {
            Messenger::Telegram => json!({"update_id": id, "callback_query": {
                "id": format!("press-{id}"), "from": {"id": CHAT, "is_bot": false, "language_code": "ru"}, "chat_instance": "1",
                "message": {"message_id": 1, "date": 0, "chat": {"id": CHAT, "type": "private"}}, "data": data}}),
            Messenger::Max => {
                json!({"update_type": "message_callback", "timestamp": 1_790_000_000_000_i64, "user_locale": "ru",
                "callback": {"timestamp": 1_790_000_000_000_i64, "callback_id": format!("press-{id}"), "payload": data,
                    "user": {"user_id": 700, "first_name": "Анна", "is_bot": false}},
                "message": {"recipient": {"chat_id": CHAT, "chat_type": "dialog"}, "body": {"mid": "mid.9"}}})
            }
        };
        self.deliver(&update).await;
    }

    pub(super) fn received(&self) -> Vec<SentMessage> {
        let sent = self.bots.take_messages(CHAT);
        assert!(
            sent.iter().all(|sent| sent.messenger == self.messenger.as_str()),
            "{sent:?}"
        );
        sent
    }

    /// The data of the buttons of a message, from top to bottom.
    fn choices(&self, sent: &SentMessage) -> Vec<String> {
        let rows = match self.messenger {
            Messenger::Telegram => &sent.body["reply_markup"]["inline_keyboard"],
            Messenger::Max => &sent.body["attachments"][0]["payload"]["buttons"],
        };
        let data = |row: &Value| {
            let data = match self.messenger {
                Messenger::Telegram => &row[0]["callback_data"],
                Messenger::Max => &row[0]["payload"],
            };
            data.as_str().expect("a choice").to_owned()
        };
        rows.as_array().expect("buttons").iter().map(data).collect()
    }
}

/// Sends a message of the staff. The job that passes it on is one more statement.
async fn say(staff: &Actor, order: i64, body: &str) {
    let path = chat_path("agent", order);
    let _ = staff
        .post(&path, json!({"body": body}))
        .await
        .expect_within_statements(201, 8);
}

async fn texts_in(actor: &Actor, side: &str, order: i64) -> Vec<String> {
    let chat = actor.get(&chat_path(side, order)).await.expect(200);
    message_texts(&chat).into_iter().map(str::to_owned).collect()
}

pub(super) async fn last_message(actor: &Actor, side: &str, order: i64) -> Value {
    let chat = actor
        .get(&chat_path(side, order))
        .await
        .expect_within_statements(200, 7);
    let messages = chat["data"].as_array().expect("messages");
    messages.last().expect("a message").clone()
}

async fn answer_to_a_notice_goes_both_ways(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, client, order) = submitted_order_chat(&app).await;
    let other = submitted_order(&client).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    app.run_due_jobs().await;
    person.received();
    say(&owner, order, "Заменить цвет?").await;
    app.state.clock.advance(Duration::seconds(61));
    app.run_due_jobs().await;
    let notice = person.received().pop().expect("a notice");
    assert!(
        notice.text.starts_with("Новое сообщение по заказу K1-1"),
        "{}",
        notice.text
    );

    let answer = person.update(json!({"text": "Да, на синий"}), Some(&notice.id));
    person.deliver(&answer).await;
    person.deliver(&answer).await;
    assert_eq!(
        texts_in(&owner, "agent", order).await,
        ["Заменить цвет?", "Да, на синий"]
    );
    assert_eq!(texts_in(&owner, "agent", other).await, Vec::<String>::new());
    let received = last_message(&owner, "agent", order).await;
    assert_eq!(
        (&received["via"], &received["author_name"]),
        (&json!(messenger.as_str()), &json!("Игорь"))
    );
    assert_eq!(received["side"], "client");
    let confirmations = person.received();
    assert_eq!(confirmations.len(), 1, "{confirmations:?}");
    assert!(
        confirmations[0].text.starts_with("Передано в чат заказа K1-1"),
        "{confirmations:?}"
    );
    let waiting = owner.get("/agent/chats?tab=waiting").await.expect(200);
    assert_eq!(waiting["data"][0]["last_message"]["text"], "Да, на синий");

    say(&owner, order, "Хорошо").await;
    assert_eq!(
        last_message(&owner, "agent", order).await["deliveries"],
        json!([]),
        "not queued yet"
    );
    app.run_due_jobs().await;
    let sent = person.received();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].text.starts_with("K1-1 · Анна\nХорошо"), "{sent:?}");
    let state = json!([{"channel": messenger.as_str(), "state": "sent", "blocked": false}]);
    assert_eq!(last_message(&owner, "agent", order).await["deliveries"], state);
    app.state.clock.advance(Duration::seconds(61));
    app.run_due_jobs().await;
    assert_eq!(
        person.received().len(),
        0,
        "the notice of the same message would be a second one"
    );

    person.write("Спасибо", Some(&sent[0].id)).await;
    assert_eq!(last_message(&owner, "agent", order).await["body"], "Спасибо");
    assert_eq!(person.received().len(), 0, "a conversation is confirmed once");
}

async fn message_without_an_answer_asks_for_its_order(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, _, first) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    person.write("Единственный заказ", None).await;
    assert_eq!(texts_in(&owner, "agent", first).await, ["Единственный заказ"]);
    app.state.clock.advance(Duration::minutes(70));
    let (owner, client) = (app.log_in("agent", OWNER).await, app.log_in("client", CLIENT).await);
    let second = submitted_order(&client).await;
    app.run_due_jobs().await;
    person.received();

    person.write("Когда приедет?", None).await;
    person.write("Очень жду", None).await;
    let questions = person.received();
    assert_eq!(questions.len(), 1, "asked once: {questions:?}");
    assert_eq!(
        person.choices(&questions[0]),
        [format!("order:{second}"), format!("order:{first}")]
    );
    assert_eq!(texts_in(&owner, "agent", second).await, Vec::<String>::new(), "kept");
    person.choose("order:4096").await;
    assert_eq!(
        app.count("messenger_incoming", "content IS NOT NULL").await,
        2,
        "still kept"
    );
    person.choose(&format!("order:{second}")).await;
    assert_eq!(texts_in(&owner, "agent", second).await, ["Когда приедет?", "Очень жду"]);
    let answers: Vec<Value> = bots
        .take_messages(0)
        .into_iter()
        .filter(|sent| sent.messenger == "answers")
        .map(|sent| sent.body)
        .collect();
    assert_eq!(answers.len(), 2, "each press is answered: {answers:?}");
    person.write("И ещё", None).await;
    assert_eq!(
        texts_in(&owner, "agent", second).await.last().map(String::as_str),
        Some("И ещё"),
        "the conversation goes on"
    );
}

async fn files_of_a_messenger_are_stored(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, _, order) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    let picture = crate::media::encode_image(40, 30, image::ImageFormat::Jpeg);
    bots.files.lock().expect("files").extend([
        ("photo".to_owned(), picture),
        ("voice".to_owned(), b"OggS voice".to_vec()),
    ]);
    let max_url = format!("{}/max-files", Messenger::Max.config(&app.state.config).api_url);
    let content = |kind: &str| match (messenger, kind) {
        (Messenger::Telegram, "photo") => json!({"caption": "Брак", "photo": [
            {"file_id": "small", "width": 9, "height": 9}, {"file_id": "photo", "width": 40, "height": 30}]}),
        (Messenger::Telegram, "voice") => {
            json!({"voice": {"file_id": "voice", "duration": 2, "mime_type": "audio/ogg"}})
        }
        (Messenger::Telegram, _) => {
            json!({"document": {"file_id": "huge", "file_name": "видео.mov", "file_size": 21 << 20}})
        }
        (Messenger::Max, "photo") => json!({"text": "Брак", "attachments": [
            {"type": "image", "payload": {"photo_id": 1, "url": format!("{max_url}/photo")}}]}),
        (Messenger::Max, "voice") => {
            json!({"attachments": [{"type": "audio", "payload": {"url": format!("{max_url}/voice")}}]})
        }
        (Messenger::Max, _) => json!({"attachments": [
            {"type": "file", "filename": "видео.mov", "size": 21 << 20, "payload": {"url": format!("{max_url}/huge")}}]}),
    };
    for kind in ["photo", "voice", "huge"] {
        person.deliver(&person.update(content(kind), None)).await;
    }
    let chat = owner.get(&chat_path("agent", order)).await.expect(200);
    assert_eq!(message_texts(&chat), ["Брак", "", "[📎 видео.mov: больше 20 МБ]"]);
    let photo = &chat["data"][0]["files"][0];
    assert_eq!(
        (&photo["picture"]["width"], &photo["picture"]["height"]),
        (&json!(40), &json!(30))
    );
    let voice = chat["data"][1]["files"][0]["name"].as_str().expect("a name");
    assert!(
        voice.rsplit_once('.').is_some_and(|(_, extension)| extension == "ogg"),
        "{voice}"
    );
    assert_eq!(app.count("chat_files", "message_id IS NULL").await, 0);
}

/// A message of Telegram has up to 4,096 letters, and one of a chat 4,000.
async fn long_text_is_kept_whole(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, _, order) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    let text: String = "Размер 42 вместо 43. "
        .chars()
        .cycle()
        .take(4095)
        .chain(['!'])
        .collect();
    person.write(&text, None).await;
    let parts = texts_in(&owner, "agent", order).await;
    assert_eq!(
        (parts.len(), parts.concat().replace(' ', "")),
        (2, text.replace(' ', ""))
    );
}

async fn blocked_bot_is_shown_at_the_message(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, _, order) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    person.write("Где мой заказ?", None).await;
    person.received();
    let refusal = json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user",
        "code": "chat.denied", "message": "error.dialog.suspended"});
    bots.answers.lock().expect("answers").push_back((403, refusal));
    say(&owner, order, "В пути").await;
    app.run_due_jobs().await;
    let state = json!([{"channel": messenger.as_str(), "state": "failed", "blocked": true}]);
    assert_eq!(last_message(&owner, "agent", order).await["deliveries"], state);
    let row = async || owner.get(&format!("/agent/chats/{order}")).await.expect(200);
    assert_eq!(row().await["bot_blocked"], true);
    app.state.clock.advance(Duration::minutes(1));
    person.write("Снова тут", None).await;
    assert_eq!(row().await["bot_blocked"], false, "who writes has unblocked the bot");
}

macro_rules! in_both_messengers {
    ($($test:ident => $telegram:ident, $max:ident;)*) => {$(
        #[apply(on_both)]
        async fn $telegram(app: App) {
            $test(&app, Messenger::Telegram).await;
        }

        #[apply(on_both)]
        async fn $max(app: App) {
            $test(&app, Messenger::Max).await;
        }
    )*};
}

in_both_messengers! {
    answer_to_a_notice_goes_both_ways => telegram_answer_goes_both_ways, max_answer_goes_both_ways;
    message_without_an_answer_asks_for_its_order => telegram_asks_for_the_order, max_asks_for_the_order;
    files_of_a_messenger_are_stored => telegram_files_are_stored, max_files_are_stored;
    long_text_is_kept_whole => telegram_long_text_is_kept_whole, max_long_text_is_kept_whole;
    blocked_bot_is_shown_at_the_message => telegram_blocked_bot_is_shown, max_blocked_bot_is_shown;
}

#[apply(on_both)]
async fn answer_reaches_no_order_of_another_client(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client, order) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger: Messenger::Telegram,
    };
    person.link().await;
    let stranger = app.log_in("client", OTHER_CLIENT).await;
    let foreign = submitted_order(&stranger).await;
    let _ = submitted_order(&client).await;
    person.write("О чём?", None).await;
    person.choose(&format!("order:{foreign}")).await;
    assert_eq!(texts_in(&stranger, "client", foreign).await, Vec::<String>::new());
    assert_eq!(texts_in(&owner, "agent", order).await, Vec::<String>::new());
    assert_eq!(app.count("messenger_incoming", "content IS NOT NULL").await, 1);
    // A command is no message.
    person.write("/help", None).await;
    assert_eq!(app.count("messenger_incoming", "1 = 1").await, 1);
}
