//! The life of a key: shown once, used, rolled, expired, revoked, and its end with its maker.

use super::{create_key, key_body, newest, program};
use crate::support::{OTHER_CLIENT, OTHER_OWNER, TWO_CABINETS, on_both};
use chrono::Duration;
use serde_json::{Value, json};
use shared_types::api_keys::{KeyEnvironment, KeyText, limits};

#[apply(on_both)]
async fn key_is_shown_once_and_a_typo_is_refused_without_a_query(app: App) {
    let owner = app.owner().await;
    let mut body = key_body();
    body["networks"] = json!(["203.0.113.7", "2001:db8::1/32"]);
    body["origins"] = json!(["https://Shop.Example/"]);
    let created = owner.post("/agent/api-keys", body).await.expect(201);
    let text = created["plaintext"].as_str().expect("a key");
    let key = KeyText::parse(text).expect("well-formed");
    assert_eq!(key.environment, KeyEnvironment::Live, "the agent is no sandbox");
    let view = &created["key"];
    assert_eq!(view["start"], format!("krv_live_{}", key.id));
    assert_eq!(view["last_characters"], text[text.len() - 4..]);
    assert_eq!(view["rights"], json!({"orders": "write", "items": "write"}));
    assert_eq!(view["networks"], json!(["203.0.113.7/32", "2001:db8::/32"]));
    assert_eq!(view["origins"], json!(["https://shop.example"]));
    assert_eq!(
        (&view["maker"]["name"], &view["maker"]["is_caller"]),
        (&json!("Анна"), &json!(true))
    );
    let expires_at = app.state.clock.now() + Duration::days(limits::DEFAULT_DAYS);
    assert_eq!(view["expires_at"], json!(expires_at), "a year by default");
    let listed = owner.get("/agent/api-keys").await.expect(200);
    assert_eq!(&listed["data"][0], view);
    assert!(!listed.to_string().contains(key.secret));

    let typo = format!(
        "{}{}",
        &text[..text.len() - 1],
        if text.ends_with('x') { "y" } else { "x" }
    );
    for wrong in [typo.as_str(), "krv_live_abc", "krv_"] {
        let answer = app.with_token(wrong).get("/agent/orders").await;
        assert_eq!(answer.statements, 0, "{wrong}");
        let _ = answer.expect_problem(401, "credential_malformed");
    }
    // The right id with another secret, and an unknown id.
    let mut other_secret = [0; 43];
    other_secret[0] = 7;
    let id: Vec<u8> = key.id.bytes().collect();
    let index = |byte: u8| {
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            .iter()
            .position(|known| *known == byte)
            .and_then(|index| u8::try_from(index).ok())
            .expect("base62")
    };
    let id = std::array::from_fn(|position| index(id[position]));
    for id in [id, [3; 12]] {
        let wrong = KeyText::compose(KeyEnvironment::Live, id, other_secret);
        let _ = app
            .with_token(&wrong)
            .get("/agent/orders")
            .await
            .expect_problem(401, "credential_invalid");
    }
}

#[apply(on_both)]
async fn use_of_a_key_is_shown_at_once_and_written_soon(app: App) {
    let owner = app.owner().await;
    let key = program(&app, key_body()).await;
    assert_eq!(newest(&owner, "agent").await["last_used_at"], json!(null));
    app.state.clock.advance(Duration::minutes(1));
    let used = key.get("/agent/orders").await;
    assert_eq!(used.status, 200, "{}", used.text);
    let listed = newest(&owner, "agent").await;
    assert_eq!(listed["last_used_at"], json!(app.state.clock.now()));
    assert_eq!(listed["last_ip"], "0.0.0.0");
    app.state.flush_token_uses().await.expect("writes");
    assert_eq!(
        app.count("api_keys", "last_used_at IS NOT NULL AND last_ip = '0.0.0.0'")
            .await,
        1
    );
}

#[apply(on_both)]
async fn rolled_key_works_beside_its_successor_for_the_chosen_time(app: App) {
    let owner = app.owner().await;
    let old = program(&app, key_body()).await;
    let id = newest(&owner, "agent").await["id"].clone();
    app.state.clock.advance(Duration::days(10));
    let owner = app.owner().await;
    let _ = owner
        .post(&format!("/agent/api-keys/{id}/roll"), json!({"overlap_hours": 721}))
        .await
        .expect_problem(422, "validation_failed");
    let rolled = owner
        .post(&format!("/agent/api-keys/{id}/roll"), json!({"overlap_hours": 24}))
        .await
        .expect(201);
    let new = app.with_token(rolled["plaintext"].as_str().expect("a key"));
    assert_eq!(rolled["key"]["rights"], key_body()["rights"]);
    let year = app.state.clock.now() + Duration::days(365);
    assert_eq!(
        rolled["key"]["expires_at"],
        json!(year),
        "the same lifetime, from now on"
    );
    app.state.clock.advance(Duration::hours(24) - Duration::seconds(1));
    let _ = old.get("/agent/orders").await.expect(200);
    let _ = new.get("/agent/orders").await.expect(200);
    app.state.clock.advance(Duration::seconds(1));
    let _ = old.get("/agent/orders").await.expect_problem(401, "credential_expired");
    let _ = new.get("/agent/orders").await.expect(200);

    let owner = app.owner().await;
    let rolled_id = &rolled["key"]["id"];
    let again = owner
        .post(
            &format!("/agent/api-keys/{rolled_id}/roll"),
            json!({"overlap_hours": 0}),
        )
        .await
        .expect(201);
    let _ = new.get("/agent/orders").await.expect_problem(401, "credential_revoked");
    let newest = app.with_token(again["plaintext"].as_str().expect("a key"));
    let _ = newest.get("/agent/orders").await.expect(200);
}

#[apply(on_both)]
async fn key_expires_unless_it_may_live_for_ever(app: App) {
    let mut body = key_body();
    for (days, never) in [(json!(0), false), (json!(3651), false), (json!(5), true)] {
        body["expires_in_days"] = days;
        body["never_expires"] = json!(never);
        let _ = app
            .owner()
            .await
            .post("/agent/api-keys", body.clone())
            .await
            .expect_problem(422, "validation_failed");
    }
    let short = program(
        &app,
        json!({"name": "A", "rights": {"orders": "read"}, "expires_in_days": 1}),
    )
    .await;
    let endless = program(
        &app,
        json!({"name": "B", "rights": {"orders": "read"}, "never_expires": true}),
    )
    .await;
    app.state.clock.advance(Duration::days(1) - Duration::seconds(1));
    let _ = short.get("/agent/orders").await.expect(200);
    app.state.clock.advance(Duration::seconds(1));
    let _ = short
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_expired");
    app.state.clock.advance(Duration::days(10_000));
    let _ = endless.get("/agent/orders").await.expect(200);
}

#[apply(on_both)]
async fn revoked_key_is_refused_and_its_end_is_listed(app: App) {
    let owner = app.owner().await;
    let key = program(&app, key_body()).await;
    let id = newest(&owner, "agent").await["id"].clone();
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .delete(&format!("/agent/api-keys/{id}"))
        .await
        .expect_problem(404, "not_found");
    let _ = key.get("/agent/orders").await.expect(200);
    let _ = owner.delete(&format!("/agent/api-keys/{id}")).await.expect(204);
    let _ = owner
        .delete(&format!("/agent/api-keys/{id}"))
        .await
        .expect_problem(404, "not_found");
    let _ = key.get("/agent/orders").await.expect_problem(401, "credential_revoked");
    assert_eq!(newest(&owner, "agent").await["revoke_reason"], "revoked");
    app.state.clock.advance(Duration::days(limits::ENDED_DAYS));
    let listed = app.owner().await.get("/agent/api-keys").await.expect(200);
    assert_eq!(listed["data"], json!([]), "after a while it is no longer listed");
}

#[apply(on_both)]
async fn keys_of_a_maker_who_leaves_or_ends_all_access_are_gone(app: App) {
    let owner = app.owner().await;
    let group = crate::staff::create_group(
        &owner,
        "agent",
        "Интеграции",
        &[("orders", "edit", "all"), ("settings", "edit", "all")],
    )
    .await;
    let colleague = super::rights::colleague(&app, &owner, group).await;
    let first = app.with_token(&create_key(&colleague, "agent", key_body()).await);
    let _ = first.get("/agent/orders").await.expect(200);
    let staff = app
        .ids("staff", "user_id = (SELECT id FROM users WHERE phone = '+79990000077')")
        .await[0];
    let locked = |disabled: bool| (format!("/agent/staff/{staff}"), json!({"disabled": disabled}));
    let (path, body) = locked(true);
    let _ = owner.patch(&path, body).await.expect_within_statements(200, 8);
    let _ = first
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let (path, body) = locked(false);
    let _ = owner.patch(&path, body).await.expect_within_statements(200, 8);
    let _ = first
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    assert_eq!(newest(&owner, "agent").await["revoke_reason"], "maker_left");

    let colleague = app.log_in("agent", "+79990000077").await;
    let second = app.with_token(&create_key(&colleague, "agent", key_body()).await);
    let removed = owner.delete(&format!("/agent/staff/{staff}")).await;
    assert_eq!(removed.status, 204, "{}", removed.text);
    let _ = second
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");

    let client = app.client().await;
    let third = app.with_token(&create_key(&client, "client", key_body()).await);
    let _ = third.get("/client/orders").await.expect(200);
    let ended = client
        .post("/client/sessions/revoke-all", json!({"keep_current": true}))
        .await;
    assert!(ended.status < 300, "{}", ended.text);
    let _ = third
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_revoked");
}

#[apply(on_both)]
async fn keys_are_made_by_people_of_their_own_cabinet(app: App) {
    let client = app.client().await;
    let key = app.with_token(&create_key(&client, "client", key_body()).await);
    let me = key.get("/client/me").await.expect(200);
    assert_eq!(me["cabinets"].as_array().map(Vec::len), Some(1), "{me}");
    let id = newest(&client, "client").await["id"].clone();
    // The agent, a member of another client, and another agent do not see it.
    assert_eq!(
        app.owner().await.get("/agent/api-keys").await.expect(200)["data"],
        json!([])
    );
    for phone in [OTHER_CLIENT, TWO_CABINETS] {
        let stranger = app.log_in("client", phone).await;
        assert_eq!(stranger.get("/client/api-keys").await.expect(200)["data"], json!([]));
        for answer in [
            stranger.delete(&format!("/client/api-keys/{id}")).await,
            stranger
                .patch(&format!("/client/api-keys/{id}"), json!({"name": "x"}))
                .await,
            stranger
                .post(&format!("/client/api-keys/{id}/roll"), json!({"overlap_hours": 0}))
                .await,
        ] {
            let _ = answer.expect_problem(404, "not_found");
        }
    }
    let _ = app
        .owner()
        .await
        .delete(&format!("/agent/api-keys/{id}"))
        .await
        .expect_problem(404, "not_found");
    // A key of one side is unknown on the other.
    let _ = key.get("/agent/orders").await.expect_problem(401, "credential_invalid");
}

#[apply(on_both)]
async fn number_of_keys_is_limited(app: App) {
    let owner = app.owner().await;
    for number in 0..limits::KEYS {
        let body = json!({"name": format!("Key {number}"), "rights": {"orders": "read"}});
        let _ = create_key(&owner, "agent", body).await;
    }
    let problem = owner
        .post("/agent/api-keys", key_body())
        .await
        .expect_problem(409, "limit_reached");
    assert_eq!(problem["limit"], limits::KEYS);
    let first = owner.get("/agent/api-keys?limit=15").await.expect(200);
    let cursor = first["next_cursor"].as_str().expect("a cursor");
    let rest = owner
        .get(&format!("/agent/api-keys?limit=15&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(rest["next_cursor"], Value::Null);
    let rows = [&first, &rest].map(|page| page["data"].as_array().expect("keys").clone());
    let ids: Vec<i64> = rows
        .concat()
        .iter()
        .map(|key| key["id"].as_i64().expect("an id"))
        .collect();
    assert_eq!(ids.len() as u64, limits::KEYS);
    assert!(ids.is_sorted_by(|a, b| a > b), "newest first: {ids:?}");
}
