//! Cheap checks run before a password or code is hashed.

use super::{CHAT, password_body};
use crate::{
    people::bots::Bots,
    support::{CLIENT, PASSWORD, on_both},
};
use futures::future::join_all;
use serde_json::json;

#[apply(on_both)]
async fn invalid_reset_link_costs_no_hashing(app: App) {
    let before = app.state.hasher.computed();
    let reset = |number: usize| {
        let stranger = app.anonymous();
        async move {
            stranger
                .post(
                    &format!("/agent/reset-password/guess-{number}"),
                    json!({"password": "a-new-password"}),
                )
                .await
                .status
        }
    };
    let statuses = join_all((0..60).map(reset)).await;
    assert!(
        statuses.iter().all(|status| [401, 429].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&429), "one IP address is limited");
    assert_eq!(app.state.hasher.computed(), before);
}

#[apply(on_both)]
async fn registration_over_the_limit_costs_no_hashing(app: App) {
    let client = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
    let agent = json!({"phone": "+79995556602", "name": "Новый", "password": "a-new-password", "company": "Новая"});
    for (path, body) in [("/client/register", client), ("/agent/register", agent)] {
        let before = app.state.hasher.computed();
        for _ in 0..5 {
            let _ = app.anonymous().post(path, body.clone()).await.expect(200);
        }
        for _ in 0..5 {
            let _ = app
                .anonymous()
                .post(path, body.clone())
                .await
                .expect_problem(429, "too_many_requests");
        }
        assert_eq!(app.state.hasher.computed(), before + 5, "{path}");
    }
}

#[apply(on_both)]
async fn full_hash_queue_answers_busy_and_counts_no_attempt(app: App) {
    let full = app.with_config(|config| config.hash_queue = 0);
    for _ in 0..10 {
        let busy = full
            .anonymous()
            .post("/client/login/password", password_body(CLIENT, PASSWORD))
            .await;
        assert_eq!(busy.headers["retry-after"], "1");
        let _ = busy.expect_problem(503, "busy");
    }
    let new = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
    for _ in 0..10 {
        let _ = full
            .anonymous()
            .post("/client/register", new.clone())
            .await
            .expect_problem(503, "busy");
    }
    assert_eq!(full.state.hasher.computed(), 0);
    let _ = app
        .anonymous()
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect(200);
    let _ = app.anonymous().post("/client/register", new).await.expect(200);
}

#[apply(on_both)]
async fn full_hash_queue_does_not_consume_a_code(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let _ = app
        .anonymous()
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let body = json!({"phone": CLIENT, "code": bots.take_code(CHAT)});
    let full = app.with_config(|config| config.hash_queue = 0);
    for _ in 0..10 {
        let _ = full
            .anonymous()
            .post("/client/code", body.clone())
            .await
            .expect_problem(503, "busy");
    }
    let _ = app.anonymous().post("/client/code", body).await.expect(200);
}
