//! Uploads from a phone: list, removal, end, and the form without JavaScript.

use super::{create_upload_link, multipart_body};
use crate::{
    media::encode_image,
    orders::submitted_order,
    services::{order_service, upload_file, uploads::minimal_video},
    support::{on_both, on_sqlite},
};
use image::ImageFormat;
use serde_json::json;
use std::collections::BTreeSet;

#[apply(on_sqlite)]
async fn page_loads_its_scripts_and_style(app: App) {
    let browser = app.anonymous();
    let page = browser.get("/su/any-token").await;
    assert_eq!(page.status, 200);
    let files = page.text.split('"').filter(|part| part.starts_with("/su/"));
    let files: BTreeSet<&str> = files.collect();
    assert_eq!(
        files,
        BTreeSet::from(["/su/page.css", "/su/page.js", "/su/store.js", "/su/texts.js"])
    );
    for file in files {
        let response = browser.get(file).await;
        let kind = response.headers["content-type"].to_str().expect("a content type");
        let expected = if file == "/su/page.css" {
            "text/css"
        } else {
            "text/javascript"
        };
        assert!(response.status == 200 && kind.starts_with(expected), "{file}: {kind}");
    }
    let script = browser.get("/su/page.js").await.text;
    assert!(script.contains("from \"/su/store.js\"") && script.contains("from \"/su/texts.js\""));
}

#[apply(on_both)]
async fn phone_uploads_lists_removes_and_finishes(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app.anonymous();
    let page = phone.with_header("accept-language", "zh-CN").get(&su).await;
    assert!(page.status == 200 && page.text.contains("lang=\"zh\""));
    assert_eq!(
        (
            page.headers["referrer-policy"].to_str().expect("ascii"),
            page.headers["cache-control"].to_str().expect("ascii")
        ),
        ("no-referrer", "no-store")
    );
    assert!(
        page.headers["content-security-policy"]
            .to_str()
            .expect("ascii")
            .contains("script-src 'self';")
    );
    let list = phone.get(&format!("{su}/list")).await.expect(200);
    assert_eq!(
        (
            &list["kind"],
            &list["names"]["zh"],
            &list["limits"]["files"],
            &list["media"]
        ),
        (&json!("photo"), &json!("拍照"), &json!(100), &json!([]))
    );
    let photo = upload_file(
        &phone,
        &format!("{su}/uploads"),
        &format!("{su}/uploads"),
        "photo",
        &encode_image(1500, 1000, ImageFormat::Jpeg),
    )
    .await
    .expect(200);
    assert!(photo["thumb"].is_string());
    let whole = phone
        .with_header("content-type", "multipart/form-data; boundary=b")
        .send(
            "POST",
            &format!("{su}/file"),
            Some(multipart_body("file", &encode_image(50, 50, ImageFormat::Png))),
        )
        .await
        .expect_within_statements(201, 9);
    let listed = phone.get(&format!("{su}/list")).await.expect(200);
    assert_eq!(listed["media"].as_array().expect("files").len(), 2);
    let _ = phone
        .post(&format!("{su}/media/{}/delete", whole["id"]), json!({}))
        .await
        .expect(204);
    let seen = owner.get(&format!("/agent/orders/{order}/services")).await.expect(200);
    assert_eq!(
        (seen["media"].as_array().expect("files").len(), &seen["media"][0]["via"]),
        (1, &json!("phone"))
    );
    let _ = phone.post(&format!("{su}/finish"), json!({})).await.expect(204);
    for (method, path) in [
        ("GET", "list"),
        ("POST", "finish"),
        ("POST", "uploads"),
        ("GET", "uploads/1"),
        ("PATCH", "uploads/1"),
        ("POST", "media/1/delete"),
    ] {
        let body = (method != "GET").then(|| json!({"bytes": 5, "kind": "photo"}).to_string().into_bytes());
        let actor = if method == "PATCH" {
            phone.with_header("content-type", "application/octet-stream")
        } else {
            phone.clone()
        };
        let _ = actor
            .send(method, &format!("{su}/{path}"), body)
            .await
            .expect_problem(410, "upload_link_dead");
    }
    let _ = owner
        .post(
            &format!("/agent/item-services/{service}/render"),
            json!({"reason": "снято у поставщика"}),
        )
        .await
        .expect_within_statements(200, 7);
}

#[apply(on_both)]
async fn form_upload_refuses_other_files(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "photo").await;
    let (su, _) = create_upload_link(&owner, service).await;
    let phone = app
        .anonymous()
        .with_header("content-type", "multipart/form-data; boundary=b");
    let path = format!("{su}/file");
    let _ = phone
        .send("POST", &path, Some(multipart_body("file", b"<svg onload=alert(1)>")))
        .await
        .expect_problem(415, "media_type_refused");
    let _ = phone
        .send("POST", &path, Some(multipart_body("file", b"")))
        .await
        .expect_problem(422, "media_unreadable");
    let _ = phone
        .send("POST", &path, Some(multipart_body("other", b"x")))
        .await
        .expect_problem(422, "validation_failed");
    let _ = phone
        .send("POST", &path, Some(multipart_body("file", &minimal_video())))
        .await
        .expect_problem(422, "validation_failed");
    let cut = multipart_body("file", &encode_image(50, 50, ImageFormat::Png));
    let _ = phone
        .send("POST", &path, Some(cut[..cut.len() - 20].to_vec()))
        .await
        .expect_problem(400, "body_malformed");
    let _ = app
        .anonymous()
        .post(&path, json!({}))
        .await
        .expect_problem(415, "unsupported_media_type");
    assert_eq!(
        app.anonymous().get(&format!("{su}/list")).await.expect(200)["media"],
        json!([])
    );
}
