//! Updates on their way in: checked, stored, answered at once, worked off by the queue.

use super::{
    Event, Messenger, contacts,
    entity::{message, update},
    event,
};
use crate::platform::{
    http::{Answer, Api, Failure},
    jobs::{NewJob, enqueue},
    rng,
    scope::Rows,
    state::AppState,
};
use axum::{
    body::{Body, to_bytes},
    extract::{Request, State},
    http::HeaderMap,
};
use chrono::Duration;
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde_json::Value;
use shared_types::{
    endpoint::{Endpoint, Nothing},
    identity::{MaxWebhook, TelegramWebhook},
    problem::ProblemCode,
};
use std::future::Future;
use subtle::ConstantTimeEq;

/// The job that works an update off.
pub const UPDATE: &str = "messengers:update";
/// The job that forgets what is long done.
pub const SWEEP: &str = "messengers:sweep";

/// Largest update, in bytes.
const LARGEST: usize = 1 << 20;
/// How long it is remembered which updates were taken and what was sent.
const REMEMBERED: Duration = Duration::days(30);

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<TelegramWebhook, _>(telegram).serve::<MaxWebhook, _>(max)
}

/// Whether one of the secrets that came is the messenger's, in a time that tells nothing.
fn is_genuine(state: &AppState, messenger: Messenger, told: [Option<&str>; 2]) -> bool {
    let Some(secret) = messenger.config(&state.config).webhook_secret.as_deref() else {
        return false;
    };
    // Digests are of one length, and both are compared, so that neither length nor place can be told.
    let secret = rng::digest(secret);
    let fits = |told: Option<&str>| {
        rng::digest(told.unwrap_or_default())
            .as_bytes()
            .ct_eq(secret.as_bytes())
    };
    let [first, second] = told.map(fits);
    bool::from(first | second)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

async fn telegram(State(state): State<AppState>, request: Request) -> Result<Answer<TelegramWebhook>, Failure> {
    // The specification names the header without the messenger's name, Telegram sends it with its own.
    let told = [
        header(request.headers(), "x-telegram-bot-api-secret-token"),
        header(request.headers(), "x-messenger-bot-api-secret-token"),
    ];
    let genuine = is_genuine(&state, Messenger::Telegram, told);
    take(&state, Messenger::Telegram, genuine, request.into_body()).await
}

async fn max(State(state): State<AppState>, request: Request) -> Result<Answer<MaxWebhook>, Failure> {
    let query = request.uri().query().unwrap_or_default();
    let in_query = url::form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == "secret")
        .map(|(_, value)| value.into_owned());
    let told = [header(request.headers(), "x-max-bot-api-secret"), in_query.as_deref()];
    let genuine = is_genuine(&state, Messenger::Max, told);
    take(&state, Messenger::Max, genuine, request.into_body()).await
}

async fn take<E: Endpoint<Response = Nothing>>(
    state: &AppState,
    messenger: Messenger,
    genuine: bool,
    body: Body,
) -> Result<Answer<E>, Failure> {
    if !genuine {
        return Err(ProblemCode::CredentialInvalid.into());
    }
    let done = || Ok(Answer(Nothing {}));
    // A messenger sends what is refused again and again, so what can't be understood is taken and forgotten.
    let Ok(bytes) = to_bytes(body, LARGEST).await else {
        tracing::warn!(messenger = messenger.as_str(), "an update was too large or broke off");
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
            "an update can't be read"
        );
        return done();
    };
    // SQLite and PostgreSQL differ in what they make of U+0000; no text of ours holds one.
    let payload = update.to_string().replace("\\u0000", "");
    store(state, messenger, update_id, payload).await?;
    state.wake_worker();
    done()
}

async fn store(state: &AppState, messenger: Messenger, update_id: String, payload: String) -> Result<(), DbErr> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let row = update::ActiveModel {
        id: NotSet,
        messenger: Set(messenger.as_str().to_owned()),
        update_id: Set(update_id.replace('\0', "")),
        payload: Set(payload),
        received_at: Set(now),
        done_at: Set(None),
    };
    let unique = OnConflict::columns([update::Column::Messenger, update::Column::UpdateId]);
    if tx.insert_unless_there(row, unique).await? {
        let payload = format!("{}:{update_id}", messenger.as_str());
        enqueue(&tx, NewJob::at_once(UPDATE, &payload, now), now).await?;
    }
    tx.commit().await
}

/// Does an [`UPDATE`] job: hands the event to whoever knows what it means.
pub async fn work_off<F, C>(state: AppState, payload: String, handle: F) -> Result<(), String>
where
    F: FnOnce(AppState, Event, String) -> C + Send,
    C: Future<Output = Result<(), String>> + Send,
{
    let (name, update_id) = payload.split_once(':').ok_or("no update is named")?;
    let messenger = Messenger::from_name(name).ok_or("no messenger is named")?;
    let told = |error: DbErr| error.to_string();
    let mine = || {
        Condition::all()
            .add(update::Column::Messenger.eq(name))
            .add(update::Column::UpdateId.eq(update_id))
            .add(update::Column::DoneAt.is_null())
    };
    let system = state.system();
    let Some(row) = system.one(update::Entity::find().filter(mine())).await.map_err(told)? else {
        return Ok(());
    };
    let update: Value = serde_json::from_str(&row.payload).map_err(|error| error.to_string())?;
    let token = messenger.config(&state.config).token.as_deref();
    if let Some(event) = event::read(messenger, &update, token) {
        if let Event::Blocked { chat, is_blocked } = &event {
            let at = is_blocked.then_some(row.received_at);
            contacts::set_blocked(&system, messenger, &chat.id, at)
                .await
                .map_err(told)?;
        } else {
            handle(state.clone(), event, payload.clone()).await?;
        }
    }
    let done = update::Entity::update_many()
        .col_expr(update::Column::DoneAt, Expr::value(state.clock.now()))
        .col_expr(update::Column::Payload, Expr::value(""))
        .filter(mine());
    system.update_count(done).await.map_err(told)?;
    state.wake_worker();
    Ok(())
}

/// Does a [`SWEEP`] job.
pub async fn sweep(state: AppState, _: String) -> Result<(), String> {
    let before = state.clock.now() - REMEMBERED;
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
