//! Files of the staff in Telegram and MAX.

use super::{
    chat_path,
    messengers::{Person, last_message},
    submitted_order_chat,
};
use crate::{
    media::encode_image,
    people::bots::Bots,
    services::send_bytes,
    support::{App, on_both},
};
use entities::messenger_contact::Messenger;
use serde_json::{Value, json};

async fn files_of_staff_arrive_as_files(app: &App, messenger: Messenger) {
    let (app, bots) = Bots::start(app).await;
    let (owner, _, order) = submitted_order_chat(&app).await;
    let person = Person {
        app: &app,
        bots: &bots,
        messenger,
    };
    person.link().await;
    person.write("Покажите фото", None).await;
    person.received();
    let picture = encode_image(40, 30, image::ImageFormat::Png);
    let mut files = Vec::new();
    for (name, bytes) in [
        ("seam.png", picture),
        ("bill.pdf", b"%PDF-1.4 bill".to_vec()),
        ("turn.mp4", b"not a real film".to_vec()),
    ] {
        let path = format!("{}/files?name={name}", chat_path("agent", order));
        files.push(
            send_bytes(&owner, "POST", &path, 0, &bytes)
                .await
                .expect_within_statements(201, 8)["id"]
                .clone(),
        );
    }
    let body = json!({"body": "Вот", "files": files});
    let _ = owner
        .post(&chat_path("agent", order), body)
        .await
        .expect_within_statements(201, 10);
    app.run_due_jobs().await;
    let sent = person.received();
    assert_eq!(sent.len(), 4, "{sent:?}");
    assert!(sent[0].text.starts_with("K1-1 · Анна\nВот"), "{sent:?}");
    match messenger {
        Messenger::Telegram => {
            let methods: Vec<&Value> = sent[1..].iter().map(|sent| &sent.body["method"]).collect();
            assert_eq!(methods, ["sendPhoto", "sendDocument", "sendVideo"]);
            // Pictures are stored as JPEG.
            assert_eq!(sent[1].body["photo"]["name"], "seam.jpg");
            assert_eq!(sent[2].body["document"], json!({"name": "bill.pdf", "bytes": 13}));
        }
        Messenger::Max => {
            let attachments: Vec<&Value> = sent[1..].iter().map(|sent| &sent.body["attachments"][0]).collect();
            let expected = [
                json!({"type": "image", "payload": {"photos": {"1": {"token": "token-of-image"}}}}),
                json!({"type": "file", "payload": {"token": "token-of-file"}}),
                json!({"type": "video", "payload": {"token": "token-of-video"}}),
            ];
            assert_eq!(attachments, expected.iter().collect::<Vec<_>>());
            let uploads = bots.take_messages(0);
            let names: Vec<&Value> = uploads
                .iter()
                .filter(|sent| sent.messenger == "uploads")
                .map(|sent| &sent.body["data"]["name"])
                .collect();
            assert_eq!(names, ["seam.jpg", "bill.pdf", "turn.mp4"]);
        }
    }
    let state = json!([{"channel": messenger.as_str(), "state": "sent", "blocked": false}]);
    assert_eq!(last_message(&owner, "agent", order).await["deliveries"], state);

    // The answer to a file belongs to the order, too, and a refused file is shown as failed.
    person.write("Спасибо", Some(&sent[2].id)).await;
    assert_eq!(last_message(&owner, "agent", order).await["body"], "Спасибо");
    let path = format!("{}/files?name=last.pdf", chat_path("agent", order));
    let file = send_bytes(&owner, "POST", &path, 0, b"%PDF-1.4 last")
        .await
        .expect_within_statements(201, 8)["id"]
        .clone();
    app.execute_sql("UPDATE chat_files SET path = 'gone' WHERE message_id IS NULL")
        .await;
    let _ = owner
        .post(&chat_path("agent", order), json!({"body": "Ещё", "files": [file]}))
        .await
        .expect_within_statements(201, 10);
    app.expect_errors("message refused");
    app.run_due_jobs().await;
    assert_eq!(person.received().len(), 1);
    let state = json!([{"channel": messenger.as_str(), "state": "failed", "blocked": false}]);
    assert_eq!(last_message(&owner, "agent", order).await["deliveries"], state);
}

#[apply(on_both)]
async fn telegram_gets_files_of_staff(app: App) {
    files_of_staff_arrive_as_files(&app, Messenger::Telegram).await;
}

#[apply(on_both)]
async fn max_gets_files_of_staff(app: App) {
    files_of_staff_arrive_as_files(&app, Messenger::Max).await;
}
