//! Notifications obey the rights of their readers, field by field, in every channel.

use super::notice_emails::{parts, quoted_order, set_email, start, take_emails};
use crate::{
    orders::lifecycle::adjust_balance,
    support::{App, CLIENT, MEMBER_WITHOUT_RIGHTS, OWNER, on_both},
};
use serde_json::json;

const CLIENT_CHAT: i64 = 200;
const MEMBER_CHAT: i64 = 201;

/// Gives the members without rights the right to view these objects.
async fn grant(app: &App, objects: &[&str]) {
    for object in objects {
        app.execute_sql(&format!(
            "INSERT INTO access_group_rights (agent_id, group_id, object, level, breadth) \
             SELECT agent_id, id, '{object}', 'view', 'all' FROM access_groups WHERE name = 'Никто'"
        ))
        .await;
    }
}

/// The decoded subject of an e-mail (RFC 2047).
fn subject(email: &str) -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    let header = email.split("\nSubject: ").nth(1).expect("a subject");
    let lines = header.split('\n').enumerate();
    let folded = lines.take_while(|(index, line)| *index == 0 || line.starts_with(' '));
    let words: Vec<&str> = folded.flat_map(|(_, line)| line.split_whitespace()).collect();
    let (mut subject, mut was_encoded) = (Vec::new(), true);
    for word in words {
        let packed = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        // Only the space between two encoded words is not part of the text.
        if (!was_encoded || packed.is_none()) && !subject.is_empty() {
            subject.push(b' ');
        }
        subject.extend(packed.map_or(word.as_bytes().to_vec(), |packed| {
            STANDARD.decode(packed).expect("base64")
        }));
        was_encoded = packed.is_some();
    }
    String::from_utf8(subject).expect("UTF-8")
}

#[apply(on_both)]
async fn member_without_prices_is_notified_without_sums(app: App) {
    let (app, bots, sessions) = start(&app, "nobody@").await;
    grant(&app, &["orders"]).await;
    set_email(&app, CLIENT, "igor@example.com").await;
    set_email(&app, MEMBER_WITHOUT_RIGHTS, "guest@example.com").await;
    bots.link_telegram(&app, MEMBER_CHAT, MEMBER_WITHOUT_RIGHTS).await;
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let choices = json!({"choices": [{"notice": "order_quoted", "channel": "email", "enabled": true}]});
    let _ = guest.patch("/client/notice-preferences", choices).await.expect(200);
    let order = quoted_order(&app).await;
    let emails = take_emails(&app, &sessions).await;
    let to = |address: &str| emails.iter().find(|email| email.contains(address)).expect("an e-mail");
    let (text, html) = parts(to("guest@example.com"));
    for part in [&text, &html, &subject(to("guest@example.com"))] {
        assert!(part.contains("Заказ K1-1 рассчитан"), "{part}");
        assert!(!part.contains('₽') && !part.contains('¥'), "{part}");
    }
    for chat in bots.take_messages(MEMBER_CHAT) {
        assert!(!chat.text.contains('₽') && !chat.text.contains('¥'), "{}", chat.text);
    }
    assert!(
        subject(to("igor@example.com")).contains("Заказ K1-1 рассчитан: "),
        "{emails:?}"
    );
    let shown = guest.get(&format!("/client/orders/{order}")).await.expect(200);
    assert!(!shown.to_string().contains("\"total\":{"), "{shown}");
}

#[apply(on_both)]
async fn announcement_hides_balances_from_those_who_may_not_see_them(app: App) {
    let (app, bots, _sessions) = start(&app, "nobody@").await;
    grant(&app, &["orders"]).await;
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "1250", "RUB").await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    bots.link_telegram(&app, MEMBER_CHAT, MEMBER_WITHOUT_RIGHTS).await;
    let text = json!({"title": "Баланс", "body": "{client}: {balance_rub}"});
    let draft = owner.post("/agent/notifications", text).await.expect(201);
    let send = format!("/agent/notifications/{}/send", draft["id"]);
    let _ = owner.post(&send, json!({})).await.expect(200);
    app.run_due_jobs().await;
    let texts = |chat| {
        bots.take_messages(chat)
            .into_iter()
            .map(|sent| sent.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(CLIENT_CHAT), ["Баланс\n\nКлиент K1: 1\u{a0}250,00\u{a0}₽"]);
    assert_eq!(texts(MEMBER_CHAT), ["Баланс\n\nКлиент K1: •••"]);
    for (phone, body) in [
        (CLIENT, "Клиент K1: 1\u{a0}250,00\u{a0}₽"),
        (MEMBER_WITHOUT_RIGHTS, "Клиент K1: •••"),
    ] {
        let received = app
            .log_in("client", phone)
            .await
            .get("/client/announcements")
            .await
            .expect(200);
        assert_eq!(received["data"][0]["body"], body);
    }
}

#[apply(on_both)]
async fn requisites_and_messages_are_in_no_subject(app: App) {
    let (app, _bots, sessions) = start(&app, "nobody@").await;
    let (owner, client) = (app.owner().await, app.client().await);
    set_email(&app, OWNER, "owner@example.com").await;
    set_email(&app, CLIENT, "igor@example.com").await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let order = crate::orders::submitted_order(&client).await;
    let secret = "2202-2020-1234";
    let wallet = json!({"wallet": "alipay", "account": secret, "amount": "100"});
    let wallet = client
        .post("/client/wallet-topup", wallet)
        .await
        .expect_within_statements(201, 14);
    let card = json!({"amount": "5", "currency": "CNY", "requisites": secret});
    let withdrawal = client
        .post("/client/withdrawals", card)
        .await
        .expect_within_statements(201, 16);
    let message = json!({"body": secret});
    let _ = client
        .post(&format!("/client/orders/{order}/chat"), message.clone())
        .await
        .expect_within_statements(201, 12);
    let _ = owner
        .post(&format!("/agent/orders/{order}/chat"), message)
        .await
        .expect_within_statements(201, 12);
    for (path, body) in [
        (format!("/agent/wallet-topups/{}/pay", wallet["id"]), json!({})),
        (format!("/agent/withdrawals/{}/confirm", withdrawal["id"]), json!({})),
        (format!("/agent/withdrawals/{}/pay", withdrawal["id"]), json!({})),
    ] {
        let _ = owner.post(&path, body).await.expect_within_statements(200, 18);
    }
    app.state.clock.advance(chrono::Duration::minutes(2));
    let emails = take_emails(&app, &sessions).await;
    // Both requests, both payouts, and the message that the other side has not read.
    let bodies = emails.iter().filter(|email| parts(email).0.contains(secret));
    assert_eq!(bodies.count(), 5, "the texts contain what their readers may see");
    for email in &emails {
        assert!(!subject(email).contains(secret), "{}", subject(email));
    }
}
