//! Limits of number and size, also for parallel uploads.

use super::{create_upload_link, multipart_body};
use crate::{media::encode_image, orders::submitted_order, services::order_service, support::on_both};
use image::ImageFormat;
use serde_json::json;

#[apply(on_both)]
async fn total_size_of_uploads_is_limited(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "video").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    let path = format!("{su}/uploads");
    let _ = phone
        .post(&path, json!({"bytes": (300 << 20) + 1, "kind": "video"}))
        .await
        .expect_problem(413, "media_too_large");
    let begun =
        futures::future::join_all((0..20).map(|_| phone.post(&path, json!({"bytes": 300 << 20, "kind": "video"}))))
            .await;
    let accepted = begun.iter().filter(|answer| answer.status == 201).count();
    let refused = begun
        .iter()
        .filter(|answer| answer.status == 409 && answer.text.contains("media_limit"))
        .count();
    assert_eq!((accepted, refused), (6, 14), "six files of 300 MiB fit into 2 GB");
}

#[apply(on_both)]
async fn parallel_form_uploads_respect_the_limit(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    for _ in 0..60 {
        let _ = phone
            .post(&format!("{su}/uploads"), json!({"bytes": 10, "kind": "photo"}))
            .await
            .expect(201);
    }
    let sender = phone.with_header("content-type", "multipart/form-data; boundary=b");
    let (path, jpeg) = (format!("{su}/file"), encode_image(16, 12, ImageFormat::Jpeg));
    let sent =
        futures::future::join_all((0..100).map(|_| sender.send("POST", &path, Some(multipart_body("file", &jpeg)))))
            .await;
    let accepted = sent.iter().filter(|answer| answer.status == 201).count();
    let refused = sent
        .iter()
        .filter(|answer| answer.status == 409 && answer.text.contains("media_limit"))
        .count();
    assert_eq!((accepted, refused), (40, 60));
    assert_eq!(app.count("service_media", "1 = 1").await, 100);
    assert_eq!(
        phone.get(&format!("{su}/list")).await.expect(200)["media"]
            .as_array()
            .map(Vec::len),
        Some(40)
    );
}

#[apply(on_both)]
async fn parallel_uploads_respect_the_limit(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    let path = format!("{su}/uploads");
    let begun =
        futures::future::join_all((0..120).map(|_| phone.post(&path, json!({"bytes": 10, "kind": "photo"})))).await;
    let accepted = begun.iter().filter(|answer| answer.status == 201).count();
    let refused = begun
        .iter()
        .filter(|answer| answer.status == 409 && answer.text.contains("media_limit"))
        .count();
    assert_eq!((accepted, refused), (100, 20));
}
