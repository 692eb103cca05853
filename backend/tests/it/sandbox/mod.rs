//! The sandbox: a program sees the whole life of an order, with test keys and at a sandbox only.

use crate::{
    api_keys::{key_body, program},
    billing::commands::run,
    event_feed::{events_after, publish},
    orders::{create_draft, draft_with_item, submitted_order},
    support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, on_both},
};
use serde_json::{Value, json};

/// Makes the first agent a sandbox.
async fn make_sandbox(app: &App) {
    app.execute_sql("UPDATE agents SET is_sandbox = true WHERE id = 1")
        .await;
}

/// A program with a test key of the client.
async fn client_program(app: &App) -> Actor {
    let client = app.client().await;
    let body = json!({"name": "Магазин", "rights": {"orders": "write", "items": "read", "events": "read"}});
    let created = client.post("/client/api-keys", body).await.expect(201);
    let key = created["plaintext"].as_str().expect("a key");
    assert!(key.starts_with("krv_test_"), "a key of a sandbox");
    app.with_token(key)
}

/// Performs all steps that are left. Returns them, with the last status.
async fn run_to_the_end(program: &Actor, side: &str, order: i64) -> (Vec<String>, Value) {
    let path = format!("/{side}/sandbox/orders/{order}/advance");
    let (mut steps, mut status) = (Vec::new(), Value::Null);
    loop {
        let answer = program.post(&path, json!({})).await;
        if answer.status == 409 {
            let _ = answer.expect_problem(409, "sandbox_step_missing");
            return (steps, status);
        }
        let done = answer.expect_within_statements(200, 120);
        assert_eq!(done["order_id"], order);
        assert!(steps.is_empty() || done["old_status"] == status, "{done}");
        steps.push(done["step"].as_str().expect("a step").to_owned());
        status = done["new_status"].clone();
    }
}

#[apply(on_both)]
async fn a_client_program_sees_the_whole_life_of_an_order(app: App) {
    make_sandbox(&app).await;
    let client = app.client().await;
    let (order, _) = draft_with_item(&client).await;
    publish(&app).await;
    let program = client_program(&app).await;
    let from = program.get("/client/events?limit=1").await.expect(200)["last"]
        .as_i64()
        .expect("a position");
    let (steps, status) = run_to_the_end(&program, "client", order).await;
    let expected = [
        "submit",
        "quote",
        "pay",
        "buy",
        "send",
        "receive",
        "pack",
        "choose_cash",
        "depart",
        "arrive",
        "accept",
    ];
    assert_eq!(steps, expected);
    assert_eq!(status, "accepted");
    publish(&app).await;
    let events = events_after(&program, "client", from).await;
    let moved = events.iter().filter(|event| event["type"] == "order.status_changed");
    let reached: Vec<&str> = moved.filter_map(|event| event["data"]["new_state"].as_str()).collect();
    assert_eq!(reached.first(), Some(&"submitted"), "{reached:?}");
    assert_eq!(reached.last(), Some(&"accepted"), "{reached:?}");
    let history = program
        .get(&format!("/client/orders/{order}/history"))
        .await
        .expect(200);
    let authors: Vec<&Value> = history["data"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|row| &row["actor_name"])
        .collect();
    assert!(authors.contains(&&json!("Анна")), "staff, by name: {authors:?}");
}

#[apply(on_both)]
async fn a_staff_program_moves_submitted_orders_and_self_buyouts(app: App) {
    make_sandbox(&app).await;
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let draft = create_draft(&client).await;
    let program = program(&app, key_body()).await;
    let (steps, status) = run_to_the_end(&program, "agent", order).await;
    assert_eq!((steps[0].as_str(), status), ("quote", json!("accepted")));
    for hidden in [draft, 999_999] {
        let path = format!("/agent/sandbox/orders/{hidden}/advance");
        let _ = program.post(&path, json!({})).await.expect_problem(404, "not_found");
    }
    // A draft without items can't be submitted in the sandbox either.
    let of_client = client_program(&app).await;
    let path = format!("/client/sandbox/orders/{draft}/advance");
    assert_eq!(of_client.post(&path, json!({})).await.status, 409);
    let buyout = json!({"type": "self_buyout", "title": "Сам"});
    let buyout = client.post("/client/orders", buyout).await.expect(201)["id"]
        .as_i64()
        .expect("an id");
    let item = json!({"title": "Куртка", "url": "https://example.com/1", "price": "10"});
    let _ = client
        .post(&format!("/client/orders/{buyout}/items"), item)
        .await
        .expect(201);
    let (steps, status) = run_to_the_end(&of_client, "client", buyout).await;
    assert_eq!((steps[1].as_str(), status), ("expect", json!("accepted")));
}

#[apply(on_both)]
async fn only_test_keys_move_orders(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let live = program(&app, key_body()).await;
    make_sandbox(&app).await;
    let (of_staff, of_client) = (
        format!("/agent/sandbox/orders/{order}/advance"),
        format!("/client/sandbox/orders/{order}/advance"),
    );
    // A live key from before the agent was a sandbox, and people.
    for (actor, path) in [(&live, &of_staff), (&owner, &of_staff), (&client, &of_client)] {
        let _ = actor
            .post(path, json!({}))
            .await
            .expect_problem(403, "test_key_required");
    }
    let body = json!({"name": "Чтение", "rights": {"orders": "read"}});
    let reader = program(&app, body).await;
    let _ = reader
        .post(&of_staff, json!({}))
        .await
        .expect_problem(403, "permission_denied");
    let other = app.log_in("client", OTHER_CLIENT).await;
    let _ = other.post(&of_client, json!({})).await.expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn a_test_key_works_in_a_sandbox_only(app: App) {
    make_sandbox(&app).await;
    let key = program(&app, key_body()).await;
    let _ = key.get("/agent/orders").await.expect(200);
    app.execute_sql("UPDATE agents SET is_sandbox = false WHERE id = 1")
        .await;
    let _ = key.get("/agent/orders").await.expect_problem(401, "credential_invalid");
    let (done, text) = run(
        &app,
        &[
            "key:create",
            "--agent",
            "lotus",
            "--phone",
            OWNER,
            "--name",
            "1С",
            "--rights",
            "orders:read",
        ],
    )
    .await;
    assert!(done && text.starts_with("krv_live_"), "{text}");
}

#[apply(on_both)]
async fn an_operator_creates_a_sandbox(app: App) {
    let arguments = [
        "agent:create",
        "--company",
        "Песочница",
        "--name",
        "Интегратор",
        "--phone",
        CLIENT,
        "--subdomain",
        "sandbox",
        "--sandbox",
    ];
    let (done, text) = run(&app, &arguments).await;
    assert!(done, "{text}");
    assert_eq!(app.count("agents", "subdomain = 'sandbox' AND is_sandbox").await, 1);
    assert_eq!(app.count("agents", "is_sandbox").await, 1, "no other agent");
}
