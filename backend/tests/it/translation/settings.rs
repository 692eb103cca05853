//! An agent's settings of translation.

use super::stub::Stub;
use crate::support::{CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use platform::config::TranslationProvider;
use serde_json::{Value, json};

const PATH: &str = "/agent/settings/translation";

#[apply(on_both)]
async fn settings_say_that_translation_is_off_without_a_provider(app: App) {
    let settings = app.owner().await.get(PATH).await.expect(200);
    let expected = json!({
        "available": false, "chat": false, "titles": false, "monthly_limit": null, "server_limit": 0, "used": 0,
        "month": "2026-11", "exhausted": false, "glossary": [], "version": 0,
    });
    assert_eq!(settings, expected);
}

#[apply(on_both)]
async fn settings_are_changed_in_parts_with_a_version(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::DeepL);
    let owner = app.owner().await;
    let first = owner
        .with_header("if-match", "\"0\"")
        .patch(PATH, json!({"chat": true, "monthly_limit": 500}))
        .await
        .expect(200);
    assert_eq!(
        (
            &first["available"],
            &first["chat"],
            &first["titles"],
            &first["monthly_limit"],
            &first["version"]
        ),
        (&json!(true), &json!(true), &json!(false), &json!(500), &json!(1))
    );
    let terms = json!([
        {"term": " 加绒 ", "language": "ru", "translation": "с начёсом"},
        {"term": "加绒", "language": "en", "translation": "fleece-lined"},
    ]);
    let second = owner.patch(PATH, json!({"glossary": terms})).await.expect(200);
    assert_eq!(
        (
            &second["chat"],
            &second["monthly_limit"],
            &second["version"],
            &second["glossary"][0]["term"]
        ),
        (&json!(true), &json!(500), &json!(2), &json!("加绒"))
    );
    let third = owner.patch(PATH, json!({"monthly_limit": null})).await.expect(200);
    assert_eq!(
        (&third["monthly_limit"], third["glossary"].as_array().map(Vec::len)),
        (&Value::Null, Some(2))
    );
    assert_eq!(owner.get(PATH).await.expect(200), third);
    let _ = owner
        .with_header("if-match", "\"1\"")
        .patch(PATH, json!({"chat": false}))
        .await
        .expect_problem(412, "version_stale");
    let other = app.log_in("agent", OTHER_OWNER).await.get(PATH).await.expect(200);
    assert_eq!(
        (&other["chat"], &other["glossary"]),
        (&json!(false), &json!([])),
        "each agent has its own"
    );
}

#[apply(on_both)]
async fn invalid_settings_are_refused(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::DeepL);
    let owner = app.owner().await;
    let term = |term: &str, translation: &str| json!({"term": term, "language": "ru", "translation": translation});
    for (body, field) in [
        (json!({"monthly_limit": -1}), "monthly_limit"),
        (json!({"monthly_limit": 1_000_000_001}), "monthly_limit"),
        (json!({"glossary": [term("a", "")]}), "glossary[0].translation"),
        (
            json!({"glossary": [term("a", "x"), term("A", "y")]}),
            "glossary[1].term",
        ),
        (json!({"glossary": [term("a\u{0}b", "x")]}), "glossary[0].term"),
        (json!({"glossary": vec![term("a", "x"); 501]}), "glossary"),
        (
            json!({"glossary": [{"term": "a", "language": "de", "translation": "x"}]}),
            "glossary[0].language",
        ),
    ] {
        let problem = owner.patch(PATH, body).await.expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{field}: {problem}");
    }
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker.get(PATH).await.expect_problem(403, "permission_denied");
    let _ = worker
        .patch(PATH, json!({"chat": true}))
        .await
        .expect_problem(403, "permission_denied");
    let _ = app
        .log_in("client", CLIENT)
        .await
        .get(PATH)
        .await
        .expect_problem(401, "credential_invalid");
}
