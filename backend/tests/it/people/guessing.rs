//! Guessing from many connections and replicas never exceeds the allowed attempts.

use super::bots::{Bots, Browser};
use crate::support::{App, CLIENT, PASSWORD, on_both};
use chrono::Duration;
use futures::future::join_all;
use serde_json::json;

const CHAT: i64 = 5_550_001;

#[apply(on_both)]
async fn parallel_password_guesses_are_limited_across_replicas(app: App) {
    let replicas = [app.clone(), app.replica().await];
    let guess = |number: usize| {
        // A forged address has no effect.
        let actor = replicas[number % 2]
            .anonymous()
            .with_header("x-forwarded-for", &format!("203.0.113.{number}"));
        async move {
            actor
                .post(
                    "/client/login/password",
                    json!({"phone": CLIENT, "password": format!("guess {number}")}),
                )
                .await
                .status
        }
    };
    let statuses = join_all((0..50).map(guess)).await;
    let compared = statuses.iter().filter(|status| **status == 401).count();
    assert_eq!(compared, 5, "{statuses:?}");
    assert!(
        statuses.iter().all(|status| [401, 429].contains(status)),
        "{statuses:?}"
    );
    let _ = replicas[1]
        .anonymous()
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect_problem(429, "too_many_requests");
}

#[apply(on_both)]
async fn parallel_code_guesses_are_limited_across_replicas(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let replicas = [app.clone(), app.replica().await];
    let _ = app
        .anonymous()
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    let guess = |number: usize| {
        let actor = replicas[number % 2]
            .anonymous()
            .with_header("x-forwarded-for", &format!("203.0.113.{number}"));
        let wrong = format!(
            "{:06}",
            (code.parse::<usize>().expect("a number") + 1 + number) % 1_000_000
        );
        async move {
            actor
                .post("/client/code", json!({"phone": CLIENT, "code": wrong}))
                .await
                .status
        }
    };
    let statuses = join_all((0..50).map(guess)).await;
    assert!(
        statuses.iter().all(|status| [401, 429].contains(status)),
        "{statuses:?}"
    );
    assert_eq!(
        app.count("login_codes", "attempts = 5").await,
        1,
        "exactly five attempts were checked"
    );
    let _ = app
        .anonymous()
        .post("/client/code", json!({"phone": CLIENT, "code": code}))
        .await
        .expect_problem(401, "code_wrong");
    app.state.clock.advance(Duration::minutes(4));
    let late = app
        .anonymous()
        .post("/client/code", json!({"phone": CLIENT, "code": code}))
        .await;
    assert!(
        [401, 429].contains(&late.status),
        "the right code is refused after too many attempts"
    );
}

#[apply(on_both)]
async fn code_is_redeemed_once_in_parallel(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let other = app.replica().await;
    for _ in 0..5 {
        app.state.clock.advance(Duration::days(2));
        let _ = app
            .anonymous()
            .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
            .await
            .expect(202);
        app.run_due_jobs().await;
        let body = json!({"phone": CLIENT, "code": bots.take_code(CHAT)});
        let redeem = |app: &App| {
            let actor = app.anonymous();
            let body = body.clone();
            async move { actor.post("/client/code", body).await.status }
        };
        let mut statuses = [redeem(&app), redeem(&other)]
            .into_iter()
            .collect::<futures::stream::FuturesUnordered<_>>();
        let mut seen = Vec::new();
        while let Some(status) = futures::StreamExt::next(&mut statuses).await {
            seen.push(status);
        }
        seen.sort_unstable();
        assert_eq!(seen, [200, 401]);
    }
}

#[apply(on_both)]
async fn daily_code_budget_of_a_network_is_limited(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let end = app.state.clock.now() + Duration::hours(24);
    let (mut sent, mut codes) = (0, 0);
    while app.state.clock.now() < end {
        let answer = app
            .anonymous()
            .with_header("x-forwarded-for", &format!("198.51.100.{}", sent % 250))
            .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
            .await;
        sent += 1;
        if answer.status == 202 {
            codes += 1;
        } else {
            assert_eq!(answer.status, 429);
            let wait: i64 = answer.headers["retry-after"]
                .to_str()
                .ok()
                .and_then(|text| text.parse().ok())
                .expect("a number");
            app.state.clock.advance(Duration::seconds(wait));
        }
    }
    assert_eq!(codes, 6, "the code budget of one network");
}

#[apply(on_both)]
async fn new_browser_does_not_escape_the_phone_limit(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let mut sent = 0;
    for _ in 0..8 {
        let answer = Browser::new(&app)
            .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
            .await;
        sent += usize::from(answer.status == 202);
    }
    assert_eq!(sent, 5);
}
