//! Links that hand an upload over to a phone.

use super::{bytes, ordered, upload, uploads::film};
use crate::{media::picture, orders::submitted, support::on_both};
use chrono::Duration;
use image::ImageFormat;
use serde_json::{Value, json};

/// The path of a fresh link for a service.
async fn link(owner: &crate::support::Actor, service: i64) -> (String, Value) {
    let made = owner
        .post(&format!("/agent/item-services/{service}/upload-link"), json!({}))
        .await
        .expect(201);
    let url = made["url"].as_str().expect("an address").to_owned();
    let path = url.split_once("/su/").expect("a token").1.to_owned();
    assert!(path.len() == 43 && made["qr"].as_str().expect("a picture").contains("<svg"));
    (format!("/su/{path}"), made["id"].clone())
}

fn form(name: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"../../x.jpg\"\r\nContent-Type: text/html\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--b--\r\n"].concat()
}

on_both! {
    async fn a_phone_uploads_lists_removes_and_finishes(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let phone = app.stranger();
        let page = phone.with("accept-language", "zh-CN").get(&su).await;
        assert!(page.status == 200 && page.text.contains("lang=\"zh\""));
        assert_eq!((page.headers["referrer-policy"].to_str().expect("ascii"), page.headers["cache-control"].to_str().expect("ascii")), ("no-referrer", "no-store"));
        assert!(page.headers["content-security-policy"].to_str().expect("ascii").contains("script-src 'self';"));
        let list = phone.get(&format!("{su}/list")).await.expect(200);
        assert_eq!((&list["kind"], &list["names"]["zh"], &list["limits"]["files"], &list["media"]), (&json!("photo"), &json!("拍照"), &json!(100), &json!([])));
        let photo = upload(&phone, &format!("{su}/uploads"), &format!("{su}/uploads"), "photo", &picture(1500, 1000, ImageFormat::Jpeg)).await.expect(200);
        assert!(photo["thumb"].is_string());
        let whole = phone.with("content-type", "multipart/form-data; boundary=b").send("POST", &format!("{su}/file"), Some(form("file", &picture(50, 50, ImageFormat::Png)))).await.within(201, 9);
        let listed = phone.get(&format!("{su}/list")).await.expect(200);
        assert_eq!(listed["media"].as_array().expect("files").len(), 2);
        let _ = phone.post(&format!("{su}/media/{}/delete", whole["id"]), json!({})).await.expect(204);
        let seen = owner.get(&format!("/agent/orders/{order}/services")).await.expect(200);
        assert_eq!((seen["media"].as_array().expect("files").len(), &seen["media"][0]["via"]), (1, &json!("phone")));
        let _ = phone.post(&format!("{su}/finish"), json!({})).await.expect(204);
        for (method, path) in [("GET", "list"), ("POST", "finish"), ("POST", "uploads"), ("GET", "uploads/1"), ("PATCH", "uploads/1"), ("POST", "media/1/delete")] {
            let body = (method != "GET").then(|| json!({"bytes": 5, "kind": "photo"}).to_string().into_bytes());
            let actor = if method == "PATCH" { phone.with("content-type", "application/octet-stream") } else { phone.clone() };
            let _ = actor.send(method, &format!("{su}/{path}"), body).await.refused(410, "upload_link_dead");
        }
        let _ = owner.post(&format!("/agent/item-services/{service}/render"), json!({})).await.expect(200);
    }

    async fn what_is_no_picture_is_refused_by_the_form_too(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let phone = app.stranger().with("content-type", "multipart/form-data; boundary=b");
        let path = format!("{su}/file");
        let _ = phone.send("POST", &path, Some(form("file", b"<svg onload=alert(1)>"))).await.refused(415, "media_type_refused");
        let _ = phone.send("POST", &path, Some(form("file", b""))).await.refused(422, "media_unreadable");
        let _ = phone.send("POST", &path, Some(form("other", b"x"))).await.refused(422, "validation_failed");
        let _ = phone.send("POST", &path, Some(form("file", &film()))).await.refused(422, "validation_failed");
        let cut = form("file", &picture(50, 50, ImageFormat::Png));
        let _ = phone.send("POST", &path, Some(cut[..cut.len() - 20].to_vec())).await.refused(400, "body_malformed");
        let _ = app.stranger().post(&path, json!({})).await.refused(415, "unsupported_media_type");
        assert_eq!(app.stranger().get(&format!("{su}/list")).await.expect(200)["media"], json!([]));
    }

    async fn a_link_reaches_its_own_files_alone_and_dies(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (line, service) = ordered(&owner, order, "photo").await;
        let (first, first_id) = link(&owner, service).await;
        let (second, _) = link(&owner, service).await;
        let phone = app.stranger();
        let jpeg = picture(64, 64, ImageFormat::Jpeg);
        let mine = upload(&phone, &format!("{first}/uploads"), &format!("{first}/uploads"), "photo", &jpeg).await.expect(200);
        assert_eq!(phone.get(&format!("{second}/list")).await.expect(200)["media"], json!([]));
        let _ = phone.post(&format!("{second}/media/{}/delete", mine["id"]), json!({})).await.refused(404, "not_found");
        let _ = phone.get(&format!("{second}/uploads/{}", mine["id"])).await.refused(404, "not_found");
        let _ = bytes(&phone, "PATCH", &format!("{second}/uploads/{}", mine["id"]), 0, b"x").await.refused(404, "not_found");
        let _ = owner.delete(&format!("/agent/upload-links/{first_id}")).await.expect(204);
        let _ = phone.get(&format!("{first}/list")).await.refused(410, "upload_link_dead");
        let _ = owner.post(&format!("/agent/item-services/{service}/cancel"), json!({})).await.expect(200);
        let _ = phone.get(&format!("{second}/list")).await.refused(410, "upload_link_dead");
        let extra = owner.post(&format!("/agent/items/{line}/upload-link"), json!({})).await.expect(201);
        let extra = format!("/su/{}", extra["url"].as_str().expect("an address").split_once("/su/").expect("a token").1);
        let _ = phone.get(&format!("{extra}/list")).await.expect(200);
        app.state.clock.advance(Duration::hours(2));
        let _ = phone.get(&format!("{extra}/list")).await.refused(410, "upload_link_dead");
    }

    async fn tokens_are_not_guessed(app: App) {
        let phone = app.stranger();
        for guess in 0..50 {
            let _ = phone.get(&format!("/su/g{guess:042}/list")).await.refused(410, "upload_link_dead");
        }
        let _ = phone.get(&format!("/su/g{:042}/list", 51)).await.refused(429, "too_many_requests");
        // Who holds a live link is not locked out by a neighbour's guesses.
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let _ = phone.get(&format!("{su}/list")).await.expect(200);
    }

    async fn the_limit_holds_under_a_hundred_parallel_uploads(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let phone = app.stranger();
        let path = format!("{su}/uploads");
        let begun = futures::future::join_all((0..120).map(|_| phone.post(&path, json!({"bytes": 10, "kind": "photo"})))).await;
        let taken = begun.iter().filter(|answer| answer.status == 201).count();
        let refused = begun.iter().filter(|answer| answer.status == 409 && answer.text.contains("media_limit")).count();
        assert_eq!((taken, refused), (100, 20));
    }
}
