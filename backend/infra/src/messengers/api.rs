//! HTTP calls to the messengers' APIs.

use super::{Bot as _, Messenger};
use platform::{
    config::Config,
    http_client::{self, Answer, CallError, OutsideSystem},
    state::AppState,
};
use reqwest::{Certificate, Client, Method, RequestBuilder};
use serde_json::{Value, json};
use std::{sync::OnceLock, time::Duration};

/// The API of a messenger.
const fn system(messenger: Messenger) -> OutsideSystem {
    OutsideSystem {
        name: messenger.as_str(),
        timeout: Duration::from_secs(10),
        max_answer: 1 << 20,
    }
}

/// Upper limit of a retry delay that a messenger requests, in seconds.
const MAX_RETRY_DELAY: i64 = 3600;

/// Begins the reason of a failure when the person does not let the bot write.
const BLOCKED: &str = "blocked: ";

/// Whether the reason of a failed message is that the person does not let the bot write.
pub fn is_blocked(reason: &str) -> bool {
    reason.starts_with(BLOCKED)
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// A temporary failure. The call may be retried, after `seconds` where the messenger requests a delay.
    #[error("{reason}")]
    Temporary {
        /// The cause of the failure.
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

impl From<CallError> for SendError {
    fn from(error: CallError) -> Self {
        Self::Temporary {
            reason: error.to_string(),
            seconds: None,
        }
    }
}

/// The client of the process; it keeps connections open and trusts the additional authorities.
fn http_client(config: &Config) -> Result<&'static Client, SendError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let temporary = |reason: String| SendError::Temporary { reason, seconds: None };
    let mut builder = http_client::builder();
    if let Some(path) = &config.messaging.extra_ca_file {
        let pem = std::fs::read(path).map_err(|error| temporary(format!("EXTRA_CA_FILE: {error}")))?;
        let certificates =
            Certificate::from_pem_bundle(&pem).map_err(|error| temporary(format!("EXTRA_CA_FILE: {error}")))?;
        builder = builder.tls_certs_merge(certificates);
    }
    let client = builder.build().map_err(|error| temporary(error.to_string()))?;
    Ok(CLIENT.get_or_init(|| client))
}

/// Calls a messenger's API, unless its circuit is open. `name` is Telegram's method or MAX's path with its query.
pub(super) async fn call(
    state: &AppState,
    messenger: Messenger,
    method: Method,
    name: &str,
    body: Option<&Value>,
) -> ApiResult {
    let request = build_request(&state.config, messenger, method, name, body)?;
    let answer = http_client::call(state, &system(messenger), request).await?;
    interpret(messenger, &answer)
}

pub(super) fn build_request(
    config: &Config,
    messenger: Messenger,
    method: Method,
    name: &str,
    body: Option<&Value>,
) -> Result<RequestBuilder, SendError> {
    let bot = messenger.config(config);
    let Some(token) = &bot.token else {
        return Err(SendError::Refused(format!("there is no {} bot", messenger.title())));
    };
    let client = http_client(config)?;
    let request = match messenger {
        Messenger::Telegram => client.request(method, format!("{}/bot{token}/{name}", bot.api_url)),
        Messenger::Max => client
            .request(method, format!("{}/{name}", bot.api_url))
            .header("authorization", token.as_str()),
    };
    Ok(match body {
        Some(body) => request.json(body),
        None => request,
    })
}

pub(super) fn interpret(messenger: Messenger, answer: &Answer) -> ApiResult {
    let (status, wait, answer) = (answer.status, answer.retry_after, answer.json());
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
    let is_accepted = match messenger {
        Messenger::Telegram => answer["ok"] == true,
        Messenger::Max => answer.is_object() && answer["success"] != false,
    };
    if status.is_success() && is_accepted {
        return Ok(answer);
    }
    let seconds = answer["parameters"]["retry_after"].as_i64().or(wait);
    let seconds = seconds.map(|seconds| seconds.clamp(1, MAX_RETRY_DELAY));
    match status.as_u16() {
        429 | 500.. => Err(SendError::Temporary { reason, seconds }),
        // Not from the messenger: a proxy on the way answered.
        200..=299 if !answer.is_object() => Err(SendError::Temporary { reason, seconds: None }),
        // A bad token is a configuration error: the message is sent once the token is corrected.
        401 => Err(SendError::Temporary { reason, seconds: None }),
        403 => Err(SendError::Blocked(format!("{BLOCKED}{reason}"))),
        _ if answer["code"] == "attachment.not.ready" => Err(SendError::Temporary {
            reason,
            seconds: Some(1),
        }),
        _ => Err(SendError::Refused(reason)),
    }
}

/// Posts the body of a message. The caller has checked the circuit.
pub(super) async fn post_message(state: &AppState, messenger: Messenger, chat_id: &str, body: &Value) -> ApiResult {
    let path = match messenger {
        Messenger::Telegram => "sendMessage".to_owned(),
        Messenger::Max => {
            let chat_id: i64 = chat_id
                .parse()
                .map_err(|_| SendError::Refused("the chat id is not a number".to_owned()))?;
            format!("messages?chat_id={chat_id}")
        }
    };
    let request = build_request(&state.config, messenger, Method::POST, &path, Some(body))?;
    let answer = http_client::attempt(state, &system(messenger), request).await?;
    interpret(messenger, &answer)
}

/// The id that a messenger gave a message that was sent.
pub(super) fn native_id(messenger: Messenger, answer: &Value) -> Option<String> {
    match messenger {
        Messenger::Telegram => answer["result"]["message_id"].as_i64().map(|id| id.to_string()),
        Messenger::Max => answer["message"]["body"]["mid"].as_str().map(str::to_owned),
    }
}

/// Answers the press of a button, which shows that it is waiting until then.
pub async fn answer_choice(state: &AppState, messenger: Messenger, id: &str, text: &str) -> Result<(), SendError> {
    let (name, body) = match messenger {
        Messenger::Telegram => (
            "answerCallbackQuery".to_owned(),
            json!({"callback_query_id": id, "text": text}),
        ),
        Messenger::Max => {
            let query = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("callback_id", id)
                .finish();
            (format!("answers?{query}"), json!({"notification": text}))
        }
    };
    call(state, messenger, Method::POST, &name, Some(&body)).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::StatusCode;

    fn interpreted(status: u16, answer: Value) -> ApiResult {
        let answer = Answer {
            status: StatusCode::from_u16(status).expect("a status"),
            retry_after: None,
            location: None,
            body: answer.to_string().into_bytes(),
        };
        interpret(Messenger::Telegram, &answer)
    }

    #[test]
    fn responses_map_to_send_errors() {
        assert!(interpreted(200, json!({"ok": true, "result": {}})).is_ok());
        let flood = interpreted(429, json!({"ok": false, "parameters": {"retry_after": 7}}));
        assert!(
            matches!(flood, Err(SendError::Temporary { seconds: Some(7), .. })),
            "{flood:?}"
        );
        assert!(
            matches!(interpreted(200, Value::Null), Err(SendError::Temporary { .. })),
            "not from the messenger"
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
