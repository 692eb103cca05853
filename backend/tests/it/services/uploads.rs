//! Photos and videos uploaded by staff: chunked upload, content checks, hiding and removal.

use super::{order_service, send_bytes, upload_file};
use crate::{
    media::encode_image,
    orders::submitted_order,
    support::{App, OTHER_OWNER, on_both},
};
use chrono::Duration;
use image::ImageFormat;
use platform::jobs::Jobs;
use serde_json::{Value, json};
use sha2::Digest as _;

/// A minimal video with location metadata.
pub fn minimal_video() -> Vec<u8> {
    let atom = |kind: &[u8; 4], body: &[u8]| {
        let length = u32::try_from(body.len() + 8).expect("short").to_be_bytes();
        [&length[..], kind, body].concat()
    };
    let place = atom(b"udta", &atom(b"\xa9xyz", b"+55.7558+037.6173/"));
    [
        atom(b"ftyp", b"mp42\0\0\0\0mp42isom"),
        atom(b"mdat", &vec![7; 2 << 20]),
        atom(b"moov", &[atom(b"mvhd", &[2; 30]), place].concat()),
    ]
    .concat()
}

/// Runs the due jobs of the services feature.
async fn run_service_jobs(app: &App) {
    let jobs = trade::orders::services::jobs(Jobs::default());
    while jobs.run_next(&app.state, "worker").await.expect("works") {}
}

#[apply(on_both)]
async fn photo_is_uploaded_hidden_and_removed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, service) = order_service(&owner, order, "photo").await;
    let render = format!("/agent/item-services/{service}/render");
    assert_eq!(
        owner
            .post(&render, json!({}))
            .await
            .expect_problem(409, "media_missing")["media_kind"],
        "photo"
    );
    let begin = format!("/agent/item-services/{service}/uploads");
    let photo = upload_file(
        &owner,
        &begin,
        "/agent/uploads",
        "photo",
        &encode_image(2400, 1200, ImageFormat::Png),
    )
    .await
    .expect(200);
    assert_eq!(
        (&photo["item_id"], &photo["service_id"], &photo["width"], &photo["via"]),
        (&json!(item), &json!(service), &json!(2400), &json!("desktop"))
    );
    let view = photo["photo"]["view"].as_str().expect("an address");
    assert_eq!(
        image::load_from_memory(&app.anonymous().get(view).await.bytes)
            .expect("decodes")
            .width(),
        1600
    );
    let _ = owner
        .post(&render, json!({"reason": "снято у поставщика"}))
        .await
        .expect_within_statements(200, 7);
    let shown = client
        .get(&format!("/client/orders/{order}/services"))
        .await
        .expect(200);
    assert_eq!(
        (&shown["media"][0]["id"], &shown["services"][0]["status"]),
        (&photo["id"], &json!("rendered"))
    );

    let one = format!("/agent/media/{}", photo["id"]);
    let _ = owner.patch(&one, json!({"hidden": true})).await.expect(200);
    assert_eq!(
        client
            .get(&format!("/client/orders/{order}/services"))
            .await
            .expect(200)["media"],
        json!([])
    );
    assert_eq!(
        owner.get(&format!("/agent/orders/{order}/services")).await.expect(200)["media"][0]["hidden"],
        true
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .patch(&one, json!({"hidden": false}))
        .await
        .expect_problem(404, "not_found");
    let _ = stranger.delete(&one).await.expect_problem(404, "not_found");
    let _ = owner.delete(&one).await.expect(204);
    run_service_jobs(&app).await;
    assert_eq!(app.anonymous().get(view).await.status, 404, "the files are removed");
}

#[apply(on_both)]
async fn interrupted_upload_is_resumed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, _) = order_service(&owner, order, "photo").await;
    let file = encode_image(900, 900, ImageFormat::Png);
    let begin = format!("/agent/items/{item}/uploads");
    let sum = hex::encode(sha2::Sha256::digest(&file));
    let opened = owner
        .post(
            &begin,
            json!({"name": "../../фото\u{202e}gpj.exe", "bytes": file.len(), "kind": "photo", "sha256": sum}),
        )
        .await
        .expect(201);
    assert_eq!(
        (&opened["name"], &opened["chunk"]),
        (&json!("фотоgpj.exe"), &json!(2 << 20))
    );
    let path = format!("/agent/uploads/{}", opened["id"]);
    let half = file.len() / 2;
    let _ = send_bytes(&owner, "PATCH", &path, 0, &file[..half]).await.expect(200);
    // A repeated chunk after a lost response, then a chunk beyond the offset.
    for offset in [0, half + 5] {
        let answer = send_bytes(&owner, "PATCH", &path, offset, &file[half..]).await;
        assert_eq!(
            (answer.status, answer.headers["upload-offset"].to_str().expect("ascii")),
            (409, half.to_string().as_str())
        );
    }
    let _ = owner
        .post(&format!("{path}/finish"), json!({}))
        .await
        .expect_problem(409, "upload_offset");
    assert_eq!(owner.get(&path).await.expect(200)["offset"], half);
    let _ = send_bytes(&owner, "PATCH", &path, half, &file[half..])
        .await
        .expect(200);
    let _ = send_bytes(&owner, "PATCH", &path, file.len(), b"more")
        .await
        .expect_problem(413, "media_too_large");
    let first = owner.post(&format!("{path}/finish"), json!({})).await.expect(200);
    let again = owner.post(&format!("{path}/finish"), json!({})).await.expect(200);
    assert_eq!((&first["id"], &first["service_id"]), (&again["id"], &Value::Null));
    let _ = send_bytes(&owner, "PATCH", &path, 0, b"x")
        .await
        .expect_problem(409, "upload_offset");
}

#[apply(on_both)]
async fn video_is_stripped_of_location_and_served_in_ranges(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, service) = order_service(&owner, order, "video").await;
    let begin = format!("/agent/item-services/{service}/uploads");
    let sent = minimal_video();
    let video = upload_file(&owner, &begin, "/agent/uploads", "video", &sent)
        .await
        .expect(200);
    assert_eq!((&video["kind"], &video["photo"]), (&json!("video"), &Value::Null));
    let address = video["video"].as_str().expect("an address").to_owned();
    let whole = app.anonymous().get(&address).await;
    assert_eq!(
        (
            whole.bytes.len(),
            whole.headers["content-type"].to_str().expect("ascii")
        ),
        (sent.len(), "video/mp4")
    );
    assert!(!whole.bytes.windows(8).any(|eight| eight == b"+55.7558"));
    let part = app
        .anonymous()
        .with_header("range", "bytes=1048570-1048580")
        .get(&address)
        .await;
    assert_eq!(
        (part.status, &part.bytes[..]),
        (206, &whole.bytes[1_048_570..=1_048_580])
    );
    let poster = format!("/agent/media/{}/poster", video["id"]);
    let _ = send_bytes(&owner, "POST", &poster, 0, b"<svg/>")
        .await
        .expect_problem(415, "media_type_refused");
    let posed = send_bytes(&owner, "POST", &poster, 0, &encode_image(640, 360, ImageFormat::Jpeg))
        .await
        .expect(200);
    assert_eq!(
        (&posed["width"], posed["photo"]["thumb"].is_string()),
        (&json!(640), true)
    );
}

#[apply(on_both)]
async fn hostile_uploads_are_refused_and_leave_nothing(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, service) = order_service(&owner, order, "photo").await;
    let begin = format!("/agent/items/{item}/uploads");
    let jpeg = encode_image(64, 64, ImageFormat::Jpeg);
    let corpus: [(&str, &[u8], u16, &str); 8] = [
        (
            "photo",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            415,
            "media_type_refused",
        ),
        (
            "photo",
            b"<!doctype html><script>alert(1)</script>",
            415,
            "media_type_refused",
        ),
        ("photo", b"PK\x03\x04zipzipzip", 415, "media_type_refused"),
        ("photo", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", 415, "media_heic"),
        (
            "photo",
            b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom",
            415,
            "media_kind_refused",
        ),
        ("video", &jpeg, 415, "media_kind_refused"),
        ("photo", &jpeg[..jpeg.len() / 2], 422, "media_unreadable"),
        ("video", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", 422, "media_unreadable"),
    ];
    for (kind, file, status, code) in corpus {
        let _ = upload_file(&owner, &begin, "/agent/uploads", kind, file)
            .await
            .expect_problem(status, code);
    }
    let wrong_sum = owner
        .post(
            &begin,
            json!({"bytes": jpeg.len(), "kind": "photo", "sha256": "0".repeat(64)}),
        )
        .await
        .expect(201);
    let path = format!("/agent/uploads/{}", wrong_sum["id"]);
    let _ = send_bytes(&owner, "PATCH", &path, 0, &jpeg).await.expect(200);
    let _ = owner
        .post(&format!("{path}/finish"), json!({}))
        .await
        .expect_problem(422, "media_unreadable");
    let _ = owner.get(&path).await.expect_problem(404, "not_found");
    for bad in [
        json!({"bytes": 0, "kind": "photo"}),
        json!({"bytes": 5, "kind": "photo", "sha256": "x"}),
        json!({"bytes": 5, "kind": "sound"}),
        json!({"bytes": 5, "kind": "photo", "name": "a", "path": "/etc"}),
    ] {
        let _ = owner.post(&begin, bad).await.expect_problem(422, "validation_failed");
    }
    let _ = owner
        .post(&begin, json!({"bytes": (25 << 20) + 1, "kind": "photo"}))
        .await
        .expect_problem(413, "media_too_large");
    let _ = owner
        .post(
            &format!("/agent/item-services/{service}/uploads"),
            json!({"bytes": 5, "kind": "video"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let opened = owner
        .post(&begin, json!({"bytes": 20 << 20, "kind": "photo"}))
        .await
        .expect(201);
    let _ = send_bytes(
        &owner,
        "PATCH",
        &format!("/agent/uploads/{}", opened["id"]),
        0,
        &vec![0; (2 << 20) + 1],
    )
    .await
    .expect_problem(413, "body_too_large");
    let _ = owner
        .delete(&format!("/agent/media/{}", opened["id"]))
        .await
        .expect(204);
    run_service_jobs(&app).await;
    for folder in ["items", "uploads"] {
        let left = app.state.storage.list(folder).await.expect("lists");
        assert_eq!(futures::StreamExt::count(left).await, 0, "{folder}");
    }
}

#[apply(on_both)]
async fn abandoned_uploads_are_removed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (item, _) = order_service(&owner, order, "photo").await;
    let opened = owner
        .post(
            &format!("/agent/items/{item}/uploads"),
            json!({"bytes": 100, "kind": "photo"}),
        )
        .await
        .expect(201);
    let path = format!("/agent/uploads/{}", opened["id"]);
    let _ = send_bytes(&owner, "PATCH", &path, 0, &[0; 50]).await.expect(200);
    app.state
        .clock
        .advance(chrono::Utc::now() - app.state.clock.now() + Duration::hours(49));
    run_service_jobs(&app).await;
    let left = app.state.storage.list("uploads").await.expect("lists");
    assert_eq!(futures::StreamExt::count(left).await, 0);
    let owner = app.owner().await;
    let _ = owner.get(&path).await.expect_problem(404, "not_found");
}
