//! Incoming updates: verified, stored, acknowledged at once, and processed by a job.

use super::{Bot as _, BotEvent, Messenger, contacts, event};
use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::HeaderMap,
};
use chrono::Duration;
use entities::{messenger_message as message, webhook_update as update};
use platform::{
    http::{Answer, Api, Failure},
    jobs::{NewJob, enqueue},
    rng,
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde_json::Value;
use shared_types::{
    endpoint::{Endpoint, Nothing},
    identity::{ReceiveMaxUpdate, ReceiveTelegramUpdate},
    problem::ProblemCode,
};
use std::future::Future;
use subtle::ConstantTimeEq;

/// The job that processes an update.
pub const UPDATE: &str = "messengers:update";
/// The job that deletes old updates and messages.
pub const SWEEP: &str = "messengers:sweep";

/// Largest update, in bytes.
const MAX_UPDATE_BYTES: usize = 1 << 20;
/// How long updates, and messages that are sent or failed, are kept.
const RETENTION: Duration = Duration::days(30);

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
) -> Result<Answer<ReceiveTelegramUpdate>, Failure> {
    // The specification names the header without the messenger's name; Telegram sends it with its own.
    let secrets = [
        header(request.headers(), "x-telegram-bot-api-secret-token"),
        header(request.headers(), "x-messenger-bot-api-secret-token"),
    ];
    let genuine = has_valid_secret(&state, Messenger::Telegram, secrets);
    receive(&state, Messenger::Telegram, genuine, request.into_body()).await
}

async fn receive_max(State(state): State<AppState>, request: Request) -> Result<Answer<ReceiveMaxUpdate>, Failure> {
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
) -> Result<Answer<E>, Failure> {
    if !genuine {
        return Err(ProblemCode::CredentialInvalid.into());
    }
    let done = || Ok(Answer(Nothing {}));
    // A messenger repeats an update that is refused, so an update that can't be read is acknowledged and dropped.
    let Ok(bytes) = to_bytes(body, MAX_UPDATE_BYTES).await else {
        tracing::warn!(
            messenger = messenger.as_str(),
            "update dropped: too large or incomplete"
        );
        return done();
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

async fn store_update(state: &AppState, messenger: Messenger, update_id: String, payload: String) -> Result<(), DbErr> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let row = update::ActiveModel {
        id: NotSet,
        messenger: Set(messenger),
        update_id: Set(update_id.replace('\0', "")),
        payload: Set(payload),
        received_at: Set(now),
        done_at: Set(None),
    };
    let unique = OnConflict::columns([update::Column::Messenger, update::Column::UpdateId]);
    if tx.insert_if_absent(row, unique).await? {
        let payload = format!("{}:{update_id}", messenger.as_str());
        enqueue(&tx, NewJob::immediate(UPDATE, &payload, now), now).await?;
    }
    tx.commit().await
}

/// Runs an [`UPDATE`] job: passes the event to `handle`.
pub async fn run_update_job<F, C>(state: AppState, payload: String, handle: F) -> Result<(), String>
where
    F: FnOnce(AppState, BotEvent, String) -> C + Send,
    C: Future<Output = Result<(), String>> + Send,
{
    let (name, update_id) = payload.split_once(':').ok_or("the payload names no update")?;
    let messenger = Messenger::from_name(name).ok_or("the payload names no messenger")?;
    let describe = |error: DbErr| error.to_string();
    let unprocessed = || {
        Condition::all()
            .add(update::Column::Messenger.eq(name))
            .add(update::Column::UpdateId.eq(update_id))
            .add(update::Column::DoneAt.is_null())
    };
    let system = state.system();
    let Some(row) = system
        .one(update::Entity::find().filter(unprocessed()))
        .await
        .map_err(describe)?
    else {
        return Ok(());
    };
    let update: Value = serde_json::from_str(&row.payload).map_err(|error| error.to_string())?;
    let token = messenger.config(&state.config).token.as_deref();
    if let Some(event) = event::parse(messenger, &update, token) {
        if let BotEvent::Blocked { chat, is_blocked } = &event {
            let at = is_blocked.then_some(row.received_at);
            contacts::set_blocked(&system, messenger, &chat.id, at)
                .await
                .map_err(describe)?;
        } else {
            handle(state.clone(), event, payload.clone()).await?;
        }
    }
    let done = update::Entity::update_many()
        .col_expr(update::Column::DoneAt, Expr::value(state.clock.now()))
        .col_expr(update::Column::Payload, Expr::value(""))
        .filter(unprocessed());
    system.update_count(done).await.map_err(describe)?;
    state.wake_worker();
    Ok(())
}

/// Runs a [`SWEEP`] job.
pub async fn run_sweep_job(state: AppState, _: String) -> Result<(), String> {
    let before = state.clock.now() - RETENTION;
    let system = state.system();
    let updates = update::Entity::delete_many().filter(update::Column::ReceivedAt.lt(before));
    system.delete_where(updates).await.map_err(|error| error.to_string())?;
    let messages = message::Entity::delete_many()
        .filter(message::Column::CreatedAt.lt(before))
        .filter(
            message::Column::SentAt
                .is_not_null()
                .or(message::Column::FailedAt.is_not_null()),
        );
    system.delete_where(messages).await.map_err(|error| error.to_string())?;
    Ok(())
}
