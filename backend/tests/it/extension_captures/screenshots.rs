//! Screenshots of product pages.

use super::{captured_item, new_draft, send_proof};
use crate::{
    billing::limit_agent,
    media::encode_image,
    support::{CLIENT, OTHER_CLIENT, OTHER_OWNER, on_both},
};
use image::ImageFormat;
use serde_json::json;
use shared_types::billing::PlanLimits;

#[apply(on_both)]
async fn a_screenshot_goes_along_with_an_item(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let item = extension.post(&items, captured_item()).await.expect(201)["item"]["id"].clone();
    let (path, shown) = (
        format!("{items}/{item}/proof"),
        format!("/client/orders/{draft}/items/{item}/proof"),
    );
    let client = app.client().await;
    let _ = client.get(&shown).await.expect_problem(404, "not_found");
    let picture = encode_image(1200, 800, ImageFormat::Jpeg);
    let once = extension.with_header("idempotency-key", "send-1-proof");
    let _ = send_proof(&once, &path, &picture)
        .await
        .expect_within_statements(201, 8);
    let _ = send_proof(&once, &path, &picture)
        .await
        .expect_within_statements(201, 8);
    let proof = client.get(&shown).await.expect_within_statements(200, 7);
    let file = app
        .anonymous()
        .get(proof["photo"]["full"].as_str().expect("a URL"))
        .await;
    assert_eq!(
        (file.status, &file.headers["content-type"]),
        (200, &"image/jpeg".parse().expect("a header"))
    );
    assert_ne!(file.bytes, picture, "the picture is encoded again");
    let history = client.get(&format!("/client/orders/{draft}/history")).await.expect(200);
    let events = history["data"].as_array().expect("entries");
    assert_eq!(
        (events.len(), &events[2]["changes"]),
        (3, &json!([{"field": "proof"}])),
        "a repeated request adds nothing"
    );
    assert_eq!(
        client.get(&format!("/client/orders/{draft}")).await.expect(200)["items"][0]["proof_at"],
        proof["at"]
    );

    for (file, status, code) in [
        (b"<svg/>".to_vec(), 415, "media_type_refused"),
        (picture[..200].to_vec(), 422, "media_unreadable"),
        (vec![0xff; (4 << 20) + 1], 413, "body_too_large"),
    ] {
        let _ = send_proof(&extension, &path, &file).await.expect_problem(status, code);
    }
    let foreign = app.extension_of(OTHER_CLIENT).await;
    let _ = send_proof(&foreign, &path, &picture)
        .await
        .expect_problem(404, "not_found");
    let _ = app
        .log_in("client", OTHER_CLIENT)
        .await
        .get(&shown)
        .await
        .expect_problem(404, "not_found");

    // Staff see it when the order is submitted; from then on it is not exchanged.
    let (owner, staff_path) = (app.owner().await, format!("/agent/orders/{draft}/items/{item}/proof"));
    let _ = owner.get(&staff_path).await.expect_problem(404, "not_found");
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    assert_eq!(owner.get(&staff_path).await.expect(200)["at"], proof["at"]);
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get(&staff_path)
        .await
        .expect_problem(404, "not_found");
    let _ = send_proof(&extension, &path, &picture)
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn unused_screenshots_are_removed(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let (items, draft) = new_draft(&extension).await;
    let mut shown = Vec::new();
    for _ in 0..2 {
        let item = extension.post(&items, captured_item()).await.expect(201)["item"]["id"].clone();
        let _ = send_proof(
            &extension,
            &format!("{items}/{item}/proof"),
            &encode_image(64, 64, ImageFormat::Jpeg),
        )
        .await
        .expect(201);
        shown.push(item);
    }
    let client = app.client().await;
    let _ = client
        .delete(&format!("/client/orders/{draft}/items/{}", shown[0]))
        .await
        .expect(204);
    app.state.clock.advance(chrono::Duration::days(3650));
    let jobs = trade::orders::items::proof::jobs(platform::jobs::Jobs::default());
    while jobs.run_next(&app.state, "test").await.expect("works") {}
    assert_eq!(app.count("order_items", "proof_path IS NOT NULL").await, 1);
    let files = app.state.storage.list("proofs").await.expect("a list");
    let left: Vec<_> = futures::TryStreamExt::try_collect(files).await.expect("files");
    assert_eq!(left.len(), 3, "three sizes of one screenshot: {left:?}");
}

#[apply(on_both)]
async fn screenshots_count_towards_the_storage_of_the_plan(app: App) {
    let limits = PlanLimits {
        storage: Some(20_000),
        ..PlanLimits::default()
    };
    limit_agent(&app, limits).await;
    let (owner, extension) = (app.owner().await, app.extension_of(CLIENT).await);
    let used = async || owner.get("/agent/balance").await.expect(200)["usage"]["storage"].clone();
    let (items, draft) = new_draft(&extension).await;
    let mut items_of_draft = Vec::new();
    for _ in 0..2 {
        items_of_draft.push(extension.post(&items, captured_item()).await.expect(201)["item"]["id"].clone());
    }
    let path = |place: usize| format!("{items}/{}/proof", items_of_draft[place]);
    let _ = send_proof(&extension, &path(0), &encode_image(64, 64, ImageFormat::Jpeg))
        .await
        .expect_within_statements(201, 11);
    let after_one = used().await;
    assert!(after_one.as_i64().expect("bytes") > 100, "{after_one}");
    let refused = send_proof(&extension, &path(1), &vec![0xff; 20_000])
        .await
        .expect_problem(409, "plan_storage_limit");
    assert_eq!(refused["limit"], 20_000);

    // Items that were split have one file.
    let _ = app
        .client()
        .await
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    let split = format!("/agent/orders/{draft}/items/{}/split", items_of_draft[0]);
    let _ = owner
        .post(&split, json!({"quantity": 1}))
        .await
        .expect_within_statements(201, 8);
    assert_eq!(used().await, after_one);
}
