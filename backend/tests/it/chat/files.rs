//! Files in the chat: whose they are before and after their message, and what they are handed out as.

use super::{bodies, chat, pair};
use crate::{
    media::picture,
    services::bytes,
    support::{CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, POWERLESS_MEMBER, on_both},
};
use chrono::Duration;
use image::ImageFormat;
use serde_json::{Value, json};

/// Where files of an order's chat are sent to.
fn files(side: &str, order: i64, name: &str) -> String {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    format!("/{side}/orders/{order}/chat/files?name={name}")
}

fn addressed(file: &Value) -> &str {
    file["address"].as_str().expect("an address")
}

on_both! {
    async fn a_file_is_its_senders_until_the_message_is_there(app: App) {
        let (owner, client, order) = pair(&app).await;
        let photo = picture(800, 600, ImageFormat::Png);
        let shown = bytes(&client, "POST", &files("client", order, "шов крупно.png"), 0, &photo).await.within(201, 6);
        assert_eq!((&shown["name"], &shown["picture"]["width"]), (&json!("шов крупно.png"), &json!(800)));
        let kept = bytes(&client, "POST", &files("client", order, "накладная 5.pdf"), 0, b"%PDF-1.7 ...").await.expect(201);
        assert_eq!((&kept["bytes"], &kept["picture"]), (&json!(12), &Value::Null));
        let path = chat("client", order);
        let both = json!([kept["id"], shown["id"]]);

        // Nobody else's to send, and nobody's to see.
        let staff = owner.post(&chat("agent", order), json!({"files": both})).await;
        staff.refused(422, "validation_failed");
        let colleague = app.log_in("client", CLIENT).await;
        assert_eq!(owner.get(&chat("agent", order)).await.expect(200)["data"], json!([]));
        client.post(&path, json!({"files": []})).await.refused(422, "validation_failed");
        client.post(&path, json!({"body": "  ", "files": [999_999]})).await.refused(422, "validation_failed");
        client.post(&path, json!({"files": (0..11).collect::<Vec<_>>()})).await.refused(422, "validation_failed");

        let sent = colleague.post(&path, json!({"files": both})).await.within(201, 8);
        assert_eq!((&sent["body"], sent["files"].as_array().map(Vec::len)), (&json!(""), Some(2)));
        client.post(&path, json!({"body": "ещё раз", "files": both})).await.refused(422, "validation_failed");
        let told = owner.get(&chat("agent", order)).await.expect(200);
        assert_eq!(bodies(&told), [""], "a message whose files are not there is not written");
        let names: Vec<&Value> = told["data"][0]["files"].as_array().expect("files").iter().map(|file| &file["name"]).collect();
        assert_eq!(names, ["шов крупно.png", "накладная 5.pdf"], "as they were sent in");
        // Sent files are given up by nobody.
        let own = format!("/client/orders/{order}/chat/files/{}", shown["id"]);
        client.delete(&own).await.refused(404, "not_found");

        let seen = app.stranger().get(told["data"][0]["files"][0]["picture"]["thumb"].as_str().expect("an address")).await;
        assert_eq!((seen.status, seen.headers["content-type"].as_bytes()), (200, &b"image/jpeg"[..]));
        let saved = app.stranger().get(addressed(&told["data"][0]["files"][1])).await;
        assert_eq!(saved.bytes, b"%PDF-1.7 ..."[..]);
        let said = saved.headers["content-disposition"].to_str().expect("ascii");
        assert_eq!(said, "attachment; filename*=UTF-8''%D0%BD%D0%B0%D0%BA%D0%BB%D0%B0%D0%B4%D0%BD%D0%B0%D1%8F%205%2Epdf");
        let other = addressed(&told["data"][0]["files"][1]).replace("pdf", "exe");
        app.stranger().get(&other).await.refused(404, "not_found");
    }

    async fn nothing_that_is_sent_can_run(app: App) {
        let (_, client, order) = pair(&app).await;
        let jpeg = picture(64, 64, ImageFormat::Jpeg);
        let page = b"<!doctype html><script>alert(1)</script>".to_vec();
        for (name, file) in [
            ("страница.html", page.clone()),
            ("картинка.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec()),
            ("фото.jpg", [&page[..], &jpeg].concat()),
            ("../../../etc/passwd\u{202e}gpj.exe", b"MZ\x90\0".to_vec()),
            ("снимок.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
            ("ролик.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec()),
        ] {
            let kept = bytes(&client, "POST", &files("client", order, name), 0, &file).await.expect(201);
            assert_eq!(kept["picture"], Value::Null, "{name}");
            assert!(!kept["name"].as_str().expect("a name").contains(['/', '\u{202e}']), "{name}");
            let answer = app.stranger().get(addressed(&kept)).await;
            assert_eq!((answer.status, &answer.bytes[..]), (200, &file[..]), "{name}");
            for (header, value) in [("content-type", "application/octet-stream"), ("x-content-type-options", "nosniff")] {
                assert_eq!(answer.headers[header], value, "{name}");
            }
            assert!(answer.headers["content-disposition"].as_bytes().starts_with(b"attachment;"), "{name}");
            assert!(answer.headers["content-security-policy"].to_str().expect("ascii").contains("sandbox"), "{name}");
        }
        // What says that it is a picture must be one; all that is in it but its pixels is thrown away.
        bytes(&client, "POST", &files("client", order, "x.jpg"), 0, &jpeg[..200]).await.refused(422, "media_unreadable");
        bytes(&client, "POST", &files("client", order, "x.jpg"), 0, b"").await.refused(422, "media_unreadable");
        let hidden = [&jpeg[..], b"<script>alert(1)</script>"].concat();
        let kept = bytes(&client, "POST", &files("client", order, "x.jpg"), 0, &hidden).await.expect(201);
        let answer = app.stranger().get(addressed(&kept)).await;
        assert!(!answer.bytes.windows(7).any(|seven| seven == b"<script"));
        bytes(&client, "POST", &files("client", order, "x.bin"), 0, &vec![1; (25 << 20) + 1]).await.refused(413, "body_too_large");
    }

    async fn files_go_where_their_sender_may_write(app: App) {
        let (_, client, order) = pair(&app).await;
        for (guard, side, phone, status, code) in [
            ("client", "client", POWERLESS_MEMBER, 403, "permission_denied"),
            ("client", "client", OTHER_CLIENT, 404, "not_found"),
            ("agent", "agent", OTHER_OWNER, 404, "not_found"),
            ("agent", "agent", OWN_ONLY, 403, "permission_denied"),
        ] {
            let actor = app.log_in(guard, phone).await;
            bytes(&actor, "POST", &files(side, order, "x.txt"), 0, b"x").await.refused(status, code);
        }
        let draft = client.post("/client/orders", json!({"type": "standard", "title": "черновик"})).await.expect(201);
        let draft = draft["id"].as_i64().expect("an id");
        bytes(&client, "POST", &files("client", draft, "x.txt"), 0, b"x").await.refused(409, "conflict");
        // A file of one order is no file of another.
        let other = crate::orders::submitted(&client).await;
        let kept = bytes(&client, "POST", &files("client", order, "x.txt"), 0, b"x").await.expect(201);
        client.post(&chat("client", other), json!({"files": [kept["id"]]})).await.refused(422, "validation_failed");
        client.delete(&format!("/client/orders/{other}/chat/files/{}", kept["id"])).await.refused(404, "not_found");
        let own = format!("/client/orders/{order}/chat/files/{}", kept["id"]);
        let _ = client.delete(&own).await.expect(204);
        client.delete(&own).await.refused(404, "not_found");
        for _ in 0..20 {
            let _ = bytes(&client, "POST", &files("client", order, "x.txt"), 0, b"x").await.expect(201);
        }
        bytes(&client, "POST", &files("client", order, "x.txt"), 0, b"x").await.refused(409, "media_limit");
    }

    async fn what_nobody_sent_is_gone_after_a_day(app: App) {
        let (_, client, order) = pair(&app).await;
        let sent = bytes(&client, "POST", &files("client", order, "нужное.txt"), 0, b"x").await.expect(201);
        let _ = client.post(&chat("client", order), json!({"files": [sent["id"]]})).await.within(201, 8);
        let _ = bytes(&client, "POST", &files("client", order, "забытое.txt"), 0, b"x").await.expect(201);
        app.state.clock.advance(Duration::hours(25));
        app.work_off().await;
        assert_eq!(app.count("chat_files", "name = 'забытое.txt'").await, 0);
        assert_eq!(app.count("chat_files", "name = 'нужное.txt'").await, 1);
        let told = app.log_in("client", CLIENT).await.get(&chat("client", order)).await.expect(200);
        assert_eq!(app.stranger().get(addressed(&told["data"][0]["files"][0])).await.status, 200);
    }
}
