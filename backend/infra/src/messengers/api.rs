//! HTTP calls to the messengers' APIs.

use super::{Bot as _, Buttons, Messenger, OutgoingMessage};
use platform::{config::Config, http_client, state::AppState};
use reqwest::{Certificate, Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::{sync::OnceLock, time::Duration};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Upper limit of a retry delay that a messenger requests, in seconds.
const MAX_RETRY_DELAY: i64 = 3600;

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// A temporary failure. The call may be retried, after `seconds` where the messenger requests a delay.
    #[error("{reason}")]
    Temporary {
        /// What happened.
        reason: String,
        /// The requested delay.
        seconds: Option<i64>,
    },
    /// The person blocked the bot or left.
    #[error("{0}")]
    Blocked(String),
    /// A permanent failure: retries do not help.
    #[error("{0}")]
    Refused(String),
}

/// The response of a messenger's API.
pub type ApiResult = Result<Value, SendError>;

/// The client of the process; it keeps connections open.
fn http_client(config: &Config) -> Result<&'static Client, SendError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let temporary = |reason: String| SendError::Temporary { reason, seconds: None };
    let mut builder = http_client::builder(REQUEST_TIMEOUT);
    if let Some(path) = &config.messaging.extra_ca_file {
        let pem = std::fs::read(path).map_err(|error| temporary(format!("EXTRA_CA_FILE: {error}")))?;
        let certificates =
            Certificate::from_pem_bundle(&pem).map_err(|error| temporary(format!("EXTRA_CA_FILE: {error}")))?;
        builder = builder.tls_certs_merge(certificates);
    }
    let client = builder.build().map_err(|error| temporary(error.to_string()))?;
    Ok(CLIENT.get_or_init(|| client))
}

/// Calls a messenger's API. `name` is Telegram's method or MAX's path with its query.
pub(super) async fn call(
    state: &AppState,
    messenger: Messenger,
    method: Method,
    name: &str,
    body: Option<&Value>,
) -> ApiResult {
    let bot = messenger.config(&state.config);
    let Some(token) = &bot.token else {
        return Err(SendError::Refused(format!("there is no {} bot", messenger.title())));
    };
    let client = http_client(&state.config)?;
    let request: RequestBuilder = match messenger {
        Messenger::Telegram => client.request(method, format!("{}/bot{token}/{name}", bot.api_url)),
        Messenger::Max => client
            .request(method, format!("{}/{name}", bot.api_url))
            .header("authorization", token.as_str()),
    };
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    let system = messenger.as_str();
    // Telegram's token is part of the URL, so the URL stays out of error messages.
    let unreachable = |error: reqwest::Error| {
        state.breaker.on_failure(system, state.clock.now());
        SendError::Temporary {
            reason: http_client::describe(error),
            seconds: None,
        }
    };
    let response = http_client::send(system, request).await.map_err(unreachable)?;
    let status = response.status();
    let wait = response
        .headers()
        .get("retry-after")
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse().ok());
    let answer: Value = response.json().await.unwrap_or_default();
    if status.is_server_error() {
        state.breaker.on_failure(system, state.clock.now());
    } else {
        state.breaker.on_success(system);
    }
    interpret(messenger, status, wait, answer)
}

fn interpret(messenger: Messenger, status: StatusCode, wait: Option<i64>, answer: Value) -> ApiResult {
    let description = match messenger {
        Messenger::Telegram => answer["description"].as_str(),
        Messenger::Max => answer["message"].as_str(),
    };
    let reason = format!(
        "{} answered {}: {}",
        messenger.title(),
        status.as_u16(),
        description.unwrap_or_default().chars().take(200).collect::<String>()
    );
    if status.is_success() && answer["ok"] != false && answer["success"] != false {
        return Ok(answer);
    }
    let seconds = answer["parameters"]["retry_after"].as_i64().or(wait);
    let seconds = seconds.map(|seconds| seconds.clamp(1, MAX_RETRY_DELAY));
    match status.as_u16() {
        429 | 500.. => Err(SendError::Temporary { reason, seconds }),
        // A bad token is a configuration error: the message is sent once the token is corrected.
        401 => Err(SendError::Temporary { reason, seconds: None }),
        403 => Err(SendError::Blocked(reason)),
        _ if answer["code"] == "attachment.not.ready" => Err(SendError::Temporary {
            reason,
            seconds: Some(1),
        }),
        _ => Err(SendError::Refused(reason)),
    }
}

/// Sends a message to a chat.
pub(super) async fn send(
    state: &AppState,
    messenger: Messenger,
    chat_id: &str,
    message: &OutgoingMessage,
) -> ApiResult {
    match messenger {
        Messenger::Telegram => {
            let body = telegram_message(chat_id, message);
            call(state, messenger, Method::POST, "sendMessage", Some(&body)).await
        }
        Messenger::Max => {
            let chat_id: i64 = chat_id
                .parse()
                .map_err(|_| SendError::Refused("the chat id is not a number".to_owned()))?;
            let path = format!("messages?chat_id={chat_id}");
            call(state, messenger, Method::POST, &path, Some(&max_message(message))).await
        }
    }
}

/// Longest text that a messenger accepts, in characters.
const fn max_text_length(messenger: Messenger) -> usize {
    match messenger {
        Messenger::Telegram => 4096,
        Messenger::Max => 4000,
    }
}

fn truncate(messenger: Messenger, text: &str) -> String {
    text.chars().take(max_text_length(messenger)).collect()
}

fn telegram_message(chat_id: &str, message: &OutgoingMessage) -> Value {
    let chat: Value = chat_id.parse::<i64>().map_or_else(|_| chat_id.into(), Value::from);
    let mut body = json!({
        "chat_id": chat,
        "text": truncate(Messenger::Telegram, &message.text),
        "link_preview_options": {"is_disabled": true},
    });
    match &message.buttons {
        Buttons::Keep => {}
        Buttons::None => body["reply_markup"] = json!({"remove_keyboard": true}),
        Buttons::ShareContact { label } => {
            body["reply_markup"] = json!({
                "keyboard": [[{"text": label, "request_contact": true}]],
                "resize_keyboard": true,
                "one_time_keyboard": true,
            });
        }
        Buttons::Link { label, url } => {
            body["reply_markup"] = json!({"inline_keyboard": [[{"text": label, "url": url}]]});
        }
    }
    body
}

fn max_message(message: &OutgoingMessage) -> Value {
    let button = match &message.buttons {
        Buttons::Keep | Buttons::None => None,
        Buttons::ShareContact { label } => Some(json!({"type": "request_contact", "text": label})),
        Buttons::Link { label, url } => Some(json!({"type": "link", "text": label, "url": url})),
    };
    let text = truncate(Messenger::Max, &message.text);
    match button {
        Some(button) => json!({
            "text": text,
            "attachments": [{"type": "inline_keyboard", "payload": {"buttons": [[button]]}}],
        }),
        None => json!({"text": text}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interpreted(status: u16, answer: Value) -> ApiResult {
        interpret(
            Messenger::Telegram,
            StatusCode::from_u16(status).expect("a status"),
            None,
            answer,
        )
    }

    #[test]
    fn responses_map_to_send_errors() {
        assert!(interpreted(200, json!({"ok": true, "result": {}})).is_ok());
        let flood = interpreted(429, json!({"ok": false, "parameters": {"retry_after": 7}}));
        assert!(
            matches!(flood, Err(SendError::Temporary { seconds: Some(7), .. })),
            "{flood:?}"
        );
        assert!(matches!(
            interpreted(502, Value::Null),
            Err(SendError::Temporary { .. })
        ));
        assert!(matches!(
            interpreted(403, json!({"ok": false})),
            Err(SendError::Blocked(_))
        ));
        assert!(matches!(
            interpreted(400, json!({"ok": false})),
            Err(SendError::Refused(_))
        ));
        assert!(matches!(
            interpreted(401, json!({"ok": false})),
            Err(SendError::Temporary { .. })
        ));
    }
}
