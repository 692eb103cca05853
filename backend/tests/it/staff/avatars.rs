//! Avatars.

use crate::support::{Actor, App, CLIENT, OWNER, WAREHOUSE_WORKER, on_both};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::io::Cursor;

fn encode_image(shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(800, 600, Rgb([shade, 80, 160]))
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner()
}

async fn upload_avatar(person: &Actor, side: &str, bytes: Vec<u8>) -> crate::support::TestResponse {
    let person = person.with_header("content-type", "application/octet-stream");
    person
        .send("POST", &format!("/{side}/profile/avatar"), Some(bytes))
        .await
}

fn url_text(value: &Value) -> String {
    value.as_str().expect("an address").to_owned()
}

async fn stored_files(app: &App) -> usize {
    use futures::StreamExt;
    app.state.storage.list("avatars").await.expect("a list").count().await
}

#[apply(on_both)]
async fn avatar_is_set_replaced_and_removed(app: App) {
    for (side, phone) in [("agent", WAREHOUSE_WORKER), ("client", CLIENT)] {
        let person = app.log_in(side, phone).await;
        let profile = format!("/{side}/profile");
        let before = person.get(&profile).await.expect(200);
        assert_eq!(before.get("avatar"), None);
        let set = upload_avatar(&person, side, encode_image(10)).await.expect(200);
        let thumb = url_text(&set["avatar"]);
        assert_eq!(
            set["version"].as_i64(),
            before["version"].as_i64().map(|version| version + 1)
        );
        let shown = app.anonymous().get(&thumb).await;
        assert_eq!(
            (shown.status, shown.headers["content-type"].to_str().ok()),
            (200, Some("image/jpeg"))
        );
        let seen = image::load_from_memory(&shown.bytes).expect("a JPEG");
        assert_eq!((seen.width(), seen.height()), (320, 240));
        assert_eq!(
            url_text(&person.get(&format!("/{side}/me")).await.expect(200)["user"]["avatar"]),
            thumb
        );

        let other = upload_avatar(&person, side, encode_image(200)).await.expect(200);
        assert_ne!(url_text(&other["avatar"]), thumb);
        app.run_due_jobs().await;
        assert_eq!(
            stored_files(&app).await,
            3,
            "all sizes of the previous avatar are removed"
        );
        let removed = person.delete(&format!("/{side}/profile/avatar")).await.expect(200);
        assert_eq!(removed.get("avatar"), None);
        app.run_due_jobs().await;
        assert_eq!(stored_files(&app).await, 0);
        let _ = person.delete(&format!("/{side}/profile/avatar")).await.expect(200);
    }
}

#[apply(on_both)]
async fn invalid_avatar_is_refused(app: App) {
    let person = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = upload_avatar(&person, "agent", encode_image(10)).await.expect(200);
    let _ = upload_avatar(&person, "agent", b"<svg onload=alert(1)>".to_vec())
        .await
        .expect_problem(415, "media_type_refused");
    let mut broken = encode_image(10);
    broken.truncate(60);
    let _ = upload_avatar(&person, "agent", broken)
        .await
        .expect_problem(422, "media_unreadable");
    let _ = person
        .post("/agent/profile/avatar", json!({}))
        .await
        .expect_problem(415, "unsupported_media_type");
    assert!(person.get("/agent/profile").await.expect(200)["avatar"].is_string());
}

#[apply(on_both)]
async fn avatar_is_visible_after_confirmation(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let _ = upload_avatar(&worker, "agent", encode_image(10)).await.expect(200);
    let person = |people: &Value| {
        people["data"]
            .as_array()
            .expect("people")
            .iter()
            .find(|person| person["phone"] == WAREHOUSE_WORKER)
            .cloned()
            .expect("the worker")
    };
    let seen = person(&owner.get("/agent/staff").await.expect(200));
    assert_eq!(app.anonymous().get(&url_text(&seen["avatar"])).await.status, 200);
    app.execute_sql(&format!(
        "UPDATE staff SET confirmed_at = NULL WHERE user_id = (SELECT id FROM users WHERE phone = '{WAREHOUSE_WORKER}')"
    ))
    .await;
    let invited = person(&owner.get("/agent/staff").await.expect(200));
    assert_eq!(invited.get("avatar"), None, "the avatar is hidden before confirmation");
    // A file without a reference is removed after a day; referenced files stay.
    let owner = app.log_in("agent", OWNER).await;
    let _ = upload_avatar(&owner, "agent", encode_image(30)).await.expect(200);
    app.execute_sql(&format!("UPDATE users SET avatar_key = NULL WHERE phone = '{OWNER}'"))
        .await;
    // The store uses the system time, not the test's clock.
    app.state
        .clock
        .advance(chrono::Utc::now() - app.state.clock.now() + chrono::Duration::hours(25));
    app.run_due_jobs().await;
    assert_eq!(stored_files(&app).await, 3);
}
