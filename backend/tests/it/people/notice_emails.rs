//! Notifications by e-mail: the chosen channel, the fallback, and unsubscribing.

use super::{
    bots::Bots,
    emails::{SmtpSession, decode_text, start_smtp_server},
};
use crate::{
    orders::{lifecycle::quote_order, submitted_order},
    support::{App, CLIENT, OWNER, on_both},
};
use chrono::Duration;
use platform::config::Mail;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const CLIENT_CHAT: i64 = 200;
const MAX_CHAT: i64 = 77;

pub(super) async fn set_email(app: &App, phone: &str, email: &str) {
    app.execute_sql(&format!("UPDATE users SET email = '{email}' WHERE phone = '{phone}'"))
        .await;
}

/// The app with bots and a mail server that refuses addresses containing `unknown`.
pub(super) async fn start(app: &App, unknown: &'static str) -> (App, Bots, Arc<Mutex<Vec<SmtpSession>>>) {
    let (url, sessions) = start_smtp_server(unknown).await;
    let (app, bots) = Bots::start(app).await;
    let app = app.with_config(|config| {
        config.messaging.mail = Mail::Smtp(url);
        "Karavan <karavan@karavan.example>".clone_into(&mut config.messaging.mail_from);
    });
    (app, bots, sessions)
}

/// Runs due jobs and takes the e-mails sent meanwhile.
pub(super) async fn take_emails(app: &App, sessions: &Mutex<Vec<SmtpSession>>) -> Vec<String> {
    app.run_due_jobs().await;
    let taken = std::mem::take(&mut *sessions.lock().expect("sessions"));
    taken
        .into_iter()
        .map(|session| session.email)
        .filter(|email| !email.is_empty())
        .collect()
}

/// The decoded parts of a multipart e-mail: plain text and HTML.
pub(super) fn parts(email: &str) -> (String, String) {
    let boundary = email
        .split("boundary=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a boundary");
    let marker = format!("--{boundary}");
    let mut found = email.split(&marker).skip(1).map(|part| part.trim_start_matches('\n'));
    let mut next = |kind: &str| {
        let part = found.next().expect("a part");
        assert!(part.to_ascii_lowercase().contains(kind), "{part}");
        decode_text(part)
    };
    (next("text/plain"), next("text/html"))
}

/// An order that is quoted for the first client.
pub(super) async fn quoted_order(app: &App) -> i64 {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    app.run_due_jobs().await;
    let _ = quote_order(&owner, order).await;
    order
}

fn choice(notice: &str, channel: &str, enabled: bool) -> Value {
    json!({"choices": [{"notice": notice, "channel": channel, "enabled": enabled}]})
}

#[apply(on_both)]
async fn email_is_sent_in_both_forms_with_an_unsubscribe_link(app: App) {
    let (app, _bots, sessions) = start(&app, "nobody@").await;
    set_email(&app, CLIENT, "igor@example.com").await;
    let order = quoted_order(&app).await;
    let emails = take_emails(&app, &sessions).await;
    let [email] = &emails[..] else {
        panic!("one e-mail: {emails:#?}")
    };
    assert!(email.contains("To: igor@example.com"), "{email}");
    assert!(
        email.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"),
        "{email}"
    );
    let (text, html) = parts(email);
    assert!(
        text.starts_with("lotus") && text.contains("\nЗаказ K1-1 рассчитан"),
        "{text}"
    );
    assert!(text.contains(&format!("/client/orders/{order}")), "{text}");
    assert!(
        html.contains("lotus</td>") && html.contains(">Оплатить ") && html.contains(&format!("/client/orders/{order}")),
        "{html}"
    );
    let link = text
        .split_whitespace()
        .find(|word| word.contains("/client/unsubscribe/"))
        .expect("a link");
    let header: String = email
        .split("List-Unsubscribe: ")
        .nth(1)
        .expect("the header")
        .chars()
        .take(400)
        .collect();
    let header: String = header
        .split('>')
        .next()
        .expect("an address")
        .split_whitespace()
        .collect();
    assert_eq!(
        header.trim_start_matches('<'),
        link,
        "header and text have the same address"
    );
    // The e-mail is sent once, and its text is not kept.
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());
    assert_eq!(app.count("email_messages", "body <> '' OR sent_at IS NULL").await, 0);

    let path = format!("/client/unsubscribe/{}", link.rsplit('/').next().expect("a token"));
    let forged = format!("{}0", &path[..path.len() - 1]);
    let other = if forged == path {
        format!("{}1", &path[..path.len() - 1])
    } else {
        forged
    };
    for wrong in [
        other.as_str(),
        "/client/unsubscribe/1",
        "/client/unsubscribe/1-ff",
        "/client/unsubscribe/x-y",
    ] {
        let _ = app
            .anonymous()
            .post(wrong, json!({}))
            .await
            .expect_problem(404, "not_found");
    }
    let form = b"List-Unsubscribe=One-Click".to_vec();
    let program = app
        .anonymous()
        .with_header("content-type", "application/x-www-form-urlencoded");
    let _ = program.send("POST", &path, Some(form)).await.expect(204);
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());
    let shown = app.client().await.get("/client/notice-preferences").await.expect(200);
    assert_eq!(
        (&shown["notices"][0]["channels"], &shown["notices"][0]["used"]),
        (&json!([]), &json!([]))
    );
    // It can be switched on again.
    let on = app
        .client()
        .await
        .patch("/client/notice-preferences", choice("order_quoted", "email", true))
        .await
        .expect(200);
    assert_eq!(on["notices"][0]["used"], json!(["email"]));
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await.len(), 1);
}

#[apply(on_both)]
async fn messenger_chosen_in_the_profile_is_used(app: App) {
    let (app, bots, sessions) = start(&app, "nobody@").await;
    let client = app.client().await;
    set_email(&app, CLIENT, "igor@example.com").await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    bots.deliver_max(&app, &bots.max_contact(MAX_CHAT, 700, CLIENT, 700))
        .await;
    app.execute_sql(&format!(
        "UPDATE users SET contact_channel = 'max' WHERE phone = '{CLIENT}'"
    ))
    .await;
    app.run_due_jobs().await;
    let _ = (bots.take_messages(CLIENT_CHAT), bots.take_messages(MAX_CHAT));
    let shown = client
        .get("/client/notice-preferences")
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        (&shown["default_channel"], &shown["notices"][0]["used"]),
        (&json!("max"), &json!(["max"]))
    );
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());
    assert_eq!(
        (
            bots.take_messages(CLIENT_CHAT).len(),
            bots.take_messages(MAX_CHAT).len()
        ),
        (0, 1)
    );
    // Another channel is added to the one that was shown as chosen.
    let _ = client
        .patch("/client/notice-preferences", choice("order_quoted", "email", true))
        .await
        .expect_within_statements(200, 6);
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await.len(), 1);
    assert_eq!(
        (
            bots.take_messages(CLIENT_CHAT).len(),
            bots.take_messages(MAX_CHAT).len()
        ),
        (0, 1)
    );
}

#[apply(on_both)]
async fn blocked_bot_is_replaced_and_shown(app: App) {
    let (app, bots, sessions) = start(&app, "nobody@").await;
    let client = app.client().await;
    set_email(&app, CLIENT, "igor@example.com").await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let blocked = json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"});
    bots.answers.lock().expect("answers").push_back((403, blocked));
    let _ = quoted_order(&app).await;
    let _ = take_emails(&app, &sessions).await;
    let shown = client.get("/client/notice-preferences").await.expect(200);
    assert_eq!(
        shown["channels"][0],
        json!({"channel": "telegram", "linked": true, "failing": true})
    );
    assert_eq!(
        (&shown["notices"][0]["channels"], &shown["notices"][0]["used"]),
        (&json!(["telegram"]), &json!(["email"]))
    );
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await.len(), 1, "what the page says");
    // A kind that is switched off for the channel that works is not sent there.
    let _ = client
        .patch("/client/notice-preferences", choice("order_quoted", "email", false))
        .await
        .expect(200);
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());
}

#[apply(on_both)]
async fn address_that_refuses_is_not_used_until_it_is_chosen_again(app: App) {
    let (app, _bots, sessions) = start(&app, "igor@").await;
    let client = app.client().await;
    set_email(&app, CLIENT, "igor@example.com").await;
    let _ = quoted_order(&app).await;
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());
    assert_eq!(
        app.count(
            "email_messages",
            "failed_at IS NOT NULL AND last_error LIKE '%no such mailbox%'"
        )
        .await,
        1
    );
    let shown = client.get("/client/notice-preferences").await.expect(200);
    assert_eq!(
        shown["channels"][2],
        json!({"channel": "email", "linked": true, "failing": true})
    );
    assert_eq!(shown["notices"][0]["used"], json!([]));
    let again = client
        .patch("/client/notice-preferences", choice("order_quoted", "email", true))
        .await
        .expect(200);
    assert_eq!(again["notices"][0]["used"], json!(["email"]));
    // A new address is tried without being chosen.
    let _ = quoted_order(&app).await;
    let _ = take_emails(&app, &sessions).await;
    set_email(&app, CLIENT, "new@example.com").await;
    assert_eq!(
        client.get("/client/notice-preferences").await.expect(200)["notices"][0]["used"],
        json!(["email"])
    );
}

#[apply(on_both)]
async fn announcement_by_email_is_reported_as_sent(app: App) {
    let (app, _bots, sessions) = start(&app, "nobody@").await;
    let owner = app.owner().await;
    set_email(&app, CLIENT, "igor@example.com").await;
    let body = json!({"title": "Каникулы", "body": "{client}, склад закрыт до среды.", "audience": {"kind": "chosen", "clients": [1]}});
    let preview = owner
        .post(
            "/agent/notifications/rehearsal",
            json!({"body": body["body"], "audience": body["audience"]}),
        )
        .await
        .expect(200);
    assert_eq!(preview["reachable"], 1);
    let id = owner.post("/agent/notifications", body).await.expect(201)["id"].clone();
    let _ = owner
        .post(&format!("/agent/notifications/{id}/send"), json!({}))
        .await
        .expect(200);
    let emails = take_emails(&app, &sessions).await;
    let (text, _) = parts(emails.first().expect("an e-mail"));
    assert!(text.contains("склад закрыт до среды"), "{text}");
    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    let report = owner
        .get(&format!("/agent/notifications/{id}/deliveries"))
        .await
        .expect(200);
    assert_eq!(report["data"][0]["state"], "sent", "{report}");
}

#[apply(on_both)]
async fn staff_are_notified_by_email_in_their_language(app: App) {
    let (app, _bots, sessions) = start(&app, "nobody@").await;
    set_email(&app, OWNER, "anna@example.com").await;
    app.execute_sql(&format!("UPDATE users SET locale = 'en' WHERE phone = '{OWNER}'"))
        .await;
    let _ = submitted_order(&app.client().await).await;
    let emails = take_emails(&app, &sessions).await;
    let (text, html) = parts(emails.first().expect("an e-mail"));
    assert!(
        text.contains("submitted order K1-1") && text.contains("Unsubscribe"),
        "{text}"
    );
    assert!(
        html.contains("lang=\"en\"") && html.contains("Karavan</td>") && html.contains(">Open</a>"),
        "{html}"
    );
}
