//! Webhooks of the messengers: an update is verified, stored, and acknowledged at once.

use super::{Bot as _, Messenger, event, webhooks::store_update};
use axum::{
    body::Body,
    extract::{Request, State},
    http::HeaderMap,
};
use platform::{
    http::{Api, ApiResponse, Failure, read_bytes},
    rng,
    state::AppState,
};
use serde_json::Value;
use shared_types::{
    endpoint::{Endpoint, Nothing},
    identity::{ReceiveMaxUpdate, ReceiveTelegramUpdate},
    problem::ProblemCode,
};
use subtle::ConstantTimeEq;

/// Largest update, in bytes.
const MAX_UPDATE_BYTES: usize = 1 << 20;
/// Registers the webhooks.
pub fn routes(api: Api) -> Api {
    api.serve::<ReceiveTelegramUpdate, _>(receive_telegram)
        .serve::<ReceiveMaxUpdate, _>(receive_max)
}

/// Whether one of the given secrets is the messenger's, compared in constant time.
fn has_valid_secret(state: &AppState, messenger: Messenger, given: [Option<&str>; 2]) -> bool {
    let Some(secret) = messenger.config(&state.config).webhook_secret.as_deref() else {
        return false;
    };
    // Digests have equal length and both are compared, so that the time reveals neither length nor position.
    let secret = rng::digest(secret);
    let is_equal = |given: Option<&str>| {
        rng::digest(given.unwrap_or_default())
            .as_bytes()
            .ct_eq(secret.as_bytes())
    };
    let [first, second] = given.map(is_equal);
    bool::from(first | second)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

async fn receive_telegram(
    State(state): State<AppState>,
    request: Request,
) -> Result<ApiResponse<ReceiveTelegramUpdate>, Failure> {
    // The specification names the header without the messenger's name; Telegram sends it with its own.
    let secrets = [
        header(request.headers(), "x-telegram-bot-api-secret-token"),
        header(request.headers(), "x-messenger-bot-api-secret-token"),
    ];
    let genuine = has_valid_secret(&state, Messenger::Telegram, secrets);
    receive(&state, Messenger::Telegram, genuine, request.into_body()).await
}

async fn receive_max(
    State(state): State<AppState>,
    request: Request,
) -> Result<ApiResponse<ReceiveMaxUpdate>, Failure> {
    let query = request.uri().query().unwrap_or_default();
    let in_query = url::form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "secret")
        .map(|(_, value)| value.into_owned());
    let secrets = [header(request.headers(), "x-max-bot-api-secret"), in_query.as_deref()];
    let genuine = has_valid_secret(&state, Messenger::Max, secrets);
    receive(&state, Messenger::Max, genuine, request.into_body()).await
}

async fn receive<E: Endpoint<Response = Nothing>>(
    state: &AppState,
    messenger: Messenger,
    genuine: bool,
    body: Body,
) -> Result<ApiResponse<E>, Failure> {
    if !genuine {
        return Err(ProblemCode::CredentialInvalid.into());
    }
    let done = || Ok(ApiResponse(Nothing {}));
    // A messenger repeats an update that is refused, so an update that can't be read is acknowledged and dropped.
    let bytes = match read_bytes(body, MAX_UPDATE_BYTES).await {
        Ok(bytes) => bytes,
        Err(failure) if failure.code() == ProblemCode::Busy => return Err(failure),
        Err(_) => {
            tracing::warn!(
                messenger = messenger.as_str(),
                "update dropped: too large or incomplete"
            );
            return done();
        }
    };
    let read: Option<(Value, String)> = serde_json::from_slice(&bytes).ok().and_then(|update: Value| {
        let id = event::update_id(messenger, &update)?;
        Some((update, id))
    });
    let Some((update, update_id)) = read else {
        tracing::warn!(
            messenger = messenger.as_str(),
            bytes = bytes.len(),
            "update dropped: not readable"
        );
        return done();
    };
    // SQLite and PostgreSQL treat U+0000 differently, and no text of ours contains it.
    let payload = update.to_string().replace("\\u0000", "");
    store_update(state, messenger, update_id, payload).await?;
    state.wake_worker();
    done()
}
