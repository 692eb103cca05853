//! Health checks, the OpenAPI document, page routing, and error responses.

use crate::support::{on_both, on_postgres, on_sqlite};
use serde_json::json;

#[apply(on_both)]
async fn page_and_api_share_a_path(app: App) {
    let program = app.anonymous().with_header("accept", "application/json");
    let browser = app.anonymous().with_header(
        "accept",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    );
    for caller in [&program, &browser] {
        assert_eq!(caller.get("/agent").await.headers["location"], "/agent/orders");
        assert_eq!(caller.get("/client").await.headers["location"], "/client/orders");
    }
    let at_home = browser.with_header("cookie", "a=b; client_start=home");
    assert_eq!(at_home.get("/client").await.headers["location"], "/client/home");
    assert_eq!(at_home.get("/agent").await.headers["location"], "/agent/orders");
    for list in ["/agent/orders", "/client/orders"] {
        let page = browser.get(&format!("{list}/17")).await;
        assert_eq!(page.status, 200);
        let policy = page.headers["content-security-policy"]
            .to_str()
            .expect("ascii")
            .to_owned();
        assert!(
            policy.contains("'wasm-unsafe-eval'")
                && !policy.contains("'unsafe-eval'")
                && !policy.contains("script-src 'self' 'unsafe-inline'"),
            "{policy}"
        );
        let _ = program.get(list).await.expect_problem(401, "credential_missing");
    }
    assert_eq!(
        browser.get("/client/no/such/page").await.status,
        200,
        "the SPA shows its own not-found page"
    );
}

#[apply(on_both)]
async fn every_refusal_is_a_problem_document(app: App) {
    let anyone = app.anonymous();
    let _ = anyone
        .get("/no/such/address")
        .await
        .expect_problem(404, "route_not_found");
    let refused = anyone.send("PUT", "/agent/orders", None).await;
    let _ = refused.expect_problem(405, "method_not_allowed");
    let named = anyone.with_header("x-request-id", "abc-123").get("/agent/orders").await;
    assert_eq!(
        (
            named.headers["x-request-id"].to_str().ok(),
            named.headers["www-authenticate"].to_str().ok()
        ),
        (Some("abc-123"), Some("Bearer"))
    );
    assert_eq!(named.expect_problem(401, "credential_missing")["request_id"], "abc-123");
}

#[apply(on_both)]
async fn openapi_document_describes_every_endpoint(app: App) {
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    assert_eq!(document["openapi"], "3.1.0");
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    for endpoint in &endpoints {
        let operation = &document["paths"][endpoint.path][endpoint.method.as_str().to_lowercase()];
        assert_eq!(operation["operationId"], endpoint.name);
    }
    let text = document.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(
            document["components"]["schemas"].get(name).is_some(),
            "schema {name} is missing"
        );
    }
    let response = app.anonymous().get("/api/openapi.json").await;
    let tag = response.headers["etag"].to_str().expect("a tag").to_owned();
    let unchanged = app
        .anonymous()
        .with_header("if-none-match", &tag)
        .get("/api/openapi.json")
        .await;
    assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""));
}

#[apply(on_both)]
async fn reference_of_the_api_is_served_by_ourselves(app: App) {
    let page = app.anonymous().get("/api/docs").await;
    assert_eq!(page.status, 200);
    assert!(
        page.text.contains("/api/openapi.json") && !page.text.contains("https://"),
        "{}",
        page.text
    );
    let script = page
        .text
        .split("<script src=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let script = app.anonymous().get(script.expect("a script")).await;
    assert_eq!(script.headers["content-type"], "text/javascript");
    // The path names the version of the script, because browsers keep it.
    assert!(script.text.len() > 1_000_000, "{} bytes", script.text.len());
}

#[apply(on_sqlite)]
async fn guide_of_the_api_is_served_as_pages(app: App) {
    let first = app.anonymous().get("/api/guide").await;
    assert_eq!(first.status, 200);
    assert!(first.text.contains("<h1>The API for programs</h1>"), "{}", first.text);
    for part in first.text.split("href=\"/api/").skip(1) {
        let path = part.split('"').next().expect("a path");
        let page = app.anonymous().get(&format!("/api/{path}")).await;
        assert_eq!(page.status, 200, "{path}");
    }
    let _ = app
        .anonymous()
        .get("/api/guide/nothing")
        .await
        .expect_problem(404, "not_found");
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let description = document["info"]["description"].as_str().expect("a description");
    assert!(description.contains("(/api/guide)"), "{description}");
}

#[apply(on_both)]
async fn health_endpoints_answer_and_metrics_are_local_only(app: App) {
    assert_eq!(app.anonymous().get("/healthz").await.expect(200), json!("ok"));
    assert_eq!(app.anonymous().get("/readyz").await.expect(200), json!("ready"));
    // Metrics are for local addresses only; the test's requests have no address.
    let _ = app.anonymous().get("/metrics").await.expect_problem(404, "not_found");
}

/// Only PostgreSQL has connections for reads.
#[apply(on_postgres)]
async fn lost_read_connections_are_replaced(app: App) {
    let owner = app.owner().await;
    let filter = "application_name = 'karavan: reads' AND datname = current_database()";
    for _ in 0..3 {
        // A connection is opened when it is needed.
        let _ = owner.get("/agent/me").await.expect(200);
        assert!(app.count("pg_stat_activity", filter).await > 0);
        app.execute_sql(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {filter}"
        ))
        .await;
        for _ in 0..5 {
            let _ = owner.get("/agent/me").await.expect(200);
        }
    }
    // The lookup still sees revocations.
    app.execute_sql("UPDATE sessions SET revoked_at = created_at").await;
    for _ in 0..10 {
        let _ = owner.get("/agent/me").await.expect_problem(401, "credential_revoked");
    }
}
