//! Invalid input: the refusal names the field, is never a 500, and nothing is stored.

use crate::{
    orders::create_draft,
    support::{CLIENT, item_body, on_both},
};
use serde_json::{Value, json};

/// Values that are invalid for every field of an item.
fn invalid_values() -> Vec<Value> {
    vec![
        json!({}),
        json!([]),
        json!(true),
        json!(-1),
        json!("NaN"),
        json!(1e300),
        json!("\u{0}"),
        json!("x".repeat(10_000)),
        json!("\u{202e}\u{0007}"),
    ]
}

#[apply(on_both)]
async fn invalid_item_field_is_named_in_the_error(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let client = app.client().await;
    let id = create_draft(&client).await;
    let fields: Vec<String> = item_body().as_object().expect("an object").keys().cloned().collect();
    for path in [
        format!("/client/orders/{id}/items"),
        format!("/api/ext/drafts/{id}/items"),
    ] {
        for field in &fields {
            for value in invalid_values() {
                // Any text is a valid title or comment.
                if value == json!("NaN")
                    && !matches!(field.as_str(), "url" | "image_url" | "price" | "quantity" | "shop")
                {
                    continue;
                }
                let mut body = item_body();
                body[field] = value.clone();
                let actor = if path.starts_with("/api") { &extension } else { &client };
                let problem = actor.post(&path, body).await.expect_problem(422, "validation_failed");
                let named = problem["errors"]
                    .as_object()
                    .expect("errors")
                    .keys()
                    .any(|name| name.starts_with(field.as_str()));
                assert!(named, "{field} = {value}: {problem}");
            }
        }
        for field in ["title", "url", "price"] {
            let mut body = item_body();
            body.as_object_mut().expect("an object").remove(field);
            let problem = extension
                .post(&format!("/api/ext/drafts/{id}/items"), body)
                .await
                .expect_problem(422, "validation_failed");
            assert_eq!(problem["errors"][field][0]["code"], "required");
        }
    }
    let mut unknown = item_body();
    unknown["agent_price"] = json!("1.00");
    let problem = client
        .post(&format!("/client/orders/{id}/items"), unknown)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["agent_price"][0]["code"], "unknown_field");
    assert_eq!(
        client.get(&format!("/client/orders/{id}")).await.expect(200)["items"],
        json!([]),
        "nothing was stored"
    );
}

#[apply(on_both)]
async fn malformed_bodies_are_refused_by_every_endpoint(app: App) {
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let (client, extension) = (app.client().await, app.extension_of(CLIENT).await);
    let order = create_draft(&client).await.to_string();
    let bodies: [&[u8]; 12] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"42",
        b"\"text\"",
        b"{\"a\":1}",
        b"\xff\xfe",
        b"{\"title\":\"\\ud800\"}",
        b"{}{}",
        b"NaN",
        &[b'['; 2000],
    ];
    for endpoint in endpoints
        .iter()
        .filter(|endpoint| matches!(endpoint.method.as_str(), "POST" | "PATCH"))
    {
        if matches!(
            endpoint.name,
            "log_out" | "refresh_session" | "submit_order" | "withdraw_order" | "cancel_order" | "repeat_order"
        ) {
            continue;
        }
        let path = endpoint
            .path
            .replace("{guard}", "client")
            .replace("{order}", &order)
            .replace("{import}", "999999")
            .replace("{item}", "1")
            .replace("{id}", "1")
            .replace("{type}", "order")
            .replace("{token}", "1");
        let actor = if path.starts_with("/api") { &extension } else { &client };
        for body in bodies {
            let answer = actor.send(endpoint.method.as_str(), &path, Some(body.to_vec())).await;
            assert!(
                (400..500).contains(&answer.status),
                "{} {:?}: {}",
                endpoint.name,
                String::from_utf8_lossy(body),
                answer.text
            );
            assert_eq!(
                answer.headers["content-type"], "application/problem+json",
                "{}",
                endpoint.name
            );
        }
    }
}

#[apply(on_both)]
async fn oversized_body_and_wrong_content_type_are_refused(app: App) {
    let client = app.client().await;
    let id = create_draft(&client).await;
    let path = format!("/client/orders/{id}/items");
    let _ = client
        .send("POST", &path, Some(vec![b' '; 10 << 20]))
        .await
        .expect_problem(413, "body_too_large");
    let _ = client
        .with_header("content-type", "text/plain")
        .send("POST", &path, Some(b"{}".to_vec()))
        .await
        .expect_problem(415, "unsupported_media_type");
    let _ = client
        .with_header("idempotency-key", &"k".repeat(201))
        .post(&path, item_body())
        .await
        .expect_problem(422, "validation_failed");
    let _ = client
        .get("/client/orders/not-a-number")
        .await
        .expect_problem(404, "not_found");
    let _ = client
        .get("/client/orders/99999999999999999999999")
        .await
        .expect_problem(404, "not_found");
    let _ = client
        .get("/client/orders?cursor=%00")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn unicode_text_is_stored_unchanged(app: App) {
    let client = app.client().await;
    let id = create_draft(&client).await;
    let mut product = item_body();
    product["title"] = json!("👗".repeat(500));
    product["comment"] = json!("Ёж 刺猬 🦔\nвторая строка");
    let added = client
        .post(&format!("/client/orders/{id}/items"), product.clone())
        .await
        .expect(201);
    assert_eq!(
        (&added["title"], &added["comment"]),
        (&product["title"], &product["comment"])
    );
    product["title"] = json!("👗".repeat(501));
    let _ = client
        .post(&format!("/client/orders/{id}/items"), product)
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn idempotency_key_of_other_than_visible_characters_is_refused(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let draft = json!({"client_id": 1, "title": "Осень"});
    for (key, code) in [
        ("", "invalid_format"),
        ("a b", "invalid_format"),
        ("a\tb", "invalid_format"),
        (&*"x".repeat(201), "too_long"),
    ] {
        let keyed = extension.with_header("idempotency-key", key);
        let problem = keyed
            .post("/api/ext/drafts", draft.clone())
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"]["Idempotency-Key"][0]["code"], code, "{key:?}");
    }
}
