//! Compression and entity tags of responses.

use crate::support::{Actor, App, CLIENT, PASSWORD, TestResponse, item_body, on_both, on_sqlite};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;

fn header<'a>(answer: &'a TestResponse, name: &str) -> Option<&'a str> {
    answer.headers.get(name).map(|value| value.to_str().expect("text"))
}

/// A client with drafts whose list is longer than a packet.
async fn client_with_drafts(app: &App) -> Actor {
    let client = app.client().await;
    for number in 0..10 {
        let draft = json!({"type": "standard", "title": format!("Заказ {number}")});
        client.post("/client/orders", draft).await.expect(201);
    }
    client
}

#[apply(on_both)]
async fn list_is_compressed_as_the_client_accepts(app: App) {
    let client = client_with_drafts(&app).await;
    let plain = client.get("/client/orders").await;
    assert_eq!(header(&plain, "content-encoding"), None);
    for (accepted, expected) in [
        ("gzip", Some("gzip")),
        ("br, gzip, deflate", Some("gzip")),
        ("gzip;q=0, identity", None),
        ("identity", None),
        ("zstd, br", None),
    ] {
        let answer = client
            .with_header("accept-encoding", accepted)
            .get("/client/orders")
            .await;
        assert_eq!(header(&answer, "content-encoding"), expected, "{accepted}");
        assert_eq!(header(&answer, "etag"), header(&plain, "etag"), "{accepted}");
        if expected.is_some() {
            assert!(answer.bytes.len() * 3 < plain.bytes.len(), "{accepted}");
            let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
            assert!(vary.iter().any(|value| *value == "accept-encoding"), "{vary:?}");
        }
        if expected == Some("gzip") {
            let mut text = String::new();
            GzDecoder::new(&*answer.bytes).read_to_string(&mut text).expect("gzip");
            assert_eq!(text, plain.text);
        }
    }
}

/// Responses to writes may contain credentials together with text that the caller chose.
#[apply(on_sqlite)]
async fn small_responses_writes_and_files_are_not_compressed(app: App) {
    let client = client_with_drafts(&app).await;
    let drafts = client.get("/client/orders").await.expect(200);
    let order = drafts["data"][0]["id"].as_i64().expect("an id");
    for _ in 0..3 {
        client
            .post(&format!("/client/orders/{order}/items"), item_body())
            .await
            .expect(201);
    }
    let browser = client.with_header("accept-encoding", "gzip, br");
    let card = browser.get(&format!("/client/orders/{order}")).await;
    assert_eq!(
        header(&card, "content-encoding"),
        Some("gzip"),
        "the card is long enough"
    );
    let changed = browser
        .patch(&format!("/client/orders/{order}"), json!({"title": "Осень"}))
        .await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    assert!(changed.bytes.len() > 1024, "the same card");
    let login = app
        .anonymous()
        .with_header("accept-encoding", "gzip, br")
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await;
    assert_eq!(login.status, 200, "{}", login.text);
    let small = browser.get("/client/orders/counts").await;
    let workbook = browser.get("/api/import-template.xlsx").await;
    for answer in [changed, login, small, workbook] {
        assert_eq!(header(&answer, "content-encoding"), None, "{answer:?}");
    }
}

#[apply(on_both)]
async fn unchanged_list_is_not_sent_again(app: App) {
    let client = client_with_drafts(&app).await;
    let first = client.get("/client/orders").await;
    let tag = header(&first, "etag").expect("a tag").to_owned();
    let known = client.with_header("if-none-match", &format!("\"old\", {tag}"));
    for accepted in ["identity", "gzip"] {
        let answer = known
            .with_header("accept-encoding", accepted)
            .get("/client/orders")
            .await;
        assert_eq!((answer.status, answer.bytes.len()), (304, 0), "{accepted}");
        assert_eq!(header(&answer, "etag"), Some(&*tag));
        assert_eq!(header(&answer, "cache-control"), Some("no-store"));
        assert_eq!(header(&answer, "content-type"), None);
        assert_eq!(header(&answer, "content-encoding"), None);
    }
    let order = first.expect(200)["data"][0]["id"].as_i64().expect("an id");
    let card = format!("/client/orders/{order}");
    let before = client.get(&card).await;
    client.patch(&card, json!({"title": "Весна"})).await.expect(200);
    for (path, answer) in [
        ("/client/orders", known.get("/client/orders").await),
        (
            &*card,
            client
                .with_header("if-none-match", header(&before, "etag").expect("a tag"))
                .get(&card)
                .await,
        ),
    ] {
        assert_ne!(header(&answer, "etag"), Some(&*tag), "{path}");
        let body: Value = answer.expect(200);
        assert!(body.to_string().contains("Весна"), "{path}: {body}");
    }
    // A tag of another person's list says nothing about one's own.
    let other = app.log_in("client", crate::support::OTHER_CLIENT).await;
    other
        .with_header("if-none-match", &tag)
        .get("/client/orders")
        .await
        .expect(200);
}
