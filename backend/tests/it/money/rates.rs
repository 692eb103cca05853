//! Exchange rates: fetched in their true formats, kept, made into the agent's own, promised only while they are fresh.

use crate::{
    orders::{life::quoted, submitted},
    support::on_both,
};
use axum::{Router, body::Body, response::Response, routing::get};
use chrono::Duration;
use encoding_rs::WINDOWS_1251;
use karavan::{app, rates};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

fn set(cny: &str) -> Vec<u8> {
    let text = format!(
        r#"<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="20.11.2026" name="Foreign Currency Market"><Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>82,1665</Value><VunitRate>82,1665</VunitRate></Valute><Valute ID="R01375"><NumCode>156</NumCode><CharCode>CNY</CharCode><Nominal>10</Nominal><Name>Китайских юаней</Name><Value>{cny}</Value></Valute></ValCurs>"#
    );
    WINDOWS_1251.encode(&text).0.into_owned()
}

/// A stub of the bank that answers what it was told last.
async fn bank(says: Arc<Mutex<(u16, Vec<u8>)>>) -> String {
    let answer = move || {
        let (status, bytes) = says.lock().expect("the stub's word").clone();
        async move {
            Response::builder()
                .status(status)
                .body(Body::from(bytes))
                .expect("an answer")
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route("/daily", get(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/daily")
}

async fn latest(owner: &crate::support::Actor) -> Value {
    owner.get("/agent/settings/rate").await.within(200, 8)["data"][0].clone()
}

on_both! {
    async fn the_banks_rate_becomes_the_agents_and_promises_prices_while_it_is_fresh(app: App) {
        let says = Arc::new(Mutex::new((200, set("121,6550"))));
        let mut state = app.state.clone();
        let mut config = (*state.config).clone();
        config.rates.cbr_url = bank(says.clone()).await;
        state.config = Arc::new(config);
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let refused = owner.post(&format!("/agent/orders/{order}/quote"), json!({})).await.within(409, 16);
        assert_eq!(refused["code"], "rate_stale", "no policy, no promise");
        rates::fetch_cbr(state.clone()).await.expect("the bank answers");
        let _ = owner.patch("/agent/settings/rate", json!({"base": "CNY", "source": "cbr", "markup": "101"})).await.refused(422, "validation_failed");
        let _ = owner.patch("/agent/settings/rate", json!({"base": "CNY", "source": "fixed"})).await.refused(422, "validation_failed");
        let _ = owner.patch("/agent/settings/rate", json!({"base": "CNY", "source": "cbr", "markup": "3"})).await.within(200, 10);
        let shown = latest(&owner).await;
        assert_eq!((&shown["sources"][0]["rate"], &shown["sources"][0]["detail"], &shown["effective"]["rate"]), (&json!("12.1655"), &json!("20.11.2026"), &json!("12.530465")));
        let estimate = client.get(&format!("/client/orders/{order}/calculation")).await.within(200, 8);
        assert_eq!(estimate["calculation"]["due_rub"]["amount"], "1071.35");

        let bad = [(200, b"<html>403</html>".to_vec()), (403, Vec::new()), (200, set("not a number")), (200, set("900,0000"))];
        for answer in bad {
            *says.lock().expect("the stub's word") = answer;
            assert!(rates::fetch_cbr(state.clone()).await.is_err());
        }
        assert_eq!(latest(&owner).await["sources"][0]["rate"], "12.1655", "the last good rate stays");

        app.state.clock.advance(Duration::days(12));
        assert_eq!(latest(&app.owner().await).await["effective"]["stale"], true);
        let owner = app.owner().await;
        let refused = owner.post(&format!("/agent/orders/{order}/quote"), json!({})).await.within(409, 16);
        assert_eq!(refused["code"], "rate_stale");
        *says.lock().expect("the stub's word") = (200, set("122,0000"));
        rates::fetch_cbr(state).await.expect("the bank answers again");
        let quote = owner.post(&format!("/agent/orders/{order}/quote"), json!({})).await.within(200, 18);
        assert_eq!(quote["status"], "quoted");
        let money = owner.get(&format!("/agent/orders/{order}/calculation")).await.within(200, 8);
        assert_eq!((&money["quote"]["rate"], &money["quote"]["rate_source"]), (&json!("12.566"), &json!("cbr")));
        let history = owner.get("/agent/settings/rate/history?base=CNY&days=90").await.expect(200);
        assert_eq!(history["data"].as_array().map(Vec::len), Some(2));
    }

    async fn a_rate_named_by_hand_goes_before_the_agents(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let _ = owner.patch("/agent/settings/rate", json!({"base": "CNY", "source": "fixed", "fixed": "13.1"})).await.within(200, 10);
        let order = submitted(&client).await;
        let _ = quoted(&owner, order).await;
        let money = client.get(&format!("/client/orders/{order}/calculation")).await.within(200, 8);
        assert_eq!((&money["quote"]["rate"], &money["quote"]["rate_source"]), (&json!("12.50"), &json!("manual")));
        let stranger = app.log_in("agent", crate::support::OTHER_OWNER).await;
        assert_eq!(latest(&stranger).await["policy"], Value::Null);
    }

    async fn each_slot_of_the_schedule_is_done_once_and_a_failed_job_is_tried_again(app: App) {
        let mut state = app.state.clone();
        let mut config = (*state.config).clone();
        config.rates.cbr_url = "http://127.0.0.1:9/nobody".to_owned();
        state.config = Arc::new(config);
        let jobs = app::jobs(&state);
        let workers = ["a", "b", "c"].map(|worker| {
            let (jobs, state) = (jobs.clone(), state.clone());
            async move {
                while jobs.step(&state, worker).await.expect("the queue is read") {}
            }
        });
        futures::future::join_all(workers).await;
        let db = Database::connect(app.database_url.as_str()).await.expect("opens");
        let count = |sql: &'static str| {
            let db = db.clone();
            async move {
                let row = db.query_one_raw(sea_orm::Statement::from_string(db.get_database_backend(), sql)).await.expect("a count").expect("a row");
                row.try_get::<i64>("", "n").expect("a number")
            }
        };
        assert_eq!(count("SELECT count(*) AS n FROM jobs").await, 1, "three workers, one slot, one job");
        assert_eq!(count("SELECT count(*) AS n FROM jobs WHERE done_at IS NULL AND attempts = 1 AND last_error IS NOT NULL").await, 1);
        state.clock.advance(Duration::seconds(6));
        assert!(jobs.step(&state, "a").await.expect("the queue is read"), "after five seconds it is tried again");
        assert_eq!(count("SELECT count(*) AS n FROM jobs WHERE attempts = 2").await, 1);
        state.clock.advance(Duration::hours(1));
        assert!(jobs.step(&state, "a").await.expect("the queue is read"));
        assert_eq!(count("SELECT count(*) AS n FROM jobs").await, 2, "the next hour has a job of its own");
        db.close().await.expect("closes");
    }
}
