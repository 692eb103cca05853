//! Jobs that hang hold up their own kind only.

use super::faulty::{Fault, FaultyServer, Protocol, lose_patience};
use crate::{
    people::{
        bots::{Bots, Browser},
        send_message,
    },
    support::{App, CLIENT, OWNER, eventually, on_both},
};
use chrono::Duration;
use platform::{breaker::run_as_job, config::Mail};
use serde_json::json;
use tokio::sync::watch;

const CHAT: i64 = 5_550_001;

/// Runs the jobs of the app as its server does, until the returned sender is dropped.
fn start_worker(app: &App) -> watch::Sender<bool> {
    let (stop, stopping) = watch::channel(false);
    let jobs = karavan::app::jobs(&app.state).only(|kind| !kind.contains("fetch"));
    tokio::spawn(jobs.run(app.state.clone(), stopping));
    stop
}

async fn request_resets(app: &App, count: usize) {
    app.execute_sql(&format!(
        "UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'"
    ))
    .await;
    for _ in 0..count {
        let _ = app
            .anonymous()
            .post("/agent/forgot-password", json!({"email": "anna@example.com"}))
            .await
            .expect(202);
    }
}

#[apply(on_both)]
async fn silent_mail_server_holds_up_no_login_code(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let silent = FaultyServer::start(Protocol::Smtp, Fault::HangAfterConnect).await;
    let app = app.with_config(|config| config.messaging.mail = Mail::Smtp(format!("smtp://{}", silent.address)));
    request_resets(&app, 4).await;
    let worker = start_worker(&app);
    eventually("jobs wait for the mail server", async || silent.connections() >= 2).await;
    let _ = Browser::new(&app)
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    eventually("the code is sent", async || !bots.sent.lock().expect("sent").is_empty()).await;
    assert_eq!(bots.take_code(CHAT).len(), 6);
    assert_eq!(silent.connections(), 2, "the other e-mails wait for a place");
    drop(worker);
}

#[apply(on_both)]
async fn failing_news_stop_no_login_code(app: App) {
    app.expect_errors("circuit opened");
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, CHAT + 1, OWNER).await;
    let owner = app.owner().await.get("/agent/me").await.expect(200);
    let owner = owner["user"]["id"].as_i64().expect("an id");
    let failures = std::iter::repeat_n((503, json!(null)), 5);
    bots.answers.lock().expect("answers").extend(failures);
    send_message(&app, owner, "новость", "news").await;
    for wait in [0, 1, 5, 15, 60] {
        app.state.clock.advance(Duration::seconds(wait));
        app.run_due_jobs().await;
    }
    let circuits = app.state.breaker.circuits_at(app.state.clock.now());
    let open: Vec<_> = circuits.iter().filter(|circuit| circuit.is_open).collect();
    assert!(
        matches!(&open[..], [circuit] if circuit.caller == "messengers:deliver-telegram"),
        "{open:?}"
    );
    let _ = Browser::new(&app)
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    assert_eq!(bots.take_code(CHAT).len(), 6);
    assert!(bots.take_messages(CHAT + 1).is_empty(), "the news wait");
}

#[apply(on_both)]
async fn jobs_wait_while_their_system_is_down_and_use_up_no_attempts(app: App) {
    app.expect_errors("circuit opened");
    let silent = FaultyServer::start(Protocol::Smtp, Fault::HangAfterConnect).await;
    let down = app.with_config(|config| {
        lose_patience(config);
        config.messaging.mail = Mail::Smtp(format!("smtp://{}", silent.address));
    });
    run_as_job("identity:password-reset", async {
        for _ in 0..5 {
            down.state.breaker.on_failure("mail", down.state.clock.now());
        }
    })
    .await;
    request_resets(&down, 1).await;
    down.run_due_jobs().await;
    let waiting = "kind = 'identity:password-reset' AND done_at IS NULL AND attempts = 0";
    assert_eq!((app.count("jobs", waiting).await, silent.connections()), (1, 0));
    // The server is repaired.
    app.state.clock.advance(Duration::minutes(1));
    app.run_due_jobs().await;
    assert_eq!(app.count("jobs", waiting).await, 0);
}
