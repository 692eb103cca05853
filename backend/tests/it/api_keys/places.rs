//! Where a key may come from: encrypted connections, networks and web pages.

use super::{create_key, key_body, newest, program};
use crate::support::{Actor, App, on_both};
use serde_json::json;

/// The service in production behind one proxy.
fn in_production(app: &App) -> App {
    app.with_config(|config| {
        "https://karavan.example".clone_into(&mut config.public_url);
        config.trusted_proxies = 1;
    })
}

fn over(app: &App, scheme: &str, key: &str) -> Actor {
    app.with_token(key).with_header("x-forwarded-proto", scheme)
}

#[apply(on_both)]
async fn key_that_arrives_over_plain_http_is_refused_and_revoked(app: App) {
    let app = in_production(&app);
    let owner = app.owner().await;
    let key = create_key(&owner, "agent", key_body()).await;
    assert!(key.starts_with("krv_live_"), "{key}");
    let _ = over(&app, "https", &key).get("/agent/orders").await.expect(200);
    // A proxy that does not say how the request came is a mistake of the operator, so the key stays.
    let _ = app
        .with_token(&key)
        .get("/agent/orders")
        .await
        .expect_problem(403, "key_transport_unknown");
    // The proxy adds its own word to the one that a client forges. The address does not matter.
    for path in ["/agent/orders", "/client/orders", "/agent/login"] {
        let _ = over(&app, "https, http", &key)
            .get(path)
            .await
            .expect_problem(403, "key_sent_in_clear");
    }
    let _ = over(&app, "https", &key)
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    assert_eq!(newest(&owner, "agent").await["revoke_reason"], "sent_in_clear");

    // A person who knows only the public part can't revoke a key.
    let other = create_key(&owner, "agent", key_body()).await;
    let public = other.split('_').nth(2).expect("an id");
    let guessed = forged(public);
    let _ = over(&app, "http", &guessed)
        .get("/agent/orders")
        .await
        .expect_problem(403, "key_sent_in_clear");
    let _ = over(&app, "https", &other).get("/agent/orders").await.expect(200);
    // People are not affected: their proxy redirects them.
    let _ = owner
        .with_header("x-forwarded-proto", "http")
        .get("/agent/orders")
        .await
        .expect(200);
}

/// A well-formed key with this public id and another secret.
fn forged(public: &str) -> String {
    const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let id: Vec<u8> = public
        .bytes()
        .map(|byte| BASE62.iter().position(|known| *known == byte).expect("base62"))
        .map(|index| u8::try_from(index).expect("fits"))
        .collect();
    let id = std::array::from_fn(|position| id[position]);
    shared_types::api_keys::KeyText::compose(shared_types::api_keys::KeyEnvironment::Live, id, [1; 43])
}

#[apply(on_both)]
async fn key_works_on_the_own_machine_without_tls(app: App) {
    let key = program(&app, key_body()).await;
    let _ = key
        .with_header("x-forwarded-proto", "http")
        .get("/agent/orders")
        .await
        .expect(200);
}

#[apply(on_both)]
async fn key_is_bound_to_its_networks(app: App) {
    let app = app.with_config(|config| config.trusted_proxies = 1);
    let mut body = key_body();
    body["networks"] = json!(["203.0.113.0/24", "2001:db8:7::/48"]);
    let key = program(&app, body).await;
    let from = |address: &str| key.with_header("x-forwarded-for", address);
    for inside in [
        "203.0.113.9",
        "::ffff:203.0.113.9",
        "2001:db8:7::1",
        "198.51.100.1, 203.0.113.9",
    ] {
        let _ = from(inside).get("/agent/orders").await.expect(200);
    }
    for outside in ["198.51.100.1", "2001:db8:8::1", "203.0.113.9, 198.51.100.1"] {
        let _ = from(outside)
            .get("/agent/orders")
            .await
            .expect_problem(403, "key_network_refused");
    }
}

#[apply(on_both)]
async fn web_pages_use_the_keys_that_name_them(app: App) {
    let owner = app.owner().await;
    let mut body = key_body();
    body["origins"] = json!(["https://shop.example"]);
    let shop = create_key(&owner, "agent", body.clone()).await;
    body["origins"] = json!(["https://other.example"]);
    let other = create_key(&owner, "agent", body).await;
    let allowed = |answer: &crate::support::TestResponse| {
        let origin = answer.headers.get("access-control-allow-origin");
        origin.map(|origin| origin.to_str().expect("text").to_owned())
    };
    let page = |origin: &str| app.anonymous().with_header("origin", origin);
    for (origin, expected) in [
        ("https://shop.example", Some("https://shop.example".to_owned())),
        ("https://evil.example", None),
        ("null", None),
    ] {
        let preflight = page(origin)
            .with_header("access-control-request-method", "PATCH")
            .with_header("access-control-request-headers", "authorization")
            .send("OPTIONS", "/agent/orders/1", None)
            .await;
        assert_eq!(allowed(&preflight), expected, "{origin}");
        assert!(preflight.headers.get("access-control-allow-credentials").is_none());
    }
    let with = |key: &str, origin: &str| app.with_token(key).with_header("origin", origin);
    let answer = with(&shop, "https://shop.example").get("/agent/orders").await;
    assert_eq!(allowed(&answer).as_deref(), Some("https://shop.example"));
    let exposed = answer.headers["access-control-expose-headers"].to_str().expect("text");
    assert!(
        exposed.contains("ratelimit") && exposed.contains("retry-after"),
        "{exposed}"
    );
    let _ = answer.expect(200);
    for (key, origin) in [
        (&shop, "https://other.example"),
        (&other, "https://shop.example"),
        (&shop, "null"),
    ] {
        let _ = with(key, origin)
            .get("/agent/orders")
            .await
            .expect_problem(403, "key_origin_refused");
    }
    // A key that names no page is refused in a browser, except on the service's own pages.
    let plain = create_key(&owner, "agent", key_body()).await;
    let _ = with(&plain, "https://shop.example")
        .get("/agent/orders")
        .await
        .expect_problem(403, "key_origin_refused");
    let own = app.state.config.public_url.clone();
    let _ = with(&plain, &own).get("/agent/orders").await.expect(200);
}

#[apply(on_both)]
async fn requests_of_a_key_and_of_an_address_are_limited(app: App) {
    let app = app.with_config(|config| {
        config.trusted_proxies = 1;
        config.capacity.key_requests = 3;
        config.capacity.address_key_requests = 5;
    });
    let owner = app.owner().await;
    let (first, second) = (
        create_key(&owner, "agent", key_body()).await,
        create_key(&owner, "agent", key_body()).await,
    );
    let program = |key: &str| app.with_token(key).with_header("x-forwarded-for", "203.0.113.5");
    let (first, second) = (program(&first), program(&second));
    let header =
        |answer: &crate::support::TestResponse, name: &str| answer.headers[name].to_str().expect("text").to_owned();
    let answer = first.get("/agent/orders").await;
    assert_eq!(
        header(&answer, "ratelimit-policy"),
        "\"address\";q=5;w=60, \"key\";q=3;w=60"
    );
    let left = header(&answer, "ratelimit");
    assert!(left.starts_with("\"address\";r=4;t="), "{left}");
    assert!(left.contains(", \"key\";r=2;t="), "{left}");
    let _ = answer.expect(200);
    for _ in 0..2 {
        let _ = first.get("/agent/orders").await.expect(200);
    }
    let refused = first.get("/agent/orders").await;
    let (wait, left) = (header(&refused, "retry-after"), header(&refused, "ratelimit"));
    assert!(left.contains(&format!("\"key\";r=0;t={wait}")), "{left}");
    let _ = refused.expect_problem(429, "too_many_requests");
    // The fifth request of the address is the second key's first one.
    let _ = second.get("/agent/orders").await.expect(200);
    let refused = second.get("/agent/orders").await;
    assert_eq!(refused.statements, 0, "before the database is asked");
    assert!(!header(&refused, "ratelimit").contains("\"key\""));
    let _ = refused.expect_problem(429, "too_many_requests");
    // People have no such limit.
    let answer = owner.get("/agent/orders").await;
    assert!(answer.headers.get("ratelimit").is_none());
    let _ = answer.expect(200);
}
