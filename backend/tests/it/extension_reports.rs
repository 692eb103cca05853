//! Reports about pages that the extension reads wrongly, the states of shops, and the end of a token.

use crate::{
    extension_captures::{captured_item, new_draft},
    support::{CLIENT, OTHER_OWNER, TWO_CABINETS, WAREHOUSE_WORKER, item_body, on_both},
};
use serde_json::{Value, json};

pub fn report() -> Value {
    json!({
        "extension_version": "1.1.0",
        "shop": "taobao",
        "url": "https://item.taobao.com/item.htm?id=738801294415",
        "wrong": "цена другая",
        "captured": {
            "title": "针织开衫", "price": "199", "currency": "CNY", "variant": "", "external_id": "738801294415", "sku_id": "",
            "image_url": "https://img.alicdn.com/1.jpg", "price_source": "state", "price_path": "priceVO.price",
            "uncertain": ["price"], "sold_out": false, "tiers": [{"from": 1, "price": "199"}], "min_quantity": 1
        },
        "options": [{"name": "颜色", "values": 2}],
        "skus": 4,
        "snapshot": "<!-- url: https://item.taobao.com/item.htm?id=738801294415 -->\n<!doctype html><p>&lt;script&gt;"
    })
}

#[apply(on_both)]
async fn a_report_reaches_the_board_of_each_agent(app: App) {
    let extension = app.extension_of(TWO_CABINETS).await;
    let once = extension.with_header("idempotency-key", "report-1");
    let _ = once.post("/api/ext/reports", report()).await.expect(201);
    let _ = once.post("/api/ext/reports", report()).await.expect(201);
    assert_eq!(
        app.count("shop_reports", "shop = 'taobao'").await,
        2,
        "one for each agent"
    );
    for owner in [app.owner().await, app.log_in("agent", OTHER_OWNER).await] {
        let board = owner.get("/agent/adapters").await.expect(200);
        assert_eq!(
            (&board["data"][0]["shop"], &board["data"][0]["open_reports"]),
            (&json!("taobao"), &json!(1))
        );
    }
    let owner = app.owner().await;
    let listed = owner
        .get("/agent/adapters/reports?shop=taobao&handled=false")
        .await
        .expect(200);
    assert!(!listed.to_string().contains("snapshot"), "a list has no snapshots");
    let path = format!("/agent/adapters/reports/{}", listed["data"][0]["id"]);
    let shown = owner.get(&path).await.expect(200);
    assert_eq!(shown["report"], report(), "a report is what was sent");
    let handled = owner.patch(&path, json!({"handled": true})).await.expect(200);
    assert!(handled["handled_at"].is_string());
    assert_eq!(
        owner.get("/agent/adapters/reports?handled=false").await.expect(200)["data"],
        json!([])
    );
    assert_eq!(
        owner.get("/agent/adapters").await.expect(200)["data"][0]["open_reports"],
        0
    );
    assert_eq!(
        owner.patch(&path, json!({"handled": false})).await.expect(200)["handled_at"],
        json!(null)
    );
    let foreign = app.log_in("agent", OTHER_OWNER).await;
    let _ = foreign.get(&path).await.expect_problem(404, "not_found");
    let _ = foreign
        .patch(&path, json!({"handled": true}))
        .await
        .expect_problem(404, "not_found");
    let _ = app
        .log_in("agent", WAREHOUSE_WORKER)
        .await
        .get("/agent/adapters")
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn reports_are_limited(app: App) {
    let extension = app.extension_of(CLIENT).await;
    for (field, value, path, code) in [
        ("shop", json!(""), "shop", "required"),
        ("snapshot", json!("x".repeat(250_001)), "snapshot", "too_long"),
        ("wrong", json!("x".repeat(501)), "wrong", "too_long"),
        ("url", json!("file:///etc/passwd"), "url", "not_a_url"),
        ("skus", json!(-1), "skus", "out_of_range"),
    ] {
        let mut body = report();
        body[field] = value;
        let problem = extension
            .post("/api/ext/reports", body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][path][0]["code"], code, "{problem}");
    }
    let mut large = report();
    large["snapshot"] = json!("毛".repeat(200_000));
    let _ = extension
        .post("/api/ext/reports", large)
        .await
        .expect_problem(413, "body_too_large");
    let mut sent = 0;
    let refused = loop {
        let answer = extension.post("/api/ext/reports", report()).await;
        if answer.status != 201 {
            break answer;
        }
        sent += 1;
    };
    assert_eq!(sent, 14, "20 a day, of which six were refused");
    assert!(refused.headers.contains_key("retry-after"), "{}", refused.text);
    let _ = refused.expect_problem(429, "too_many_requests");
    app.state.clock.advance(chrono::Duration::hours(25));
    let _ = extension.post("/api/ext/reports", report()).await.expect(201);
    app.state.clock.advance(chrono::Duration::days(181));
    let jobs = karavan::app::jobs(&app.state).only(|kind| kind == "ext:expire_reports");
    while jobs.run_next(&app.state, "test").await.expect("works") {}
    assert_eq!(app.count("shop_reports", "1 = 1").await, 0);
}

#[apply(on_both)]
async fn extension_is_notified_of_a_broken_shop(app: App) {
    let (owner, extension) = (app.owner().await, app.extension_of(CLIENT).await);
    let state = |shop: &str, state: &str, note: &str| json!({"shop": shop, "state": state, "note": note});
    let broken = owner
        .post(
            "/agent/adapters/state",
            state("1688", "broken", "Цены без входа неверны"),
        )
        .await
        .expect(200);
    let me = extension.get("/api/ext/me").await.expect(200);
    assert_eq!(me["shops"]["1688"], broken);
    assert_eq!(
        app.extension_of(crate::support::OTHER_CLIENT)
            .await
            .get("/api/ext/me")
            .await
            .expect(200)["shops"],
        json!({}),
        "another agent's"
    );
    // Of two agents, the one who says that a shop is broken counts.
    let second = app.log_in("agent", OTHER_OWNER).await;
    let _ = second
        .post("/agent/adapters/state", state("1688", "ok", ""))
        .await
        .expect(200);
    let both = app.extension_of(TWO_CABINETS).await;
    assert_eq!(
        both.get("/api/ext/me").await.expect(200)["shops"]["1688"]["state"],
        "broken"
    );

    app.state.clock.advance(chrono::Duration::hours(1));
    let again = app
        .owner()
        .await
        .post("/agent/adapters/state", state("1688", "broken", "Скоро исправим"))
        .await
        .expect(200);
    assert_eq!(
        (&again["since"], &again["note"]),
        (&broken["since"], &json!("Скоро исправим"))
    );
    let mended = app
        .owner()
        .await
        .post("/agent/adapters/state", state("1688", "ok", ""))
        .await
        .expect(200);
    assert_ne!(mended["since"], broken["since"]);
    assert_eq!(
        extension.get("/api/ext/me").await.expect(200)["shops"]["1688"]["state"],
        "ok"
    );
    for (body, field, code) in [
        (state("", "ok", ""), "shop", "required"),
        (state("1688", "ok", &"x".repeat(301)), "note", "too_long"),
    ] {
        let problem = app
            .owner()
            .await
            .post("/agent/adapters/state", body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], code);
    }
    let _ = app
        .log_in("agent", WAREHOUSE_WORKER)
        .await
        .post("/agent/adapters/state", state("1688", "ok", ""))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn coverage_counts_submitted_captures(app: App) {
    let (owner, extension, client) = (app.owner().await, app.extension_of(CLIENT).await, app.client().await);
    let (items, draft) = new_draft(&extension).await;
    let _ = extension.post(&items, captured_item()).await.expect(201);
    let mut poor = captured_item();
    for field in ["variant", "sku_id", "shop", "image_url", "images", "options"] {
        poor.as_object_mut().expect("an object").remove(field);
    }
    poor["uncertain"] = json!(["price", "title"]);
    let _ = extension.post(&items, poor).await.expect(201);
    let mut unknown_shop = item_body();
    unknown_shop.as_object_mut().expect("an object").remove("marketplace");
    unknown_shop["url"] = json!("https://www.small-shop.example/p/1");
    let _ = extension.post(&items, unknown_shop).await.expect(201);
    assert_eq!(
        owner.get("/agent/adapters").await.expect(200)["data"],
        json!([]),
        "a draft is private"
    );
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    // Items of the cabinet say nothing about the extension.
    let _ = crate::orders::submitted_order(&client).await;
    let board = owner.get("/agent/adapters").await.expect(200);
    let shops: Vec<_> = board["data"]
        .as_array()
        .expect("shops")
        .iter()
        .map(|row| row["shop"].clone())
        .collect();
    assert_eq!(shops, [json!("1688"), json!("small-shop.example")]);
    let coverage = json!({"items": 2, "title": 1, "price": 1, "variant": 1, "sku": 1, "image": 1, "shop": 1});
    assert_eq!(board["data"][0]["coverage"], coverage);
    assert!(board["data"][0]["last_good_at"].is_string());
    app.state.clock.advance(chrono::Duration::days(31));
    let later = app.owner().await.get("/agent/adapters").await.expect(200);
    assert_eq!(
        (
            &later["data"][0]["coverage"]["items"],
            &later["data"][0]["last_good_at"]
        ),
        (&json!(0), &board["data"][0]["last_good_at"])
    );
}

#[apply(on_both)]
async fn an_extension_revokes_its_own_token(app: App) {
    let (extension, other) = (app.extension_of(CLIENT).await, app.extension_of(CLIENT).await);
    let _ = extension.delete("/api/ext/token").await.expect(204);
    let _ = extension
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = extension
        .delete("/api/ext/token")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = other.get("/api/ext/me").await.expect(200);
    let listed = app
        .client()
        .await
        .get("/client/settings/extension-tokens")
        .await
        .expect(200);
    assert_eq!(listed["data"].as_array().map(Vec::len), Some(1));
    assert!(
        listed["data"][0]["last_used_at"].is_string(),
        "the cabinet shows the last use"
    );
    let preflight = app
        .anonymous()
        .with_header("origin", "chrome-extension://abcdefghijklmnopabcdefghijklmnop")
        .with_header("access-control-request-method", "DELETE")
        .send("OPTIONS", "/api/ext/token", None)
        .await;
    let allowed = preflight.headers["access-control-allow-methods"]
        .to_str()
        .expect("a text");
    assert!(allowed.contains("DELETE"), "{allowed}");
}

#[apply(on_both)]
async fn other_schemes_of_extensions_are_configured(app: App) {
    const SAFARI: &str = "safari-web-extension://6CCD1F1E-7A1B-4D6B-9F9E-111111111111";
    let allowed = async |app: &crate::support::App, origin: &str| {
        app.anonymous()
            .with_header("origin", origin)
            .get("/api/ext/me")
            .await
            .headers
            .contains_key("access-control-allow-origin")
    };
    assert!(!allowed(&app, SAFARI).await);
    let variables = |name: &str| (name == "EXTENSION_SCHEMES").then(|| "safari-web-extension".to_owned());
    let origins = platform::config::Config::from_variables(variables)
        .expect("usable")
        .extension_origins;
    let configured = app.with_config(|config| config.extension_origins = origins);
    assert!(allowed(&configured, SAFARI).await);
    assert!(!allowed(&configured, "safari-web-extension://").await);
}
