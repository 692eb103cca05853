//! Exchange rates: fetched in the formats of their sources, stored, marked up by the agent, and used for quotes only while fresh.

use crate::{
    orders::{lifecycle::quote_order, submitted_order},
    support::{App, on_both},
};
use axum::{Router, body::Body, response::Response, routing::get};
use books::rates;
use chrono::Duration;
use encoding_rs::WINDOWS_1251;
use karavan::app;
use platform::{config::RateSources, state::AppState};
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};
use shared_types::money::Currency;
use std::sync::{Arc, Mutex};

fn rates_xml(cny: &str) -> Vec<u8> {
    rates_xml_for("20.11.2026", cny)
}

fn rates_xml_for(date: &str, cny: &str) -> Vec<u8> {
    let text = format!(
        r#"<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="{date}" name="Foreign Currency Market"><Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>82,1665</Value><VunitRate>82,1665</VunitRate></Valute><Valute ID="R01375"><NumCode>156</NumCode><CharCode>CNY</CharCode><Nominal>10</Nominal><Name>Китайских юаней</Name><Value>{cny}</Value></Valute></ValCurs>"#
    );
    WINDOWS_1251.encode(&text).0.into_owned()
}

/// A stub of the bank that returns the configured response.
async fn start_bank(response: Arc<Mutex<(u16, Vec<u8>)>>) -> String {
    let answer = move || {
        let (status, bytes) = response.lock().expect("the stub's response").clone();
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

async fn cny_rate(owner: &crate::support::Actor) -> Value {
    owner.get("/agent/settings/rate").await.expect(200)["data"][0].clone()
}

/// The application state with changed rate sources.
fn with_rate_sources(app: &App, change: impl FnOnce(&mut RateSources)) -> AppState {
    let mut config = app.state.config.clone();
    change(&mut config.rates);
    app.state.with_config(config)
}

const EXCHANGERS_JSON: &str = r#"{"changers":[{"id":1,"active":true,"reviews":{"claim":0}},{"id":2,"active":true,"reviews":{"claim":0}},{"id":3,"active":true,"reviews":{"claim":9}}]}"#;

/// A stub of BestChange: the list of exchangers, and all pairs in one request.
async fn start_bestchange(response: Arc<Mutex<(u16, String)>>) -> String {
    let rates = move || {
        let (status, text) = response.lock().expect("the stub's response").clone();
        async move {
            Response::builder()
                .status(status)
                .body(Body::from(text))
                .expect("an answer")
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new()
        .route("/key/changers/en", get(|| async { EXCHANGERS_JSON }))
        .route("/key/rates/42-10+42-77", get(rates));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

#[apply(on_both)]
async fn bank_rate_with_markup_is_used_for_quotes_while_fresh(app: App) {
    let response = Arc::new(Mutex::new((200, rates_xml("121,6550"))));
    let url = start_bank(response.clone()).await;
    let state = with_rate_sources(&app, |rates| rates.cbr_url = url);
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let refused = owner
        .post(&format!("/agent/orders/{order}/quote"), json!({}))
        .await
        .expect_within_statements(409, 16);
    assert_eq!(refused["code"], "rate_stale", "no quote without a rate policy");
    rates::fetch_cbr(state.clone()).await.expect("the bank answers");
    let _ = owner
        .patch(
            "/agent/settings/rate",
            json!({"base": "CNY", "source": "cbr", "markup": "101"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .patch("/agent/settings/rate", json!({"base": "CNY", "source": "fixed"}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .patch(
            "/agent/settings/rate",
            json!({"base": "CNY", "source": "cbr", "markup": "3"}),
        )
        .await
        .expect_within_statements(200, 8);
    let shown = cny_rate(&owner).await;
    assert_eq!(
        (
            &shown["sources"][0]["rate"],
            &shown["sources"][0]["detail"],
            &shown["effective"]["rate"]
        ),
        (&json!("12.1655"), &json!("20.11.2026"), &json!("12.530465"))
    );
    let estimate = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(estimate["calculation"]["due_rub"]["amount"], "1071.35");

    let bad = [
        (200, b"<html>403</html>".to_vec()),
        (403, Vec::new()),
        (200, rates_xml("not a number")),
        (200, rates_xml("900,0000")),
    ];
    for answer in bad {
        *response.lock().expect("the stub's response") = answer;
        assert!(rates::fetch_cbr(state.clone()).await.is_err());
    }
    assert_eq!(
        cny_rate(&owner).await["sources"][0]["rate"],
        "12.1655",
        "the last valid rate stays"
    );

    app.state.clock.advance(Duration::days(12));
    assert_eq!(cny_rate(&app.owner().await).await["effective"]["stale"], true);
    let owner = app.owner().await;
    let refused = owner
        .post(&format!("/agent/orders/{order}/quote"), json!({}))
        .await
        .expect_within_statements(409, 16);
    assert_eq!(refused["code"], "rate_stale");
    *response.lock().expect("the stub's response") = (200, rates_xml("122,0000"));
    rates::fetch_cbr(state).await.expect("the bank answers again");
    let quote = owner
        .post(&format!("/agent/orders/{order}/quote"), json!({}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(quote["status"], "quoted");
    let money = owner
        .get(&format!("/agent/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&money["quote"]["rate"], &money["quote"]["rate_source"]),
        (&json!("12.566"), &json!("cbr"))
    );
    let history = owner
        .get("/agent/settings/rate/history?base=CNY&days=90")
        .await
        .expect(200);
    assert_eq!(history["data"].as_array().map(Vec::len), Some(2));
}

#[apply(on_both)]
async fn manual_quote_rate_overrides_the_policy(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = owner
        .patch(
            "/agent/settings/rate",
            json!({"base": "CNY", "source": "fixed", "fixed": "13.1"}),
        )
        .await
        .expect_within_statements(200, 10);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&money["quote"]["rate"], &money["quote"]["rate_source"]),
        (&json!("12.50"), &json!("manual"))
    );
    let stranger = app.log_in("agent", crate::support::OTHER_OWNER).await;
    assert_eq!(cny_rate(&stranger).await["policy"], Value::Null);
}

#[apply(on_both)]
async fn schedule_slot_runs_once_and_failed_fetch_is_retried(app: App) {
    let state = with_rate_sources(&app, |rates| rates.cbr_url = "http://127.0.0.1:9/nobody".to_owned());
    let jobs = app::jobs(&state).only(|kind| kind.starts_with("rates:") || kind.starts_with("bestchange:"));
    let workers = ["a", "b", "c"].map(|worker| {
        let (jobs, state) = (jobs.clone(), state.clone());
        async move { while jobs.run_next(&state, worker).await.expect("the job step succeeds") {} }
    });
    futures::future::join_all(workers).await;
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let count = |sql: &'static str| {
        let db = db.clone();
        async move {
            let row = db
                .query_one_raw(sea_orm::Statement::from_string(db.get_database_backend(), sql))
                .await
                .expect("a count")
                .expect("a row");
            row.try_get::<i64>("", "n").expect("a number")
        }
    };
    assert_eq!(
        count("SELECT count(*) AS n FROM jobs").await,
        1,
        "three workers create one job per slot"
    );
    assert_eq!(
        count("SELECT count(*) AS n FROM jobs WHERE done_at IS NULL AND attempts = 1 AND last_error IS NOT NULL").await,
        1
    );
    state.clock.advance(Duration::seconds(6));
    assert!(
        jobs.run_next(&state, "a").await.expect("the job step succeeds"),
        "the job is retried after five seconds"
    );
    assert_eq!(count("SELECT count(*) AS n FROM jobs WHERE attempts = 2").await, 1);
    state.clock.advance(Duration::hours(1));
    assert!(jobs.run_next(&state, "a").await.expect("the job step succeeds"));
    assert_eq!(
        count("SELECT count(*) AS n FROM jobs").await,
        2,
        "the next hour has its own job"
    );
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn rate_jump_is_accepted_after_three_confirmations(app: App) {
    let response = Arc::new(Mutex::new((200, rates_xml("121,6550"))));
    let url = start_bank(response.clone()).await;
    let state = with_rate_sources(&app, |rates| rates.cbr_url = url);
    let owner = app.owner().await;
    let fetch = |cny: &'static str| {
        *response.lock().expect("the stub's response") = (200, rates_xml(cny));
        state.clock.advance(Duration::minutes(1));
        rates::fetch_cbr(state.clone())
    };
    fetch("121,6550").await.expect("the first rate is accepted");
    for cny in [
        "1216,5500",
        "1217,0000",
        "121,0000",
        "1216,5500",
        "1217,0000",
        "2500,0000",
        "1216,5500",
        "1220,0000",
    ] {
        let result = fetch(cny).await;
        let unconfirmed = matches!(result, Err(rates::FetchError::Unconfirmed(_)));
        assert_eq!(unconfirmed, cny != "121,0000", "{cny}: {result:?}");
    }
    assert_eq!(cny_rate(&owner).await["sources"][0]["rate"], "12.10");
    let dollars = owner.get("/agent/settings/rate/history?base=USD").await.expect(200);
    assert_eq!(
        dollars["data"].as_array().map(Vec::len),
        Some(9),
        "an unconfirmed rate holds back only its own currency"
    );
    fetch("1218,0000").await.expect("the third confirmation in a row");
    assert_eq!(cny_rate(&owner).await["sources"][0]["rate"], "121.80");
    assert!(fetch("121,0000").await.is_err(), "the way back is a new jump");
}

#[apply(on_both)]
async fn rate_jump_is_not_refetched_before_the_next_slot(app: App) {
    let response = Arc::new(Mutex::new((200, rates_xml("121,6550"))));
    let url = start_bank(response.clone()).await;
    let state = with_rate_sources(&app, |rates| rates.cbr_url = url);
    let jobs = app::jobs(&state).only(|kind| kind.starts_with("rates:") || kind.starts_with("bestchange:"));
    assert!(jobs.run_next(&state, "a").await.expect("the job step succeeds"));
    *response.lock().expect("the stub's response") = (200, rates_xml("1216,5500"));
    state.clock.advance(Duration::hours(1));
    assert!(jobs.run_next(&state, "a").await.expect("the job step succeeds"));
    state.clock.advance(Duration::minutes(1));
    assert!(!jobs.run_next(&state, "a").await.expect("the job step succeeds"));
    assert_eq!(cny_rate(&app.owner().await).await["sources"][0]["rate"], "12.1655");
}

#[apply(on_both)]
async fn bestchange_mean_is_fetched_for_all_pairs(app: App) {
    let response = Arc::new(Mutex::new((200, r#"{"rates":{
        "42-10":[{"changer":1,"rate":"90.10","rankrate":"90.2","reserve":"5000","inmin":"1000","inmax":"900000","marks":["manual"]},
                 {"changer":2,"rate":90.5,"rankrate":90.4,"reserve":5000,"inmin":1000,"inmax":900000,"marks":null},
                 {"changer":3,"rate":"10.00","rankrate":"10.0","reserve":"5000"}],
        "42-77":[{"changer":2,"rate":"12.70","reserve":"5000"}]}}"#.to_owned())));
    let url = start_bestchange(response.clone()).await;
    let none = with_rate_sources(&app, |rates| rates.bestchange_key = None);
    let error = rates::fetch_bestchange(none).await.expect_err("no key").to_string();
    assert_eq!(error, "BESTCHANGE_KEY is not set, so BestChange is not asked");
    let state = with_rate_sources(&app, |rates| {
        rates.bestchange_url = url;
        rates.bestchange_key = Some("key".to_owned());
        rates.bestchange_pairs = vec![(Currency::Usd, "42-10".to_owned()), (Currency::Cny, "42-77".to_owned())];
    });
    rates::fetch_bestchange(state.clone())
        .await
        .expect("the rates are fetched");
    let (owner, client) = (app.owner().await, app.client().await);
    for base in ["CNY", "USD"] {
        let _ = owner
            .patch(
                "/agent/settings/rate",
                json!({"base": base, "source": "bestchange", "markup": "1"}),
            )
            .await
            .expect_within_statements(200, 8);
    }
    let shown = owner.get("/agent/settings/rate").await.expect(200);
    let source = |index: usize| shown["data"][index]["sources"][0].clone();
    assert_eq!(
        (&source(0)["rate"], &source(1)["rate"]),
        (&json!("12.70"), &json!("90.30"))
    );
    assert_eq!(source(1)["detail"], "2 / 5: №1, №2");
    let seen = client.get("/client/rate").await.expect(200);
    assert_eq!(
        (
            &seen["data"][0]["base"],
            &seen["data"][0]["effective"]["rate"],
            &seen["data"][0]["effective"]["stale"]
        ),
        (&json!("CNY"), &json!("12.827"), &json!(false))
    );
    assert_eq!(seen["data"][1]["effective"]["rate"], "91.203");
    for (status, text) in [
        (403, ""),
        (200, "<html>Just a moment...</html>"),
        (200, r#"{"rates":{}}"#),
    ] {
        *response.lock().expect("the stub's response") = (status, text.to_owned());
        let error = rates::fetch_bestchange(state.clone()).await.expect_err(text);
        assert!(
            !error.to_string().contains("/key"),
            "the error contains the key: {error}"
        );
    }
    state.clock.advance(Duration::minutes(61));
    assert_eq!(
        app.client().await.get("/client/rate").await.expect(200)["data"][0]["effective"]["stale"],
        true
    );
}

#[apply(on_both)]
async fn republished_rates_stay_stale(app: App) {
    let response = Arc::new(Mutex::new((200, rates_xml("121,6550"))));
    let url = start_bank(response).await;
    let state = with_rate_sources(&app, |rates| rates.cbr_url = url);
    let _ = app
        .owner()
        .await
        .patch("/agent/settings/rate", json!({"base": "CNY", "source": "cbr"}))
        .await
        .expect_within_statements(200, 8);
    // The rates are for November 20th, two days after the test's start.
    for (days, stale) in [(13, false), (1, true)] {
        state.clock.advance(Duration::days(days));
        rates::fetch_cbr(state.clone()).await.expect("the bank answers");
        assert_eq!(cny_rate(&app.owner().await).await["effective"]["stale"], stale);
    }
}

#[apply(on_both)]
async fn rates_of_the_future_are_refused(app: App) {
    let response = Arc::new(Mutex::new((200, rates_xml("121,6550"))));
    let url = start_bank(response.clone()).await;
    let state = with_rate_sources(&app, |rates| rates.cbr_url = url);
    rates::fetch_cbr(state.clone())
        .await
        .expect("the rates of the next days");
    let later = state.clock.now().date_naive();
    for (days, is_accepted) in [(3, true), (4, false), (365, false)] {
        let date = (later + Duration::days(days)).format("%d.%m.%Y").to_string();
        *response.lock().expect("the stub's response") = (200, rates_xml_for(&date, "122,0000"));
        state.clock.advance(Duration::minutes(1));
        assert_eq!(rates::fetch_cbr(state.clone()).await.is_ok(), is_accepted, "{date}");
    }
    let rate = cny_rate(&app.owner().await).await;
    let expected = (later + Duration::days(3)).to_string();
    assert_eq!(rate["sources"][0]["for_date"], expected, "{rate}");
}
