//! Files that the bots send. Telegram takes a file with the message; MAX takes it at an address that it names, and then the message.

use super::{
    Messenger, SendError,
    api::{self, ApiResult, build_request, interpret},
    files::{client_for, file_server},
    outgoing_file::{FileKind, OutgoingFile},
};
use platform::{
    http_client::{self, OutsideSystem},
    state::AppState,
    storage::StorageError,
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Within the claim of a message: MAX is called twice more.
const fn upload_system(messenger: Messenger) -> OutsideSystem {
    OutsideSystem {
        name: file_server(messenger),
        timeout: Duration::from_secs(30),
        max_answer: 1 << 20,
    }
}

async fn part(state: &AppState, file: &OutgoingFile) -> Result<Part, SendError> {
    let bytes = state.storage.read(&file.path).await.map_err(|error| match error {
        StorageError::NotFound | StorageError::Range => SendError::Refused("the file is gone".to_owned()),
        StorageError::Unavailable(reason) => SendError::Temporary { reason, seconds: None },
    })?;
    Ok(Part::bytes(bytes.to_vec()).file_name(file.name.clone()))
}

/// Sends a file. The caller has checked the circuit of the messenger.
pub(super) async fn send(
    state: &AppState,
    messenger: Messenger,
    chat_id: &str,
    (caption, file): (&str, &OutgoingFile),
) -> ApiResult {
    let part = part(state, file).await?;
    match messenger {
        Messenger::Telegram => {
            let (method, field) = match file.kind {
                FileKind::Picture => ("sendPhoto", "photo"),
                FileKind::Video => ("sendVideo", "video"),
                FileKind::Other => ("sendDocument", "document"),
            };
            let form = Form::new().text("chat_id", chat_id.to_owned());
            let form = form.text("caption", caption.to_owned()).part(field, part);
            let request = build_request(&state.config, messenger, Method::POST, method, None)?.multipart(form);
            let answer = http_client::call(state, &upload_system(messenger), request).await?;
            interpret(messenger, &answer)
        }
        Messenger::Max => {
            let attachment = upload_to_max(state, file.kind, part).await?;
            let body = json!({"text": caption, "attachments": [attachment]});
            api::post_message(state, messenger, chat_id, &body).await
        }
    }
}

/// Uploads a file to MAX. Returns the attachment that stands for it.
async fn upload_to_max(state: &AppState, kind: FileKind, part: Part) -> ApiResult {
    let kind = match kind {
        FileKind::Picture => "image",
        FileKind::Video => "video",
        FileKind::Other => "file",
    };
    let refused = || SendError::Refused("MAX names no address for the file".to_owned());
    let place = api::call(
        state,
        Messenger::Max,
        Method::POST,
        &format!("uploads?type={kind}"),
        None,
    )
    .await?;
    let address = place["url"].as_str().ok_or_else(refused)?;
    let request = client_for(state, Messenger::Max, address)
        .map_err(|error| SendError::Refused(error.to_string()))?
        .post(address)
        .multipart(Form::new().part("data", part));
    let answer = http_client::call(state, &upload_system(Messenger::Max), request).await?;
    let uploaded = answer.json();
    if !answer.status.is_success() {
        let reason = format!("the server of MAX's files answered {}", answer.status.as_u16());
        return Err(match answer.status.as_u16() {
            429 | 500.. => SendError::Temporary {
                reason,
                seconds: answer.retry_after,
            },
            _ => SendError::Refused(reason),
        });
    }
    // The token of a video comes with the address, and the one of a file with the upload. Pictures have one for each size.
    let token = [&place["token"], &uploaded["token"]]
        .into_iter()
        .find(|token| token.is_string());
    let payload = match (token, &uploaded["photos"]) {
        (_, photos @ Value::Object(_)) => json!({"photos": photos}),
        (Some(token), _) => json!({"token": token}),
        _ => return Err(refused()),
    };
    Ok(json!({"type": kind, "payload": payload}))
}
