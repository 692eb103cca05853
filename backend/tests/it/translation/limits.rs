//! The agent's monthly limit of characters.

use super::stub::{Stub, turn_on};
use crate::{
    orders::{draft_with_item, submitted_order},
    support::{item_body, on_both},
};
use chrono::Duration;
use platform::config::TranslationProvider;
use serde_json::json;

const PATH: &str = "/agent/settings/translation";

#[apply(on_both)]
async fn characters_are_counted_and_never_exceed_the_limit(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    // The title has 12 characters and the variant 9 with its placeholder.
    let _ = owner.patch(PATH, json!({"monthly_limit": 25})).await.expect(200);
    let (order, _) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    let used: i64 = stub
        .take_calls()
        .iter()
        .flat_map(|call| call.texts.clone())
        .map(|text| i64::try_from(text.chars().count()).expect("a length"))
        .sum();
    let settings = owner.get(PATH).await.expect(200);
    assert_eq!(
        (&settings["used"], &settings["exhausted"]),
        (&json!(used), &json!(false))
    );
    let mut other = item_body();
    other["title"] = json!("羽绒服");
    other["variant"] = json!("黑色");
    let _ = client.post(&format!("{path}/items"), other).await.expect(201);
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0);
    let settings = owner.get(PATH).await.expect(200);
    assert_eq!(
        (&settings["used"], &settings["exhausted"]),
        (&json!(used), &json!(true))
    );
    let card = client.get(&path).await.expect(200);
    assert_eq!(card["translation_exhausted"], true, "the page says so");
    assert_eq!(card["items"][1].get("translation"), None, "originals are shown");
    assert!(
        card["items"][0]["translation"]["title"].is_string(),
        "what was translated stays"
    );

    let raised = owner.patch(PATH, json!({"monthly_limit": 1000})).await.expect(200);
    assert_eq!(raised["exhausted"], false);
    app.state.clock.advance(Duration::minutes(31));
    let client = app.client().await;
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    let card = client.get(&path).await.expect(200);
    assert_eq!(card["items"][1]["translation"]["title"], "ru: 羽绒服");
}

#[apply(on_both)]
async fn new_month_starts_at_zero(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let _ = owner.patch(PATH, json!({"monthly_limit": 5})).await.expect(200);
    let order = submitted_order(&client).await;
    let path = format!("/client/orders/{order}");
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    assert_eq!(client.get(&path).await.expect(200)["translation_exhausted"], true);
    app.state.clock.advance(Duration::days(14));
    let (owner, client) = (app.owner().await, app.client().await);
    let settings = owner.get(PATH).await.expect(200);
    assert_eq!(
        (&settings["month"], &settings["exhausted"]),
        (&json!("2026-12"), &json!(false))
    );
    assert_eq!(client.get(&path).await.expect(200).get("translation_exhausted"), None);
}

#[apply(on_both)]
async fn jobs_that_run_together_stay_within_the_limit(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let _ = owner.patch(PATH, json!({"monthly_limit": 40})).await.expect(200);
    for number in ["一", "二", "三", "四", "五", "六", "七", "八"] {
        let order = crate::orders::create_draft(&client).await;
        let mut item = item_body();
        // Ten characters each, so that four of the eight orders fit.
        item["title"] = json!(format!("很好很好很好很好很{number}"));
        item["variant"] = json!(null);
        let _ = client
            .post(&format!("/client/orders/{order}/items"), item)
            .await
            .expect(201);
        let _ = client.get(&format!("/client/orders/{order}")).await.expect(200);
    }
    let replica = app.replica().await;
    let mut workers = tokio::task::JoinSet::new();
    for state in [
        app.state.clone(),
        replica.state.clone(),
        app.state.clone(),
        replica.state.clone(),
    ] {
        workers.spawn(async move {
            let jobs = karavan::app::jobs(&state).only(|kind| kind == "orders:translate-items");
            while jobs.run_next(&state, "test").await.expect("the job step succeeds") {}
        });
    }
    while let Some(done) = workers.join_next().await {
        done.expect("the worker ends");
    }
    let sent: usize = stub
        .take_calls()
        .iter()
        .flat_map(|call| call.texts.clone())
        .map(|text| text.chars().count())
        .sum();
    assert_eq!((sent, app.sum("translation_usage", "characters").await), (40, 40));
}
