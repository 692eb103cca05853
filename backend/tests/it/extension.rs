//! The API of the browser extension.

use crate::support::{App, CLIENT, OTHER_CLIENT, TWO_CABINETS, item_body, on_both};
use chrono::Duration;
use serde_json::{Value, json};

#[apply(on_both)]
async fn extension_adds_an_item_to_a_draft(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let me = extension.get("/api/ext/me").await.expect(200);
    assert_eq!(
        (&me["user"]["phone"], &me["clients"][0]["agent"]["name"]),
        (&json!(CLIENT), &json!("lotus"))
    );
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": me["clients"][0]["id"]}))
        .await
        .expect(201);
    let added = extension
        .post(&format!("/api/ext/drafts/{}/items", draft["id"]), item_body())
        .await
        .expect(201);
    assert_eq!(
        (&added["item"]["price"]["amount"], &added["order"]["total"]["amount"]),
        (&json!("28.50"), &json!("85.50"))
    );
    assert_eq!(
        extension.get("/api/ext/drafts").await.expect(200)["data"][0],
        added["order"]
    );
    let card = app
        .client()
        .await
        .get(&format!("/client/orders/{}", draft["id"]))
        .await
        .expect(200);
    assert_eq!(
        (&card["items"][0]["source"], &card["items"][0]["image_url"]),
        (&json!("extension"), &item_body()["image_url"])
    );
}

#[apply(on_both)]
async fn extension_lists_drafts_of_all_own_clients(app: App) {
    let extension = app.extension_of(TWO_CABINETS).await;
    let me = extension.get("/api/ext/me").await.expect(200);
    for client in me["clients"].as_array().expect("clients") {
        let _ = extension
            .post("/api/ext/drafts", json!({"client_id": client["id"]}))
            .await
            .expect(201);
    }
    let drafts = extension.get("/api/ext/drafts").await.expect(200);
    let mut agents: Vec<_> = drafts["data"]
        .as_array()
        .expect("drafts")
        .iter()
        .filter_map(|draft| draft["agent_name"].as_str())
        .collect();
    agents.sort_unstable();
    assert_eq!(agents, ["dragon", "lotus"]);

    let foreign = app.extension_of(OTHER_CLIENT).await;
    let _ = foreign
        .post(
            &format!("/api/ext/drafts/{}/items", drafts["data"][0]["id"]),
            item_body(),
        )
        .await
        .expect_problem(404, "not_found");
    let _ = foreign
        .post("/api/ext/drafts", json!({"client_id": 1}))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(foreign.get("/api/ext/drafts").await.expect(200)["data"], json!([]));
}

#[apply(on_both)]
async fn retried_request_adds_one_item(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": 1}))
        .await
        .expect(201);
    let path = format!("/api/ext/drafts/{}/items", draft["id"]);
    let retry = extension.with_header("idempotency-key", "send-1");
    let answer = retry.post(&path, item_body()).await;
    assert!(answer.headers.get("idempotent-replayed").is_none());
    let first = answer.expect(201);
    // A retry gets the first response even if the draft was submitted in between.
    let _ = app
        .client()
        .await
        .post(&format!("/client/orders/{}/submit", draft["id"]), json!({}))
        .await
        .expect(200);
    // With and without quotes it is the same key.
    for key in ["send-1", "\"send-1\""] {
        let repeated = extension
            .with_header("idempotency-key", key)
            .post(&path, item_body())
            .await;
        assert_eq!(repeated.headers["idempotent-replayed"], "true");
        assert_eq!(repeated.expect(201), first);
    }
    let mut other = item_body();
    other["quantity"] = json!(4);
    let _ = retry
        .post(&path, other.clone())
        .await
        .expect_problem(422, "idempotency_key_reused");
    let _ = extension
        .post(&path, other)
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn parallel_requests_with_one_key_add_one_item(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": 1}))
        .await
        .expect(201);
    let path = format!("/api/ext/drafts/{}/items", draft["id"]);
    let mut sends = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (retry, path) = (extension.with_header("idempotency-key", "send-1"), path.clone());
        sends.spawn(async move {
            // Concurrent requests with one key run statements that they roll back, so the statement limit is not checked.
            let answer = retry.post(&path, item_body()).await;
            assert_eq!(answer.status, 201, "{}", answer.text);
            serde_json::from_str::<serde_json::Value>(&answer.text).expect("JSON")["item"]["id"].clone()
        });
    }
    let ids = sends.join_all().await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(
        extension.get("/api/ext/drafts").await.expect(200)["data"][0]["items_count"],
        1
    );
}

#[apply(on_both)]
async fn extension_token_is_shown_once_and_revocable(app: App) {
    let person = app.client().await;
    let created = person
        .post("/client/settings/extension-tokens", json!({"name": " Мой Chrome "}))
        .await
        .expect(201);
    let plaintext = created["plaintext"].as_str().expect("a token").to_owned();
    assert!(shared_types::token::is_well_formed(&plaintext));
    assert_eq!(
        (&created["token"]["name"], &created["token"]["last_used_at"]),
        (&json!("Мой Chrome"), &json!(null))
    );

    let extension = app.with_token(&plaintext);
    let _ = extension.get("/api/ext/me").await.expect(200);
    let listed = person.get("/client/settings/extension-tokens").await.expect(200);
    assert!(
        listed["data"][0]["last_used_at"].is_string() && listed["data"][0]["last_ip"].is_string(),
        "{listed}"
    );
    assert!(!listed.to_string().contains(&plaintext));

    let mut typo = plaintext.clone();
    typo.replace_range(10..11, if plaintext.as_bytes()[10] == b'x' { "y" } else { "x" });
    assert_eq!(
        app.with_token(&typo).get("/api/ext/me").await.statements,
        0,
        "a typo is detected without a query"
    );
    let _ = app
        .with_token(&typo)
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_malformed");
    let _ = app
        .with_token(&shared_types::token::compose([7; 30]))
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_invalid");

    let _ = app
        .log_in("client", TWO_CABINETS)
        .await
        .delete(&format!("/client/settings/extension-tokens/{}", created["token"]["id"]))
        .await
        .expect_problem(404, "not_found");
    let _ = person
        .delete(&format!("/client/settings/extension-tokens/{}", created["token"]["id"]))
        .await
        .expect(204);
    let _ = extension
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_revoked");
    assert_eq!(
        person.get("/client/settings/extension-tokens").await.expect(200)["data"],
        json!([])
    );
}

#[apply(on_both)]
async fn cors_allows_browser_extensions_only(app: App) {
    let origin = |origin: &str| app.anonymous().with_header("origin", origin);
    for extension in [
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
        "moz-extension://6ccd1f1e-7a1b-4d6b-9f9e-111111111111",
    ] {
        let preflight = origin(extension)
            .with_header("access-control-request-method", "POST")
            .send("OPTIONS", "/api/ext/drafts", None)
            .await;
        assert_eq!(preflight.headers["access-control-allow-origin"], extension);
        assert!(preflight.headers.get("access-control-allow-credentials").is_none());
        // Errors carry CORS headers as well; otherwise the popup would see a network error.
        let refused = origin(extension).get("/api/ext/me").await;
        assert_eq!(
            (refused.status, &refused.headers["access-control-allow-origin"]),
            (401, &extension.parse().expect("a header"))
        );
    }
    for (site, path) in [
        ("https://evil.example", "/api/ext/me"),
        ("chrome-extension://abcdefghijklmnopabcdefghijklmnop", "/client/orders"),
        ("chrome-extension://abc", "/api/ext/me"),
        ("moz-extension://", "/api/ext/me"),
        ("https://chrome-extension.example", "/api/ext/me"),
    ] {
        assert!(
            origin(site)
                .get(path)
                .await
                .headers
                .get("access-control-allow-origin")
                .is_none(),
            "{site}"
        );
    }
}

#[apply(on_both)]
async fn token_with_a_lifetime_expires(app: App) {
    let client = app.client().await;
    let create = |days: Value| {
        let client = client.clone();
        async move {
            let body = json!({"name": "Laptop", "expires_in_days": days});
            client.post("/client/settings/extension-tokens", body).await
        }
    };
    for days in [0, -1, 3651] {
        let _ = create(json!(days)).await.expect_problem(422, "validation_failed");
    }
    let created = create(json!(30)).await.expect(201);
    let extension = app.with_token(created["plaintext"].as_str().expect("a plaintext"));
    let unlimited = app.extension_of(CLIENT).await;
    app.state.clock.advance(Duration::days(30) - Duration::seconds(1));
    let _ = extension.get("/api/ext/me").await.expect(200);
    app.state.clock.advance(Duration::seconds(1));
    let _ = extension
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_expired");
    let _ = unlimited.get("/api/ext/me").await.expect(200);

    // The settings still show the token, with the time when it stopped working and its last use before that.
    let client = app.client().await;
    let tokens = client.get("/client/settings/extension-tokens").await.expect(200);
    let expired = tokens["data"]
        .as_array()
        .and_then(|tokens| tokens.iter().find(|token| token["name"] == "Laptop"))
        .expect("the expired token");
    assert!(expired["expires_at"].as_str() > expired["last_used_at"].as_str());
}

#[apply(on_both)]
async fn every_use_of_a_token_is_shown_at_once_and_written_soon(app: App) {
    let client = app.client().await;
    let shown = async |replica: &App| {
        let client = replica.client().await;
        let listed = client.get("/client/settings/extension-tokens").await.expect(200);
        let tokens = listed["data"].as_array().expect("tokens");
        let token = tokens.iter().find(|token| token["name"] == "Laptop");
        token.expect("the token")["last_used_at"].clone()
    };
    let created = client
        .post("/client/settings/extension-tokens", json!({"name": "Laptop"}))
        .await
        .expect(201);
    let plaintext = created["plaintext"].as_str().expect("a plaintext");
    let (extension, other) = (app.with_token(plaintext), app.with_config(|_| {}));

    let _ = extension.get("/api/ext/me").await.expect(200);
    let mut last = shown(&app).await;
    assert!(last.is_string());
    for _ in 0..3 {
        app.state.clock.advance(Duration::seconds(1));
        let used = extension.get("/api/ext/me").await.expect(200);
        let now = shown(&app).await;
        assert!(now.as_str() > last.as_str(), "{now} after {last}");
        assert_eq!(used["token"]["last_used_at"], now);
        last = now;
    }
    app.state.flush_token_uses().await.expect("written");
    assert_eq!(shown(&other).await, last, "another replica sees it after the flush");
    assert!(app.state.pending_token_uses().is_empty());

    // An older use that another replica writes later changes nothing.
    app.state.clock.advance(Duration::seconds(1));
    let late = other.with_token(plaintext);
    let _ = late.get("/api/ext/me").await.expect(200);
    app.state.clock.advance(Duration::seconds(1));
    let _ = extension.get("/api/ext/me").await.expect(200);
    let newest = shown(&app).await;
    app.state.flush_token_uses().await.expect("written");
    other.state.flush_token_uses().await.expect("written");
    assert_eq!(
        (shown(&app).await, shown(&other).await),
        (newest.clone(), newest.clone())
    );

    // Neither a refused token nor a wrong one is used.
    app.state.clock.advance(Duration::seconds(1));
    app.execute_sql("UPDATE extension_tokens SET revoked_at = created_at")
        .await;
    let revoked = extension.get("/api/ext/me").await;
    let _ = revoked.expect_problem(401, "credential_revoked");
    assert!(app.state.pending_token_uses().is_empty());
}
