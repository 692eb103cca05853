//! The end of sessions by age, the names of cookies, and common passwords.

use super::bots::Browser;
use crate::support::{CLIENT, OWNER, PASSWORD, TWO_CABINETS, TestResponse, on_both};
use chrono::Duration;
use serde_json::json;

/// The cookies that a response sets, by name, with their attributes.
fn set_cookies(answer: &TestResponse) -> Vec<(String, String)> {
    let set = answer
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().expect("text"));
    set.filter_map(|set| set.split_once('='))
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect()
}

async fn log_in(browser: &Browser, guard: &str, phone: &str) -> serde_json::Value {
    browser
        .post(
            &format!("/{guard}/login/password"),
            json!({"phone": phone, "password": PASSWORD}),
        )
        .await
        .expect(200)
}

#[apply(on_both)]
async fn session_ends_after_its_longest_life(app: App) {
    let app = app.with_config(|config| config.session_max_age = Duration::days(90));
    let browser = Browser::new(&app);
    let _ = log_in(&browser, "agent", OWNER).await;
    for _ in 0..4 {
        app.state.clock.advance(Duration::days(20));
        let _ = browser.post("/agent/refresh", json!({})).await.expect(200);
    }
    app.state.clock.advance(Duration::days(9));
    let last = browser.post("/agent/refresh", json!({})).await.expect(200);
    let actor = app.with_token(last["access_token"].as_str().expect("a token"));
    let _ = actor.get("/agent/orders").await.expect(200);
    app.state.clock.advance(Duration::days(1));
    let refused = browser.post("/agent/refresh", json!({})).await;
    assert_eq!(refused.status, 401, "{}", refused.text);
    assert_eq!(
        app.count(
            "sessions",
            &format!("expires_at > '{}'", app.state.clock.now().to_rfc3339())
        )
        .await,
        0
    );
}

#[apply(on_both)]
async fn switching_cabinets_does_not_renew_a_session(app: App) {
    let browser = Browser::new(&app);
    let session = log_in(&browser, "client", TWO_CABINETS).await;
    let _ = browser.with_access_token(session["access_token"].as_str().expect("a token"));
    let login = app.dump_rows("sessions", "revoked_at IS NULL").await;
    assert_eq!(login.len(), 1);
    app.state.clock.advance(Duration::minutes(10));
    let member = app
        .ids(
            "client_members",
            "user_id = (SELECT id FROM users WHERE phone = '+79990000003')",
        )
        .await[1];
    let _ = browser
        .post("/switch", json!({"guard": "client", "membership_id": member}))
        .await
        .expect(200);
    assert_eq!(
        app.count("sessions", "revoked_at IS NULL AND created_at < last_seen_at")
            .await,
        1
    );
}

#[apply(on_both)]
async fn cookies_of_an_encrypted_site_belong_to_one_host(app: App) {
    let app = app.with_config(|config| config.public_url = "https://karavan.example".to_owned());
    let body = json!({"phone": CLIENT, "password": PASSWORD});
    let answer = app
        .anonymous()
        .with_header("sec-fetch-site", "same-origin")
        .post("/client/login/password", body)
        .await;
    let cookies = set_cookies(&answer);
    let (_, refresh) = cookies
        .iter()
        .find(|(name, _)| name == "__Host-karavan_client_refresh")
        .expect("the cookie");
    assert!(refresh.contains("Path=/;") || refresh.ends_with("Path=/"), "{refresh}");
    assert!(refresh.contains("Secure") && !refresh.contains("Domain"), "{refresh}");
    let token = refresh.split(';').next().expect("a value");

    // A cookie under the earlier name is read once and replaced.
    let former = app
        .anonymous()
        .with_header("cookie", &format!("karavan_client_refresh={token}"));
    let answer = former.post("/client/refresh", json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let cookies = set_cookies(&answer);
    let set = |name: &str| {
        cookies
            .iter()
            .find(|(set, _)| set == name)
            .map(|(_, rest)| rest.clone())
    };
    let next = set("__Host-karavan_client_refresh").expect("the new name");
    assert!(
        set("karavan_client_refresh")
            .expect("the old name is removed")
            .contains("Max-Age=0")
    );
    let next = next.split(';').next().expect("a value");
    // The cookie with the prefix comes first.
    let both = format!("karavan_client_refresh={token}; __Host-karavan_client_refresh={next}");
    let answer = app
        .anonymous()
        .with_header("cookie", &both)
        .post("/client/logout", json!({}))
        .await;
    assert_eq!(answer.status, 204, "{}", answer.text);
    let removed = set_cookies(&answer);
    assert_eq!(
        removed
            .iter()
            .filter(|(name, rest)| name.ends_with("karavan_client_refresh") && rest.contains("Max-Age=0"))
            .count(),
        2
    );
    assert_eq!(
        app.count("sessions", "revoked_at IS NULL AND revoke_reason IS NULL")
            .await,
        0
    );
}

#[apply(on_both)]
async fn reasons_of_ended_sessions_become_names(app: App) {
    for _ in 0..2 {
        let _ = app.log_in("client", CLIENT).await;
    }
    let db = app.undo_migrations_from("m20261126_0097_revoke_reasons").await;
    for (id, reason) in [("min", "the access was taken away"), ("max", "a reason of nobody")] {
        app.execute_sql(&format!(
            "UPDATE sessions SET revoked_at = created_at, revoke_reason = '{reason}' WHERE id = (SELECT {id}(id) FROM sessions)"
        ))
        .await;
    }
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    assert_eq!(app.count("sessions", "revoke_reason = 'membership_disabled'").await, 1);
    assert_eq!(
        app.count("sessions", "revoked_at IS NOT NULL AND revoke_reason IS NULL")
            .await,
        1
    );
    assert_eq!(app.count("sessions", "revoke_reason LIKE '% %'").await, 0);
}

#[apply(on_both)]
async fn ending_all_logins_revokes_extension_tokens(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let _ = extension.get("/api/ext/me").await.expect(200);
    let client = app.client().await;
    let _ = client
        .post("/client/sessions/revoke-all", json!({"keep_current": true}))
        .await
        .expect(204);
    let _ = extension
        .get("/api/ext/me")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = client.get("/client/orders").await.expect(200);
}

#[apply(on_both)]
async fn address_begins_a_limited_number_of_logins(app: App) {
    let app = app.with_config(|config| config.trusted_proxies = 1);
    let from = |address: &str| app.anonymous().with_header("x-forwarded-for", address);
    let (one, other) = (from("203.0.113.1"), from("203.0.113.2"));
    for number in 0..60 {
        let _ = one
            .post("/client/login", json!({"phone": format!("+799911122{number:02}")}))
            .await
            .expect(200);
    }
    let refused = one.post("/client/login", json!({"phone": CLIENT})).await;
    assert!(refused.headers.contains_key("retry-after"));
    let _ = refused.expect_problem(429, "too_many_requests");
    let _ = other.post("/client/login", json!({"phone": CLIENT})).await.expect(200);
    for _ in 0..600 {
        let _ = one.post("/client/link/status", json!({"phone": CLIENT})).await;
    }
    let _ = one
        .post("/client/link/status", json!({"phone": CLIENT}))
        .await
        .expect_problem(429, "too_many_requests");
}

#[apply(on_both)]
async fn common_password_is_refused(app: App) {
    let owner = app.owner().await;
    for password in ["password", "Qwertyuiop", "1q2w3e4r"] {
        let change = json!({"password": password, "current": PASSWORD});
        let refused = owner
            .post("/agent/profile/password", change)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(refused["errors"]["password"][0]["code"], "too_common", "{refused}");
    }
}

#[apply(on_both)]
async fn key_of_one_cabinet_means_nothing_in_another(app: App) {
    let browser = Browser::new(&app);
    let session = log_in(&browser, "client", TWO_CABINETS).await;
    let here = app
        .with_token(session["access_token"].as_str().expect("a token"))
        .with_header("idempotency-key", "order-1");
    let order = json!({"type": "self_buyout"});
    let first = here
        .post("/client/orders", order.clone())
        .await
        .expect_within_statements(201, 8);
    let repeated = here
        .post("/client/orders", order.clone())
        .await
        .expect_within_statements(201, 8);
    assert_eq!(repeated["id"], first["id"]);

    let members = app
        .ids(
            "client_members",
            "user_id = (SELECT id FROM users WHERE phone = '+79990000003')",
        )
        .await;
    let current = &session["cabinet"]["member_id"];
    let other = members
        .iter()
        .find(|member| json!(member) != *current)
        .expect("another cabinet");
    let _ = browser.with_access_token(session["access_token"].as_str().expect("a token"));
    let session = browser
        .post("/switch", json!({"guard": "client", "membership_id": other}))
        .await
        .expect(200);
    let there = app
        .with_token(session["access_token"].as_str().expect("a token"))
        .with_header("idempotency-key", "order-1");
    let second = there
        .post("/client/orders", order.clone())
        .await
        .expect_within_statements(201, 8);
    assert_ne!(second["id"], first["id"]);
    assert_eq!(
        there.get(&format!("/client/orders/{}", second["id"])).await.expect(200)["id"],
        second["id"]
    );

    let mut other = order;
    other["title"] = json!("Другой");
    let _ = there
        .post("/client/orders", other)
        .await
        .expect_problem(422, "idempotency_key_reused");
}

#[apply(on_both)]
async fn order_of_another_cabinet_of_the_person_is_found(app: App) {
    let browser = Browser::new(&app);
    let session = log_in(&browser, "client", TWO_CABINETS).await;
    let token = session["access_token"].as_str().expect("a token");
    let here = app.with_token(token);
    let order = here
        .post("/client/orders", json!({"type": "self_buyout"}))
        .await
        .expect(201);
    let path = format!("/switch/orders/{}", order["id"]);
    let found = here.get(&path).await.expect_within_statements(200, 5);
    assert_eq!(found["member_id"], session["cabinet"]["member_id"]);

    let members = app
        .ids(
            "client_members",
            "user_id = (SELECT id FROM users WHERE phone = '+79990000003')",
        )
        .await;
    let other = members
        .iter()
        .find(|member| json!(member) != session["cabinet"]["member_id"])
        .expect("another cabinet");
    let _ = browser.with_access_token(token);
    let switched = browser
        .post("/switch", json!({"guard": "client", "membership_id": other}))
        .await
        .expect(200);
    let there = app.with_token(switched["access_token"].as_str().expect("a token"));
    let _ = there
        .get(&format!("/client/orders/{}", order["id"]))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        there.get(&path).await.expect(200)["member_id"],
        session["cabinet"]["member_id"]
    );

    // A draft belongs to its client alone, and the order of a stranger to none of the cabinets.
    for stranger in [app.owner().await, app.client().await] {
        let _ = stranger.get(&path).await.expect_problem(404, "not_found");
    }
    let _ = there
        .get("/switch/orders/999999")
        .await
        .expect_problem(404, "not_found");
}
