//! People's pictures.

use crate::support::{Actor, App, CLIENT, OWNER, WAREHOUSE, on_both};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::io::Cursor;

fn picture(shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(800, 600, Rgb([shade, 80, 160]))
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner()
}

async fn send(person: &Actor, side: &str, bytes: Vec<u8>) -> crate::support::Answer {
    let person = person.with("content-type", "application/octet-stream");
    person
        .send("POST", &format!("/{side}/profile/avatar"), Some(bytes))
        .await
}

fn address(value: &Value) -> String {
    value.as_str().expect("an address").to_owned()
}

async fn stored(app: &App) -> usize {
    use futures::StreamExt;
    app.state.storage.list("avatars").await.expect("a list").count().await
}

on_both! {
    async fn a_picture_is_set_seen_changed_and_removed(app: App) {
        for (side, phone) in [("agent", WAREHOUSE), ("client", CLIENT)] {
            let person = app.log_in(side, phone).await;
            let profile = format!("/{side}/profile");
            let before = person.get(&profile).await.expect(200);
            assert_eq!(before.get("avatar"), None);
            let set = send(&person, side, picture(10)).await.expect(200);
            let thumb = address(&set["avatar"]);
            assert_eq!(set["version"].as_i64(), before["version"].as_i64().map(|version| version + 1));
            let shown = app.stranger().get(&thumb).await;
            assert_eq!((shown.status, shown.headers["content-type"].to_str().ok()), (200, Some("image/jpeg")));
            let seen = image::load_from_memory(&shown.bytes).expect("a JPEG");
            assert_eq!((seen.width(), seen.height()), (320, 240));
            assert_eq!(address(&person.get(&format!("/{side}/me")).await.expect(200)["user"]["avatar"]), thumb);

            let other = send(&person, side, picture(200)).await.expect(200);
            assert_ne!(address(&other["avatar"]), thumb);
            app.work_off().await;
            assert_eq!(stored(&app).await, 3, "the picture before is gone, in all its sizes");
            let removed = person.delete(&format!("/{side}/profile/avatar")).await.expect(200);
            assert_eq!(removed.get("avatar"), None);
            app.work_off().await;
            assert_eq!(stored(&app).await, 0);
            let _ = person.delete(&format!("/{side}/profile/avatar")).await.expect(200);
        }
    }

    async fn what_is_no_picture_is_refused_and_changes_nothing(app: App) {
        let person = app.log_in("agent", WAREHOUSE).await;
        let _ = send(&person, "agent", picture(10)).await.expect(200);
        let _ = send(&person, "agent", b"<svg onload=alert(1)>".to_vec()).await.refused(415, "media_type_refused");
        let mut broken = picture(10);
        broken.truncate(60);
        let _ = send(&person, "agent", broken).await.refused(422, "media_unreadable");
        let _ = person.post("/agent/profile/avatar", json!({})).await.refused(415, "unsupported_media_type");
        assert!(person.get("/agent/profile").await.expect(200)["avatar"].is_string());
    }

    async fn colleagues_see_it_once_the_invitation_is_confirmed(app: App) {
        let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let _ = send(&worker, "agent", picture(10)).await.expect(200);
        let person = |people: &Value| people["data"].as_array().expect("people").iter().find(|person| person["phone"] == WAREHOUSE).cloned().expect("the worker");
        let seen = person(&owner.get("/agent/staff").await.expect(200));
        assert_eq!(app.stranger().get(&address(&seen["avatar"])).await.status, 200);
        app.run(&format!("UPDATE staff SET confirmed_at = NULL WHERE user_id = (SELECT id FROM users WHERE phone = '{WAREHOUSE}')")).await;
        let invited = person(&owner.get("/agent/staff").await.expect(200));
        assert_eq!(invited.get("avatar"), None, "whose phone it is, is not shown before");
        // A picture whose request broke off is swept after a day; one that is kept stays.
        let owner = app.log_in("agent", OWNER).await;
        let _ = send(&owner, "agent", picture(30)).await.expect(200);
        app.run(&format!("UPDATE users SET avatar_key = NULL WHERE phone = '{OWNER}'")).await;
        // The store writes the true time, which the test's clock is far from.
        app.state.clock.advance(chrono::Utc::now() - app.state.clock.now() + chrono::Duration::hours(25));
        app.work_off().await;
        assert_eq!(stored(&app).await, 3);
    }
}
