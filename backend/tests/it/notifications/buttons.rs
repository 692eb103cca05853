//! Buttons of notifications in messengers: each names the step that waits, and opens its page.

use crate::{
    orders::{lifecycle::quote_order, submitted_order},
    people::bots::Bots,
    support::{CLIENT, on_both},
};
use serde_json::{Value, json};
use shared_types::{
    money::{Currency, Money},
    translation::Language,
};

const CHAT: i64 = 200;

#[apply(on_both)]
async fn buttons_name_the_step_and_open_its_page(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| config.public_url = "https://karavan.example".to_owned());
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, CHAT, CLIENT).await;
    app.run_due_jobs().await;
    bots.take_messages(CHAT);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let calculation = client.get(&format!("/client/orders/{order}/calculation")).await;
    let due = calculation.expect_within_statements(200, 8)["quote"]["due"].clone();
    let due: Money = serde_json::from_value(due).expect("a sum");
    let body = json!({"amount": "100", "currency": "RUB"});
    let topup = client.post("/client/balance/requests", body).await.expect(201);
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{}/issue", topup["id"]),
            json!({"requisites": "Сбербанк 2202 2000 1234 5672,\nАнна С."}),
        )
        .await
        .expect_within_statements(200, 12);
    app.state.clock.advance(chrono::Duration::minutes(2));
    app.run_due_jobs().await;
    let sent = bots.take_messages(CHAT);
    let keyboards = sent.iter().map(|sent| &sent.body["reply_markup"]["inline_keyboard"]);
    let buttons: Vec<&Value> = keyboards.filter_map(|rows| rows.as_array()?.last()?.get(0)).collect();
    let requisites = sent
        .iter()
        .find(|sent| sent.text.ends_with("Сбербанк 2202 2000 1234 5672,\nАнна С."));
    let copies = &requisites.expect("the requisites").body["reply_markup"]["inline_keyboard"][0][0];
    let number = "2202200012345672";
    assert_eq!(
        copies,
        &json!({"text": format!("Скопировать {number}"), "copy_text": {"text": number}})
    );
    for (path, sum) in [
        (format!("orders/{order}"), due),
        ("balance?requests=issued".to_owned(), Money::new(10_000, Currency::Rub)),
    ] {
        let sum = sum.in_language(Language::Ru);
        let page = url::form_urlencoded::byte_serialize(format!("/client/{path}").as_bytes()).collect::<String>();
        let address = format!("https://karavan.example/client/app?page={page}");
        let expected = json!({"text": format!("Оплатить {sum}"), "web_app": {"url": address}});
        assert!(buttons.contains(&&expected), "{buttons:?}");
    }
}

#[apply(on_both)]
async fn buttons_of_max_open_the_mini_app_if_the_bot_has_one(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| config.public_url = "https://karavan.example".to_owned());
    let with_app = app.with_config(|config| config.messaging.max_mini_app = true);
    let (owner, client) = (app.owner().await, app.client().await);
    let contact = bots.max_contact(CHAT, 700, CLIENT, 700);
    bots.deliver_max(&app, &contact).await;
    for (server, button) in [
        (
            &app,
            json!({"type": "link", "url": "https://karavan.example/client/balance?requests=issued"}),
        ),
        (
            &with_app,
            json!({"type": "open_app", "web_app": "karavan_max_bot", "payload": "balance"}),
        ),
    ] {
        bots.take_messages(CHAT);
        let body = json!({"amount": "100", "currency": "RUB"});
        let topup = client.post("/client/balance/requests", body).await.expect(201);
        let issue = format!("/agent/balance-requests/{}/issue", topup["id"]);
        let body = json!({"requisites": "СБП +7 999 123-45-67"});
        let _ = owner.post(&issue, body).await.expect_within_statements(200, 12);
        app.state.clock.advance(chrono::Duration::minutes(2));
        server.run_due_jobs().await;
        let sent = bots.take_messages(CHAT);
        let mut expected = button;
        expected["text"] = json!("Оплатить 100,00 ₽");
        let copy = json!({"type": "clipboard", "text": "Скопировать +79991234567", "payload": "+79991234567"});
        let rows = json!([[copy], [expected]]);
        let found = sent
            .iter()
            .map(|sent| sent.body["attachments"][0]["payload"]["buttons"].to_string());
        let found: Vec<String> = found.map(|text| text.replace('\u{a0}', " ")).collect();
        assert_eq!(found, [rows.to_string()]);
    }
}
