//! The answers of the stubs of Telegram and MAX.

use super::bots::{Bots, MAX_TOKEN, TELEGRAM_TOKEN};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{FromRequest, Multipart, Request, State},
    http::request::Parts,
    response::Response,
};
use serde_json::{Value, json};

/// Records a call and answers it as the messenger would.
pub(super) async fn handle_request(State(bots): State<Bots>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.expect("a body");
    let path = parts.uri.path().to_owned();
    let content_type = parts.headers.get("content-type").and_then(|value| value.to_str().ok());
    let body: Value = match content_type.filter(|kind| kind.starts_with("multipart/")) {
        Some(_) => form_fields(&parts, body).await,
        None => serde_json::from_slice(&body).unwrap_or_default(),
    };
    let reply = |status: u16, body: Value| {
        Response::builder()
            .status(status)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .expect("an answer")
    };
    let file_folder = format!("/file/bot{TELEGRAM_TOKEN}/files/");
    let file_id = path
        .strip_prefix(&file_folder)
        .or_else(|| path.strip_prefix("/max-files/"));
    if let Some(id) = file_id {
        let file = bots.files.lock().expect("files").get(id).cloned();
        return Response::new(Body::from(file.expect("a file")));
    }
    // The servers of files don't ask for the token.
    if path.starts_with("/max-uploads/") {
        let _ = bots.record("uploads", 0, &body);
        return reply(
            200,
            match path.as_str() {
                "/max-uploads/image" => json!({"photos": {"1": {"token": "token-of-image"}}}),
                "/max-uploads/file" => json!({"fileId": 1, "token": "token-of-file"}),
                _ => json!({"retval": 1}),
            },
        );
    }
    let telegram = format!("/bot{TELEGRAM_TOKEN}/");
    let is_telegram = path.starts_with(&telegram);
    if !is_telegram
        && parts
            .headers
            .get("authorization")
            .is_none_or(|token| token != MAX_TOKEN)
    {
        return reply(401, json!({"code": "verify.token", "message": "Invalid access_token"}));
    }
    let scripted = bots.answers.lock().expect("answers").pop_front();
    if let Some((status, body)) = scripted {
        return reply(status, body);
    }
    match path.strip_prefix(&telegram).unwrap_or(&path) {
        "getMe" => reply(
            200,
            json!({"ok": true, "result": {"id": 1, "is_bot": true, "username": "karavan_test_bot"}}),
        ),
        "/me" => reply(
            200,
            json!({"user_id": 2, "username": "karavan_max_bot", "is_bot": true}),
        ),
        // Both count UTF-16 code units.
        "sendMessage" if text_units(&body) > 4096 => reply(
            400,
            json!({"ok": false, "error_code": 400, "description": "Bad Request: message is too long"}),
        ),
        "/messages" if text_units(&body) > 4000 => reply(
            400,
            json!({"code": "proto.payload", "message": "text: size must be between 0 and 4000"}),
        ),
        "sendMessage" => {
            let id = bots.record("telegram", body["chat_id"].as_i64().expect("a chat"), &body);
            reply(
                200,
                json!({"ok": true, "result": {"message_id": id, "chat": {"id": body["chat_id"]}}}),
            )
        }
        "/messages" => {
            let chat = parts.uri.query().and_then(|query| query.strip_prefix("chat_id="));
            let id = bots.record("max", chat.and_then(|chat| chat.parse().ok()).expect("a chat"), &body);
            reply(
                200,
                json!({"message": {"body": {"mid": id.to_string(), "seq": 1, "text": body["text"]}}}),
            )
        }
        method @ ("sendPhoto" | "sendVideo" | "sendDocument") => {
            let mut sent = body.clone();
            sent["method"] = json!(method);
            let chat = body["chat_id"]
                .as_str()
                .and_then(|chat| chat.parse().ok())
                .expect("a chat");
            let id = bots.record("telegram", chat, &sent);
            reply(
                200,
                json!({"ok": true, "result": {"message_id": id, "chat": {"id": chat}}}),
            )
        }
        "/uploads" => {
            let host = parts.headers["host"].to_str().expect("a host");
            let kind = parts
                .uri
                .query()
                .and_then(|query| query.strip_prefix("type="))
                .expect("a type");
            let mut place = json!({"url": format!("http://{host}/max-uploads/{kind}")});
            if kind == "video" {
                place["token"] = json!("token-of-video");
            }
            reply(200, place)
        }
        "getFile" => {
            let id = body["file_id"].as_str().expect("a file");
            reply(
                200,
                json!({"ok": true, "result": {"file_id": id, "file_path": format!("files/{id}")}}),
            )
        }
        "answerCallbackQuery" | "/answers" => {
            let _ = bots.record("answers", 0, &body);
            reply(200, json!({"ok": true, "success": true, "result": true}))
        }
        "setWebhook" | "deleteWebhook" | "setChatMenuButton" => {
            let _ = bots.record("telegram", 0, &body);
            reply(200, json!({"ok": true, "result": true}))
        }
        "getWebhookInfo" => reply(
            200,
            json!({
                "ok": true,
                "result": {
                    "url": "https://karavan.example/webhooks/telegram",
                    "has_custom_certificate": false,
                    "pending_update_count": 3,
                },
            }),
        ),
        "/subscriptions" => {
            let _ = bots.record("max", 0, &body);
            reply(200, json!({"success": true, "subscriptions": []}))
        }
        _ => reply(404, json!({"ok": false, "error_code": 404, "description": "Not Found"})),
    }
}

/// The texts of a form, and the names and lengths of its files.
async fn form_fields(parts: &Parts, body: Bytes) -> Value {
    let request = Request::from_parts(parts.clone(), Body::from(body));
    let mut form = Multipart::from_request(request, &()).await.expect("a form");
    let mut fields = json!({});
    while let Some(field) = form.next_field().await.expect("a field") {
        let name = field.name().expect("a name").to_owned();
        let file = field.file_name().map(str::to_owned);
        let content = field.bytes().await.expect("content");
        fields[name] = match file {
            Some(file) => json!({"name": file, "bytes": content.len()}),
            None => json!(String::from_utf8_lossy(&content)),
        };
    }
    fields
}

fn text_units(body: &Value) -> usize {
    body["text"].as_str().unwrap_or_default().encode_utf16().count()
}
