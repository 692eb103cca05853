//! Guessing: from many connections and replicas, never more tries than are allowed.

use super::bots::{Bots, Browser};
use crate::support::{App, CLIENT, PASSWORD, on_both};
use chrono::Duration;
use futures::future::join_all;
use serde_json::json;

const CHAT: i64 = 5_550_001;

on_both! {
    async fn fifty_connections_on_two_replicas_get_five_tries_at_a_password(app: App) {
        let replicas = [app.clone(), app.replica().await];
        let guess = |number: usize| {
            // A forged address changes nothing.
            let actor = replicas[number % 2].stranger().with("x-forwarded-for", &format!("203.0.113.{number}"));
            async move { actor.post("/client/login/password", json!({"phone": CLIENT, "password": format!("guess {number}")})).await.status }
        };
        let statuses = join_all((0..50).map(guess)).await;
        let compared = statuses.iter().filter(|status| **status == 401).count();
        assert_eq!(compared, 5, "{statuses:?}");
        assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
        let _ = replicas[1].stranger().post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD})).await.refused(429, "too_many_requests");
    }

    async fn fifty_connections_on_two_replicas_get_five_tries_at_a_code(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let replicas = [app.clone(), app.replica().await];
        let _ = app.stranger().post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
        app.work_off().await;
        let code = bots.code(CHAT);
        let guess = |number: usize| {
            let actor = replicas[number % 2].stranger().with("x-forwarded-for", &format!("203.0.113.{number}"));
            let wrong = format!("{:06}", (code.parse::<usize>().expect("a number") + 1 + number) % 1_000_000);
            async move { actor.post("/client/code", json!({"phone": CLIENT, "code": wrong})).await.status }
        };
        let statuses = join_all((0..50).map(guess)).await;
        assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
        assert_eq!(app.count("login_codes", "attempts = 5").await, 1, "five were compared, no more");
        let _ = app.stranger().post("/client/code", json!({"phone": CLIENT, "code": code})).await.refused(401, "code_wrong");
        app.state.clock.advance(Duration::minutes(4));
        let late = app.stranger().post("/client/code", json!({"phone": CLIENT, "code": code})).await;
        assert!([401, 429].contains(&late.status), "the right code after its tries is refused");
    }

    async fn of_two_redemptions_at_once_exactly_one_wins(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let other = app.replica().await;
        for _ in 0..5 {
            app.state.clock.advance(Duration::days(2));
            let _ = app.stranger().post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
            app.work_off().await;
            let body = json!({"phone": CLIENT, "code": bots.code(CHAT)});
            let redeem = |app: &App| {
                let actor = app.stranger();
                let body = body.clone();
                async move { actor.post("/client/code", body).await.status }
            };
            let mut statuses = [redeem(&app), redeem(&other)].into_iter().collect::<futures::stream::FuturesUnordered<_>>();
            let mut seen = Vec::new();
            while let Some(status) = futures::StreamExt::next(&mut statuses).await {
                seen.push(status);
            }
            seen.sort_unstable();
            assert_eq!(seen, [200, 401]);
        }
    }

    async fn a_day_of_trying_gives_no_hundred_guesses(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let end = app.state.clock.now() + Duration::hours(24);
        let (mut sent, mut codes) = (0, 0);
        while app.state.clock.now() < end {
            let answer = app.stranger().with("x-forwarded-for", &format!("198.51.100.{}", sent % 250)).post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await;
            sent += 1;
            if answer.status == 202 {
                codes += 1;
            } else {
                assert_eq!(answer.status, 429);
                let wait: i64 = answer.headers["retry-after"].to_str().ok().and_then(|text| text.parse().ok()).expect("a number");
                app.state.clock.advance(Duration::seconds(wait));
            }
        }
        assert_eq!(codes, 6, "the budget of one network");
    }

    async fn a_browser_of_its_own_does_not_escape_the_limit_of_the_phone(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let mut sent = 0;
        for _ in 0..8 {
            let answer = Browser::new(&app).post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await;
            sent += usize::from(answer.status == 202);
        }
        assert_eq!(sent, 5);
    }
}
