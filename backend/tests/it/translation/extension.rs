//! Translations for the browser extension.

use super::stub::{Stub, turn_on};
use crate::support::{CLIENT, OTHER_CLIENT, TWO_CABINETS, on_both};
use platform::config::TranslationProvider;
use serde_json::{Value, json};

const PATH: &str = "/api/ext/translations";

#[apply(on_both)]
async fn title_is_translated_after_a_moment(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let extension = app.extension_of(CLIENT).await;
    assert_eq!(
        extension.get("/api/ext/me").await.expect(200)["features"],
        json!(["proof", "reports", "estimates"]),
        "not before the agent turns it on"
    );
    turn_on(&app.owner().await).await;
    assert_eq!(
        extension.get("/api/ext/me").await.expect(200)["features"],
        json!(["proof", "reports", "estimates", "translation"])
    );
    let body = json!({"texts": ["卫衣 42", "Куртка"], "to": "ru"});
    let pending = json!({"texts": [null, "Куртка"], "pending": true});
    for _ in 0..2 {
        assert_eq!(extension.post(PATH, body.clone()).await.expect(200), pending);
    }
    assert_eq!(stub.take_calls().len(), 0, "nobody waits for the provider");
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 1);
    assert_eq!(
        extension.post(PATH, body).await.expect(200),
        json!({"texts": ["ru: 卫衣 42", "Куртка"], "pending": false})
    );
}

#[apply(on_both)]
async fn agent_that_does_not_translate_pays_nothing(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    turn_on(&app.owner().await).await;
    let foreign = app.extension_of(OTHER_CLIENT).await;
    let body = json!({"texts": ["卫衣"], "to": "ru"});
    assert_eq!(
        foreign.post(PATH, body.clone()).await.expect(200),
        json!({"texts": ["卫衣"], "pending": false})
    );
    let both = app.extension_of(TWO_CABINETS).await;
    let me = both.get("/api/ext/me").await.expect(200);
    for client in me["clients"].as_array().expect("clients") {
        let mut body = body.clone();
        body["client_id"] = client["id"].clone();
        let answer = both.post(PATH, body).await.expect(200);
        assert_eq!(answer["pending"], json!(client["agent"]["name"] == "lotus"));
    }
    app.run_due_jobs().await;
    assert_eq!(app.count("translation_usage", "agent_id = 2").await, 0);
    assert_eq!(
        app.count("translation_usage", "agent_id = 1 AND characters = 2").await,
        1
    );
}

#[apply(on_both)]
async fn invalid_request_is_refused(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let texts = |texts: Value| json!({"texts": texts, "to": "ru"});
    for (body, field) in [
        (texts(json!(vec!["a"; 11])), "texts"),
        (texts(json!(["a".repeat(501)])), "texts[0]"),
        (json!({"texts": ["a"], "to": "de"}), "to"),
        (json!({"to": "ru"}), "texts"),
        (texts(json!([])), "texts"),
        (texts(json!([" "])), "texts[0]"),
    ] {
        let problem = extension
            .post(PATH, body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{field}: {problem}");
    }
    let nothing = extension.post(PATH, texts(json!(["卫衣"]))).await.expect(200);
    assert_eq!(
        nothing,
        json!({"texts": ["卫衣"], "pending": false}),
        "without a provider the text comes back"
    );
}
