//! Wire formats and failures of the providers.

use super::stub::{Behaviour, Stub, turn_on};
use crate::{
    orders::draft_with_item,
    support::{Actor, App, on_both},
};
use chrono::Duration;
use platform::config::TranslationProvider;
use serde_json::{Value, json};

/// A draft with a Chinese item that its client has opened.
async fn opened_draft(app: &App) -> (Actor, String) {
    turn_on(&app.owner().await).await;
    let client = app.client().await;
    let (order, _) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let _ = client.get(&path).await.expect(200);
    (client, path)
}

async fn title(app: &App, path: &str) -> Value {
    app.client().await.get(path).await.expect(200)["items"][0]["translation"]["title"].clone()
}

const TITLE: &str = "ru: 秋冬新款加绒加厚连帽卫衣";

#[apply(on_both)]
async fn each_provider_is_called_in_its_own_format(app: App) {
    for (provider, authorization, source, target) in [
        (
            TranslationProvider::LibreTranslate,
            "",
            ("source", "zh-Hans"),
            ("target", "ru"),
        ),
        (
            TranslationProvider::DeepL,
            "DeepL-Auth-Key secret-key",
            ("source_lang", "ZH"),
            ("target_lang", "RU"),
        ),
        (
            TranslationProvider::Yandex,
            "Api-Key secret-key",
            ("sourceLanguageCode", "zh"),
            ("targetLanguageCode", "ru"),
        ),
    ] {
        let stub = Stub::start().await;
        let app = stub.app(&app, provider);
        let (_, path) = opened_draft(&app).await;
        app.run_due_jobs().await;
        let calls = stub.take_calls();
        assert_eq!(
            calls.len(),
            1,
            "{provider:?}: a cached line of another provider is not used"
        );
        assert_eq!(calls[0].authorization, authorization);
        assert_eq!(
            (&calls[0].body[source.0], &calls[0].body[target.0]),
            (&json!(source.1), &json!(target.1))
        );
        assert_eq!(title(&app, &path).await, TITLE);
    }
}

#[apply(on_both)]
async fn provider_that_wants_a_pause_is_called_after_it(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::DeepL);
    stub.set(Behaviour::Refuse(
        429,
        Some("90"),
        json!({"message": "Too many requests"}),
    ));
    let (_, path) = opened_draft(&app).await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 1);
    stub.set(Behaviour::Translate);
    app.state.clock.advance(Duration::seconds(80));
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "not before the time that it named");
    app.state.clock.advance(Duration::seconds(11));
    app.run_due_jobs().await;
    assert_eq!(title(&app, &path).await, TITLE);
    let used = app.owner().await.get("/agent/settings/translation").await.expect(200)["used"].clone();
    let sent: usize = stub
        .take_calls()
        .iter()
        .flat_map(|call| call.texts.clone())
        .map(|text| text.chars().count())
        .sum();
    assert_eq!(used, json!(sent), "the refused call is not counted");
}

#[apply(on_both)]
async fn used_up_quota_stops_translation_until_the_next_month(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::DeepL);
    app.expect_errors("translation stopped");
    stub.set(Behaviour::Refuse(456, None, json!({"message": "Quota Exceeded"})));
    let (_, path) = opened_draft(&app).await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 1);
    stub.set(Behaviour::Translate);
    app.state.clock.advance(Duration::hours(1));
    let _ = title(&app, &path).await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0);
    assert_eq!(title(&app, &path).await, Value::Null, "originals are shown");
    assert_eq!(
        app.client().await.get(&path).await.expect(200)["translation_exhausted"],
        true
    );
    app.state.clock.advance(Duration::days(14));
    let _ = title(&app, &path).await;
    app.run_due_jobs().await;
    assert_eq!(title(&app, &path).await, TITLE);
}

#[apply(on_both)]
async fn failing_provider_is_called_again_with_delays(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::Yandex);
    for (behaviour, delay) in [
        (
            Behaviour::Refuse(503, None, json!({"code": 14, "message": "unavailable"})),
            5,
        ),
        (
            Behaviour::Refuse(401, None, json!({"code": 16, "message": "Unknown api key"})),
            300,
        ),
        (Behaviour::Hang, 1800),
        (Behaviour::Refuse(200, None, json!({"translations": []})), 7200),
    ] {
        stub.set(behaviour);
        if delay == 5 {
            let _ = opened_draft(&app).await;
            // The job for all readers would call the provider too.
            app.execute_sql("DELETE FROM jobs WHERE kind = 'orders:translate-added'")
                .await;
        }
        app.run_due_jobs().await;
        assert_eq!(stub.take_calls().len(), 1, "{delay}");
        app.state.clock.advance(Duration::seconds(delay));
    }
    assert_eq!(
        app.sum("translation_usage", "characters").await,
        0,
        "failed calls are not counted"
    );
    stub.set(Behaviour::Translate);
    app.run_due_jobs().await;
    assert_eq!(app.count("order_items", "translations LIKE '%ru: %'").await, 1);
}

#[apply(on_both)]
async fn call_that_is_too_large_is_split(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    stub.set(Behaviour::OneTextOnly);
    let (_, path) = opened_draft(&app).await;
    app.run_due_jobs().await;
    let lengths: Vec<usize> = stub.take_calls().iter().map(|call| call.texts.len()).collect();
    assert_eq!(lengths, [2, 1, 1]);
    assert_eq!(title(&app, &path).await, TITLE);
}
