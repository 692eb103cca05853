//! Titles, variants and comments of items in the reader's language.

use super::stub::{Behaviour, Stub, set_language, turn_on};
use crate::{
    orders::{draft_with_item, item_pages, lifecycle::order_card, submitted_order},
    support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use platform::config::TranslationProvider;
use serde_json::{Value, json};

const TITLE: &str = "ru: 秋冬新款加绒加厚连帽卫衣";

/// Renames the item of a draft.
async fn rename(client: &crate::support::Actor, order: i64, item: &Value, title: &str) -> Value {
    let path = format!("/client/orders/{order}/items/{}", item["id"]);
    client
        .patch(&path, json!({"title": title}))
        .await
        .expect_within_statements(200, 7)
}

#[apply(on_both)]
async fn reader_gets_titles_in_their_language_and_search_finds_them(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let (order, _) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let first = client.get(&path).await.expect(200);
    assert_eq!(
        first["items"][0].get("translation"),
        None,
        "the first reader sees the original"
    );
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    let calls = stub.take_calls();
    assert_eq!(calls.len(), 1, "what is read twice is translated once");
    let mut texts = calls[0].texts.clone();
    texts.sort();
    assert_eq!(
        texts,
        ["深灰色 / {1}", "秋冬新款加绒加厚连帽卫衣"],
        "a size is no text, and a Russian comment is not translated for a Russian"
    );
    let shown = client.get(&path).await.expect(200);
    assert_eq!(
        shown["items"][0]["translation"],
        json!({"title": TITLE, "variant": "ru: 深灰色 / XL"})
    );
    assert_eq!(
        shown["items"][0]["title"], "秋冬新款加绒加厚连帽卫衣",
        "the original stays"
    );
    assert_eq!(
        item_pages(&client, &path, 10).await[0][0]["translation"]["title"],
        TITLE
    );
    for words in ["ru: 秋冬", "RU: 深灰色"] {
        let encoded: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
        let found = client
            .get(&format!("/client/orders?search={encoded}"))
            .await
            .expect(200);
        assert_eq!(found["data"][0]["id"], json!(order), "{words}");
    }
    // Another title of the order does not lose the translation in the index.
    let _ = client
        .patch(&path, json!({"title": "Зима"}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        app.count("orders", &format!("id = {order} AND search_text LIKE '%ru:%'"))
            .await,
        1
    );

    let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
    let staff = order_card(&owner, order).await;
    assert_eq!(staff["items"][0]["translation"]["title"], TITLE, "both sides see it");
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0);
    let found = owner.get("/agent/orders?search=ru:").await.expect(200);
    assert_eq!(found["data"][0]["id"], json!(order));
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get(&format!("/agent/orders/{order}"))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn each_reader_gets_their_own_language(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    set_language(&app, WAREHOUSE_WORKER, "zh").await;
    let order = submitted_order(&client).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let path = format!("/agent/orders/{order}");
    for reader in [&worker, &owner] {
        let _ = reader.get(&path).await.expect(200);
    }
    app.run_due_jobs().await;
    let (for_worker, for_owner) = (worker.get(&path).await.expect(200), owner.get(&path).await.expect(200));
    assert_eq!(
        for_worker["items"][0]["translation"],
        json!({"comment": "zh: Проверьте швы"})
    );
    assert_eq!(for_owner["items"][0]["translation"]["title"], TITLE);
    assert_eq!(for_owner["items"][0]["translation"].get("comment"), None);
}

#[apply(on_both)]
async fn changed_title_and_changed_glossary_show_no_stale_translation(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let (order, item) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    let title = |card: &Value| card["items"][0]["translation"]["title"].clone();
    assert_eq!(title(&client.get(&path).await.expect(200)), TITLE);

    let terms = json!([{"term": "加绒", "language": "ru", "translation": "с начёсом"}]);
    let _ = owner
        .patch("/agent/settings/translation", json!({"glossary": terms}))
        .await
        .expect(200);
    assert_eq!(title(&client.get(&path).await.expect(200)), json!(null));
    let _ = stub.take_calls();
    app.run_due_jobs().await;
    assert_eq!(
        stub.take_calls()[0].texts,
        ["秋冬新款{1}加厚连帽卫衣"],
        "the variant has no term: it is in the cache"
    );
    assert_eq!(
        title(&client.get(&path).await.expect(200)),
        "ru: 秋冬新款с начёсом加厚连帽卫衣"
    );

    let renamed = rename(&client, order, &item, "卫衣 42").await;
    assert_eq!(renamed["translation"].get("title"), None);
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    assert_eq!(title(&client.get(&path).await.expect(200)), "ru: 卫衣 42");
    let _ = rename(&client, order, &item, "卫衣 43").await;
    let _ = client.get(&path).await.expect(200);
    let _ = stub.take_calls();
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "the number is no part of the text");
    assert_eq!(title(&client.get(&path).await.expect(200)), "ru: 卫衣 43");
}

#[apply(on_both)]
async fn mangled_number_leaves_the_original(app: App) {
    let stub = Stub::start().await;
    stub.set(Behaviour::Mangle);
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let (order, item) = draft_with_item(&client).await;
    let _ = rename(&client, order, &item, "卫衣 42").await;
    let path = format!("/client/orders/{order}");
    let _ = client.get(&path).await.expect(200);
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 1);
    assert_eq!(client.get(&path).await.expect(200)["items"][0].get("translation"), None);
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "it is not paid for again");
}

#[apply(on_both)]
async fn nothing_is_translated_without_a_provider_or_when_turned_off(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    let order = submitted_order(&client).await;
    let card = order_card(&owner, order).await;
    assert_eq!(
        (card["items"][0].get("translation"), card.get("translation_exhausted")),
        (None, None)
    );
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let owner = app.owner().await;
    let _ = owner
        .patch("/agent/settings/translation", json!({"titles": false}))
        .await
        .expect(200);
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0);
    assert_eq!(app.count("jobs", "kind = 'orders:translate-items'").await, 0);
}

#[apply(on_both)]
async fn added_titles_are_translated_for_their_readers_before_anybody_opens_the_order(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    turn_on(&owner).await;
    set_language(&app, WAREHOUSE_WORKER, "en").await;
    let (order, item) = draft_with_item(&client).await;
    let _ = rename(&client, order, &item, "加厚卫衣").await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "items of some seconds are collected");
    app.state.clock.advance(chrono::Duration::seconds(11));
    app.run_due_jobs().await;
    let calls = stub.take_calls();
    let has_title = |language: &str| {
        let into = calls.iter().filter(|call| call.body["target"] == language);
        into.flat_map(|call| &call.texts).any(|text| text == "加厚卫衣")
    };
    assert!(has_title("ru") && has_title("en"), "{calls:?}");
    assert!(
        calls.iter().all(|call| call.body["target"] != "zh-Hans"),
        "nobody reads Chinese: {calls:?}"
    );
    let found = client.get("/client/orders?search=ru:").await.expect(200);
    assert_eq!(
        found["data"][0]["id"],
        json!(order),
        "search finds what nobody has read"
    );
    let shown = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(shown["items"][0]["translation"]["title"], "ru: 加厚卫衣");
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0);
}

#[apply(on_both)]
async fn added_titles_stay_within_the_limit_and_off_when_turned_off(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = draft_with_item(&client).await;
    turn_on(&owner).await;
    let _ = owner
        .patch("/agent/settings/translation", json!({"monthly_limit": 5}))
        .await
        .expect(200);
    let _ = draft_with_item(&client).await;
    app.state.clock.advance(chrono::Duration::seconds(11));
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "the texts have more than five characters");
    assert_eq!(app.sum("translation_usage", "characters").await, 0);
    let _ = draft_with_item(&client).await;
    assert_eq!(
        app.count("jobs", "kind = 'orders:translate-added'").await,
        1,
        "nothing is queued before it is turned on, nor once the limit is reached"
    );
}

#[apply(on_both)]
async fn scanner_shows_titles_in_the_readers_language_with_the_original(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    turn_on(&app.owner().await).await;
    set_language(&app, WAREHOUSE_WORKER, "en").await;
    let (_, item) = crate::shipments::item_in_warehouse(&app).await;
    app.state.clock.advance(chrono::Duration::seconds(11));
    app.run_due_jobs().await;
    let id = item.as_i64().expect("an id");
    let code = shared_types::codes::Code {
        kind: shared_types::codes::CodeKind::Item,
        id,
    };
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let title = "秋冬新款加绒加厚连帽卫衣";
    for (reader, language) in [(&owner, "ru"), (&worker, "en")] {
        let found = reader
            .get(&format!("/agent/scan?code={code}"))
            .await
            .expect_within_statements(200, 8);
        let shown = &found["items"][0];
        assert_eq!(
            (&shown["title"], &shown["translation"]["title"]),
            (&json!(title), &json!(format!("{language}: {title}")))
        );
        assert_eq!(shown["translation"].get("comment"), None);
    }
    let scan = json!({"scan_id": "t1", "mode": "open", "code": code.to_string(), "scanned_at": "2026-11-21T10:00:00Z"});
    let scanned = worker.post("/agent/scan", scan).await.expect_within_statements(200, 24);
    assert_eq!(scanned["items"][0]["translation"]["title"], format!("en: {title}"));
    let cell = worker.get("/agent/cells").await.expect(200);
    assert_eq!(cell["data"][0]["items"], json!(1));
}
