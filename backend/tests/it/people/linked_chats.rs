//! Answers of the bots in chats that are linked to a phone.

use super::bots::Bots;
use crate::support::{CLIENT, OWNER, on_both};
use serde_json::json;

const CHAT: i64 = 5_550_001;
const STAFF_CHAT: i64 = 5_550_002;
const STRANGER: i64 = 5_550_003;

#[apply(on_both)]
async fn linked_chat_says_where_to_write(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, STAFF_CHAT, OWNER).await;
    let photo = json!({"photo": [{"file_id": "a", "file_unique_id": "b", "width": 90, "height": 90}]});
    for (chat, page) in [(CHAT, "/client/orders"), (STAFF_CHAT, "/agent/orders")] {
        for content in [
            json!({"text": "Когда придёт заказ?"}),
            json!({"text": "/start"}),
            photo.clone(),
        ] {
            bots.deliver_telegram(&app, &bots.telegram_update(chat, content)).await;
            let answer = bots.take_messages(chat).pop().expect("an answer");
            assert!(
                answer.text.contains(&format!("{}{page}", app.state.config.public_url)),
                "{}",
                answer.text
            );
            assert!(!answer.text.contains("Отправить мой номер"), "{}", answer.text);
            assert_eq!(answer.body["reply_markup"], json!({"remove_keyboard": true}));
        }
    }
    // A chat that is not linked is still asked for its number.
    bots.deliver_telegram(&app, &bots.telegram_update(STRANGER, json!({"text": "Здравствуйте"})))
        .await;
    let answer = bots.take_messages(STRANGER).pop().expect("an answer");
    assert!(answer.text.contains("Отправить мой номер"), "{}", answer.text);
}

#[apply(on_both)]
async fn linked_chat_of_max_says_where_to_write(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.deliver_max(&app, &bots.max_contact(77, 700, CLIENT, 700)).await;
    bots.take_messages(77);
    let mut text = bots.max_contact(77, 700, CLIENT, 700);
    text["message"]["body"] = json!({"mid": "mid.text", "seq": 1, "text": "Где мой заказ?"});
    bots.deliver_max(&app, &text).await;
    let answer = bots.take_messages(77).pop().expect("an answer");
    assert!(answer.text.contains("/client/orders"), "{}", answer.text);
}
