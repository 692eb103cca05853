//! Files in the chat: ownership before and after the message is sent, and the headers they are served with.

use super::{chat_path, message_texts, submitted_order_chat};
use crate::{
    media::encode_image,
    services::send_bytes,
    support::{ASSIGNED_ONLY, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, on_both},
};
use chrono::Duration;
use image::ImageFormat;
use serde_json::{Value, json};

/// The upload URL for files of an order's chat.
fn upload_path(side: &str, order: i64, name: &str) -> String {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    format!("/{side}/orders/{order}/chat/files?name={name}")
}

fn file_url(file: &Value) -> &str {
    file["address"].as_str().expect("an address")
}

#[apply(on_both)]
async fn unsent_file_belongs_to_its_uploader(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let photo = encode_image(800, 600, ImageFormat::Png);
    let photo_file = send_bytes(
        &client,
        "POST",
        &upload_path("client", order, "шов крупно.png"),
        0,
        &photo,
    )
    .await
    .expect_within_statements(201, 7);
    assert_eq!(
        (&photo_file["name"], &photo_file["picture"]["width"]),
        (&json!("шов крупно.png"), &json!(800))
    );
    let uploaded = send_bytes(
        &client,
        "POST",
        &upload_path("client", order, "накладная 5.pdf"),
        0,
        b"%PDF-1.7 ...",
    )
    .await
    .expect(201);
    assert_eq!((&uploaded["bytes"], &uploaded["picture"]), (&json!(12), &Value::Null));
    let path = chat_path("client", order);
    let both = json!([uploaded["id"], photo_file["id"]]);

    // An unsent file can be attached by its uploader only and is not visible.
    let staff = owner.post(&chat_path("agent", order), json!({"files": both})).await;
    staff.expect_problem(422, "validation_failed");
    let colleague = app.log_in("client", CLIENT).await;
    assert_eq!(
        owner.get(&chat_path("agent", order)).await.expect(200)["data"],
        json!([])
    );
    client
        .post(&path, json!({"files": []}))
        .await
        .expect_problem(422, "validation_failed");
    client
        .post(&path, json!({"body": "  ", "files": [999_999]}))
        .await
        .expect_problem(422, "validation_failed");
    client
        .post(&path, json!({"files": (0..11).collect::<Vec<_>>()}))
        .await
        .expect_problem(422, "validation_failed");

    let sent = colleague
        .post(&path, json!({"files": both}))
        .await
        .expect_within_statements(201, 8);
    assert_eq!(
        (&sent["body"], sent["files"].as_array().map(Vec::len)),
        (&json!(""), Some(2))
    );
    client
        .post(&path, json!({"body": "ещё раз", "files": both}))
        .await
        .expect_problem(422, "validation_failed");
    let messages = owner.get(&chat_path("agent", order)).await.expect(200);
    assert_eq!(
        message_texts(&messages),
        [""],
        "a message with missing files is not stored"
    );
    let names: Vec<&Value> = messages["data"][0]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| &file["name"])
        .collect();
    assert_eq!(
        names,
        ["шов крупно.png", "накладная 5.pdf"],
        "in the order of the request"
    );
    // Sent files cannot be deleted.
    let own = format!("/client/orders/{order}/chat/files/{}", photo_file["id"]);
    client.delete(&own).await.expect_problem(404, "not_found");

    let thumb = app
        .anonymous()
        .get(
            messages["data"][0]["files"][0]["picture"]["thumb"]
                .as_str()
                .expect("an address"),
        )
        .await;
    assert_eq!(
        (thumb.status, thumb.headers["content-type"].as_bytes()),
        (200, &b"image/jpeg"[..])
    );
    let download = app.anonymous().get(file_url(&messages["data"][0]["files"][1])).await;
    assert_eq!(download.bytes, b"%PDF-1.7 ..."[..]);
    let disposition = download.headers["content-disposition"].to_str().expect("ascii");
    assert_eq!(
        disposition,
        "attachment; filename*=UTF-8''%D0%BD%D0%B0%D0%BA%D0%BB%D0%B0%D0%B4%D0%BD%D0%B0%D1%8F%205%2Epdf"
    );
    let other = file_url(&messages["data"][0]["files"][1]).replace("pdf", "exe");
    app.anonymous().get(&other).await.expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn sent_files_are_served_inert(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let jpeg = encode_image(64, 64, ImageFormat::Jpeg);
    let page = b"<!doctype html><script>alert(1)</script>".to_vec();
    for (name, file) in [
        ("страница.html", page.clone()),
        (
            "картинка.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec(),
        ),
        ("фото.jpg", [&page[..], &jpeg].concat()),
        ("../../../etc/passwd\u{202e}gpj.exe", b"MZ\x90\0".to_vec()),
        ("снимок.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("ролик.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec()),
    ] {
        let uploaded = send_bytes(&client, "POST", &upload_path("client", order, name), 0, &file)
            .await
            .expect(201);
        assert_eq!(uploaded["picture"], Value::Null, "{name}");
        assert!(
            !uploaded["name"].as_str().expect("a name").contains(['/', '\u{202e}']),
            "{name}"
        );
        let answer = app.anonymous().get(file_url(&uploaded)).await;
        assert_eq!((answer.status, &answer.bytes[..]), (200, &file[..]), "{name}");
        for (header, value) in [
            ("content-type", "application/octet-stream"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(answer.headers[header], value, "{name}");
        }
        assert!(
            answer.headers["content-disposition"]
                .as_bytes()
                .starts_with(b"attachment;"),
            "{name}"
        );
        assert!(
            answer.headers["content-security-policy"]
                .to_str()
                .expect("ascii")
                .contains("sandbox"),
            "{name}"
        );
    }
    // A file named as an image must be one; everything except its pixels is stripped.
    send_bytes(&client, "POST", &upload_path("client", order, "x.jpg"), 0, &jpeg[..200])
        .await
        .expect_problem(422, "media_unreadable");
    send_bytes(&client, "POST", &upload_path("client", order, "x.jpg"), 0, b"")
        .await
        .expect_problem(422, "media_unreadable");
    let hidden = [&jpeg[..], b"<script>alert(1)</script>"].concat();
    let uploaded = send_bytes(&client, "POST", &upload_path("client", order, "x.jpg"), 0, &hidden)
        .await
        .expect(201);
    let answer = app.anonymous().get(file_url(&uploaded)).await;
    assert!(!answer.bytes.windows(7).any(|seven| seven == b"<script"));
    send_bytes(
        &client,
        "POST",
        &upload_path("client", order, "x.bin"),
        0,
        &vec![1; (25 << 20) + 1],
    )
    .await
    .expect_problem(413, "body_too_large");
}

#[apply(on_both)]
async fn upload_requires_chat_access_and_has_a_limit(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    for (guard, side, phone, status, code) in [
        ("client", "client", MEMBER_WITHOUT_RIGHTS, 403, "permission_denied"),
        ("client", "client", OTHER_CLIENT, 404, "not_found"),
        ("agent", "agent", OTHER_OWNER, 404, "not_found"),
        ("agent", "agent", ASSIGNED_ONLY, 403, "permission_denied"),
    ] {
        let actor = app.log_in(guard, phone).await;
        send_bytes(&actor, "POST", &upload_path(side, order, "x.txt"), 0, b"x")
            .await
            .expect_problem(status, code);
    }
    let draft = client
        .post("/client/orders", json!({"type": "standard", "title": "черновик"}))
        .await
        .expect(201);
    let draft = draft["id"].as_i64().expect("an id");
    send_bytes(&client, "POST", &upload_path("client", draft, "x.txt"), 0, b"x")
        .await
        .expect_problem(409, "draft_has_no_chat");
    // A file of one order cannot be attached in another.
    let other = crate::orders::submitted_order(&client).await;
    let uploaded = send_bytes(&client, "POST", &upload_path("client", order, "x.txt"), 0, b"x")
        .await
        .expect(201);
    client
        .post(&chat_path("client", other), json!({"files": [uploaded["id"]]}))
        .await
        .expect_problem(422, "validation_failed");
    client
        .delete(&format!("/client/orders/{other}/chat/files/{}", uploaded["id"]))
        .await
        .expect_problem(404, "not_found");
    let own = format!("/client/orders/{order}/chat/files/{}", uploaded["id"]);
    let _ = client.delete(&own).await.expect(204);
    client.delete(&own).await.expect_problem(404, "not_found");
    for _ in 0..20 {
        let _ = send_bytes(&client, "POST", &upload_path("client", order, "x.txt"), 0, b"x")
            .await
            .expect(201);
    }
    send_bytes(&client, "POST", &upload_path("client", order, "x.txt"), 0, b"x")
        .await
        .expect_problem(409, "media_limit");
}

#[apply(on_both)]
async fn unsent_files_are_removed_after_a_day(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let sent = send_bytes(&client, "POST", &upload_path("client", order, "нужное.txt"), 0, b"x")
        .await
        .expect(201);
    let _ = client
        .post(&chat_path("client", order), json!({"files": [sent["id"]]}))
        .await
        .expect_within_statements(201, 8);
    let _ = send_bytes(&client, "POST", &upload_path("client", order, "забытое.txt"), 0, b"x")
        .await
        .expect(201);
    app.state.clock.advance(Duration::hours(25));
    app.run_due_jobs().await;
    assert_eq!(app.count("chat_files", "name = 'забытое.txt'").await, 0);
    assert_eq!(app.count("chat_files", "name = 'нужное.txt'").await, 1);
    let messages = app
        .log_in("client", CLIENT)
        .await
        .get(&chat_path("client", order))
        .await
        .expect(200);
    assert_eq!(
        app.anonymous()
            .get(file_url(&messages["data"][0]["files"][0]))
            .await
            .status,
        200
    );
}

#[apply(on_both)]
async fn files_of_one_person_have_a_limit_in_total(app: App) {
    let app = app.with_config(|config| config.person_storage = 1 << 20);
    let (owner, client, order) = submitted_order_chat(&app).await;
    let half = vec![7; 600 << 10];
    let by_client = upload_path("client", order, "a.bin");
    let first = send_bytes(&client, "POST", &by_client, 0, &half).await.expect(201);
    let refused = send_bytes(&client, "POST", &by_client, 0, &half).await;
    let problem = refused.expect_problem(409, "person_storage_limit");
    assert_eq!(problem["limit"], 1 << 20);

    // Other people have their own limit, and a removed file counts no more.
    let by_staff = upload_path("agent", order, "a.bin");
    send_bytes(&owner, "POST", &by_staff, 0, &half).await.expect(201);
    client
        .delete(&format!("{}/files/{}", chat_path("client", order), first["id"]))
        .await
        .expect(204);
    send_bytes(&client, "POST", &by_client, 0, &half).await.expect(201);
}
