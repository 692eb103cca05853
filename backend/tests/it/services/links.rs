//! Links that hand an upload over to a phone.

use super::{bytes, ordered, upload, uploads::film};
use crate::{media::picture, orders::submitted, support::on_both};
use chrono::Duration;
use image::ImageFormat;
use serde_json::{Value, json};
use std::{collections::BTreeSet, env};

/// Guesses by strangers; `KARAVAN_SOAK` asks for the long form.
fn guesses() -> u32 {
    if env::var_os("KARAVAN_SOAK").is_some() {
        1_000_000
    } else {
        1_500
    }
}

/// The path of a fresh link for a service.
pub async fn link(owner: &crate::support::Actor, service: i64) -> (String, Value) {
    let made = owner
        .post(&format!("/agent/item-services/{service}/upload-link"), json!({}))
        .await
        .expect(201);
    let url = made["url"].as_str().expect("an address").to_owned();
    let path = url.split_once("/su/").expect("a token").1.to_owned();
    assert!(path.len() == 43 && made["qr"]["path"].as_str().expect("a picture").starts_with("M4 4h7v1"));
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
        let _ = owner.post(&format!("/agent/item-services/{service}/render"), json!({})).await.within(200, 7);
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

    async fn no_guess_of_many_opens_anything(app: App) {
        let app = app.configured(|config| config.trusted_proxies = 1);
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let token = su.strip_prefix("/su/").expect("a token");
        // 256 random bits, of which the database knows a hash alone.
        assert_eq!(token.len() * 6, 258);
        assert_eq!(app.count("service_upload_tokens", &format!("token_hash LIKE '%{token}%' OR length(token_hash) <> 64")).await, 0);
        let mut seen = BTreeSet::from([token.to_owned()]);
        for _ in 0..20 {
            let (other, _) = link(&owner, service).await;
            assert!(seen.insert(other.trim_start_matches("/su/").to_owned()));
        }
        // Every near miss, and as many strangers; each from an address of its own, which no lock stops.
        let near = (0..token.len()).flat_map(|place| {
            ["A", "_", "0", "z"].map(|sign| format!("{}{sign}{}", &token[..place], &token[place + 1..]))
        });
        let odd = ["", "null", "%00", "..%2f..", "' OR '1'='1", &token[1..], &token.to_uppercase()].map(str::to_owned);
        let far = (0..guesses()).map(|guess| format!("{guess:0>43}"));
        let mut asked = 0_u32;
        for guess in near.chain(odd).chain([format!("{token}A"), format!("{token}%00")]).chain(far).filter(|guess| !seen.contains(guess)) {
            asked += 1;
            let [_, a, b, c] = asked.to_be_bytes();
            let caller = app.stranger().with("x-forwarded-for", &format!("10.{a}.{b}.{c}"));
            let path = format!("/su/{}/list", guess.replace([' ', '\''], "%20"));
            let answer = caller.get(&path).await;
            assert!([404, 410].contains(&answer.status) && !answer.text.contains("media\":["), "{guess}: {} {}", answer.status, answer.text);
        }
        assert!(asked > 1_000, "{asked} guesses");
        let _ = app.stranger().get(&format!("{su}/list")).await.expect(200);
    }

    async fn a_link_is_for_one_purpose(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (line, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let token = su.strip_prefix("/su/").expect("a token");
        let (phone, second) = (app.stranger(), app.stranger());
        let jpeg = picture(64, 64, ImageFormat::Jpeg);
        let _ = phone.post(&format!("{su}/uploads"), json!({"bytes": 9, "kind": "video"})).await.refused(422, "validation_failed");
        // It is no login, and no login is a link.
        for path in ["/agent/orders", "/client/orders", "/api/ext/me"] {
            assert_eq!(app.bearer(token).get(path).await.status, 401);
        }
        let login = owner.credential.clone().expect("a token");
        let _ = phone.get(&format!("/su/{login}/list")).await.refused(410, "upload_link_dead");
        // What lies beside the link's own files is out of its reach: the desktop's, the line's, another client's.
        let begin = format!("/agent/item-services/{service}/uploads");
        let desktop = upload(&owner, &begin, "/agent/uploads", "photo", &jpeg).await.expect(200);
        let extra = upload(&owner, &format!("/agent/items/{line}/uploads"), "/agent/uploads", "photo", &jpeg).await.expect(200);
        for id in [&desktop["id"], &extra["id"], &json!(999)] {
            let _ = phone.post(&format!("{su}/media/{id}/delete"), json!({})).await.refused(404, "not_found");
            let _ = phone.get(&format!("{su}/uploads/{id}")).await.refused(404, "not_found");
            let _ = phone.post(&format!("{su}/uploads/{id}/finish"), json!({})).await.refused(404, "not_found");
            let _ = bytes(&phone, "POST", &format!("{su}/media/{id}/poster"), 0, &jpeg).await.refused(404, "not_found");
        }
        // Two phones with one link: each sees all of it, and one file that both send is there once.
        let whole = phone.post(&format!("{su}/uploads"), json!({"bytes": jpeg.len(), "kind": "photo"})).await.expect(201);
        let one = format!("{su}/uploads/{}", whole["id"]);
        let (a, b) = tokio::join!(bytes(&phone, "PATCH", &one, 0, &jpeg), bytes(&second, "PATCH", &one, 0, &jpeg));
        assert!([a.status, b.status].contains(&200) && [a.status, b.status].iter().all(|status| [200, 409].contains(status)));
        let finish = format!("{one}/finish");
        let (a, b) = tokio::join!(phone.post(&finish, json!({})), second.post(&finish, json!({})));
        assert!([a.status, b.status].contains(&200) && [a.status, b.status].iter().all(|status| [200, 409].contains(status)));
        let _ = upload(&second, &format!("{su}/uploads"), &format!("{su}/uploads"), "photo", &jpeg).await.expect(200);
        for device in [&phone, &second] {
            assert_eq!(device.get(&format!("{su}/list")).await.expect(200)["media"].as_array().map(Vec::len), Some(2));
        }
        // Once the service is done, the link is over for both.
        let _ = owner.post(&format!("/agent/item-services/{service}/render"), json!({})).await.within(200, 7);
        for device in [&phone, &second] {
            let _ = device.get(&format!("{su}/list")).await.refused(410, "upload_link_dead");
            let _ = device.post(&format!("{su}/uploads"), json!({"bytes": 9, "kind": "photo"})).await.refused(410, "upload_link_dead");
        }
        assert_eq!(app.count("service_media", "order_item_service_id IS NOT NULL").await, 3);
    }

    async fn the_bytes_of_all_files_together_are_limited(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "video").await;
        let (su, _) = link(&owner, service).await;
        let phone = app.stranger();
        let path = format!("{su}/uploads");
        let _ = phone.post(&path, json!({"bytes": (300 << 20) + 1, "kind": "video"})).await.refused(413, "media_too_large");
        let begun = futures::future::join_all((0..20).map(|_| phone.post(&path, json!({"bytes": 300 << 20, "kind": "video"})))).await;
        let taken = begun.iter().filter(|answer| answer.status == 201).count();
        let refused = begun.iter().filter(|answer| answer.status == 409 && answer.text.contains("media_limit")).count();
        assert_eq!((taken, refused), (6, 14), "six of 300 MiB are what two gigabytes hold");
    }

    async fn a_hundred_forms_at_once_keep_to_the_limit(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let (_, service) = ordered(&owner, order, "photo").await;
        let (su, _) = link(&owner, service).await;
        let phone = app.stranger();
        for _ in 0..60 {
            let _ = phone.post(&format!("{su}/uploads"), json!({"bytes": 10, "kind": "photo"})).await.expect(201);
        }
        let sender = phone.with("content-type", "multipart/form-data; boundary=b");
        let (path, jpeg) = (format!("{su}/file"), picture(16, 12, ImageFormat::Jpeg));
        let sent = futures::future::join_all((0..100).map(|_| sender.send("POST", &path, Some(form("file", &jpeg))))).await;
        let taken = sent.iter().filter(|answer| answer.status == 201).count();
        let refused = sent.iter().filter(|answer| answer.status == 409 && answer.text.contains("media_limit")).count();
        assert_eq!((taken, refused), (40, 60));
        assert_eq!(app.count("service_media", "1 = 1").await, 100);
        assert_eq!(phone.get(&format!("{su}/list")).await.expect(200)["media"].as_array().map(Vec::len), Some(40));
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
