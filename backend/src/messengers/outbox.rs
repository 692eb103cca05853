//! Messages on their way out: written in the transaction of their cause, sent in order, given up in the end.
//!
//! Only the head of a chat's line can be claimed, and a claimed head by nobody else: that keeps the order with any number of
//! workers. Whoever sent the head goes on with the next.

use super::{
    Messenger, api,
    api::SendError,
    contacts,
    entity::{contact, message},
};
use crate::platform::{
    jobs::{NewJob, enqueue},
    scope::{Rows, SystemWall, Tx, Wall},
    state::AppState,
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use serde::{Deserialize, Serialize};
use std::future::Future;

/// The job that works a chat's line off.
pub const DELIVER: &str = "messengers:deliver";
/// The job that finds the chat of a person.
pub const NOTIFY: &str = "messengers:notify";

/// How long a head is its worker's: longer than a call may take.
const CLAIM: Duration = Duration::seconds(60);
/// Waits between tries, in seconds; after the last the message is given up.
const WAITS: [i64; 8] = [1, 5, 15, 60, 300, 1800, 7200, 21_600];

/// What stands below a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Buttons {
    /// Whatever stands there already.
    #[default]
    Keep,
    /// Nothing.
    None,
    /// A button that shares the person's number.
    ShareContact {
        /// What it says.
        label: String,
    },
    /// A button that opens a page.
    Link {
        /// What it says.
        label: String,
        /// Which page.
        url: String,
    },
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outgoing {
    /// Plain text.
    pub text: String,
    /// What stands below it.
    #[serde(default)]
    pub buttons: Buttons,
}

/// A message to a chat, to be posted in a transaction.
#[derive(Clone, Debug)]
pub struct Posted<'a> {
    /// Which messenger.
    pub messenger: Messenger,
    /// Which chat.
    pub chat_id: &'a str,
    /// What.
    pub message: &'a Outgoing,
    /// The text has a place for a one-time code, which is made when it is sent.
    pub login_code_id: Option<i64>,
    /// Of messages with the same key only the first is sent, for ever.
    pub dedupe_key: Option<String>,
    /// Later it is of no use.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Puts a message at the end of its chat's line.
pub async fn post(tx: &Tx<SystemWall>, new: Posted<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = message::ActiveModel {
        id: NotSet,
        messenger: Set(new.messenger.as_str().to_owned()),
        chat_id: Set(new.chat_id.to_owned()),
        body: Set(serde_json::to_string(new.message).map_err(|error| DbErr::Custom(error.to_string()))?),
        login_code_id: Set(new.login_code_id),
        dedupe_key: Set(new.dedupe_key),
        attempts: Set(0),
        next_try_at: Set(now),
        claimed_until: Set(None),
        expires_at: Set(new.expires_at),
        sent_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        created_at: Set(now),
    };
    let unique = OnConflict::column(message::Column::DedupeKey);
    if tx.insert_unless_there(row, unique).await? {
        wake_line(tx, new.messenger, new.chat_id, now, now).await?;
    }
    Ok(())
}

async fn wake_line(
    tx: &Tx<SystemWall>,
    messenger: Messenger,
    chat_id: &str,
    run_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let job = NewJob {
        kind: DELIVER,
        payload: &format!("{}:{chat_id}", messenger.as_str()),
        run_at,
        dedupe_key: None,
    };
    enqueue(tx, job, now).await.map(drop)
}

/// A message to a person, wherever the person has a chat.
#[derive(Clone, Debug)]
pub struct Note<'a> {
    /// Whom to.
    pub user_id: i64,
    /// What.
    pub message: &'a Outgoing,
    /// Only there; otherwise in the chat that was last used.
    pub only: Option<Messenger>,
    /// Of notes with the same key only the first is sent, for ever.
    pub dedupe_key: String,
}

#[derive(Serialize, Deserialize)]
struct Told {
    user_id: i64,
    message: Outgoing,
    only: Option<String>,
    key: String,
}

/// Sends a message to a person by the transaction of what caused it, in one statement. A person without a chat gets none.
pub async fn send_to_user<W: Wall>(tx: &Tx<W>, note: Note<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let told = Told {
        user_id: note.user_id,
        message: note.message.clone(),
        only: note.only.map(|only| only.as_str().to_owned()),
        key: note.dedupe_key.clone(),
    };
    let payload = serde_json::to_string(&told).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob::at_once(NOTIFY, &payload, now).once(format!("{NOTIFY}:{}", note.dedupe_key));
    enqueue(tx, job, now).await.map(drop)
}

/// Does a [`NOTIFY`] job: finds the person's chat and puts the message into its line.
pub async fn notify(state: AppState, payload: String) -> Result<(), String> {
    let told: Told = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    find_and_post(&state, told).await.map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn find_and_post(state: &AppState, told: Told) -> Result<(), DbErr> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    // A chat is a phone's; the person is who has the phone now.
    let phone = Query::select()
        .column("phone")
        .from("users")
        .and_where(Expr::col("id").eq(told.user_id))
        .and_where(Expr::col("disabled_at").is_null())
        .to_owned();
    let mut chats = contact::Entity::find()
        .filter(contact::Column::Phone.in_subquery(phone))
        .filter(contact::Column::BlockedAt.is_null())
        .order_by_desc(contact::Column::UpdatedAt);
    if let Some(only) = told.only {
        chats = chats.filter(contact::Column::Messenger.eq(only));
    }
    if let Some(chat) = tx.one(chats).await?
        && let Some(messenger) = Messenger::from_name(&chat.messenger)
        && messenger.is_on(&state.config)
    {
        let new = Posted {
            messenger,
            chat_id: &chat.chat_id,
            message: &told.message,
            login_code_id: None,
            dedupe_key: Some(told.key),
            expires_at: None,
        };
        post(&tx, new, now).await?;
    }
    tx.commit().await
}

/// Does a [`DELIVER`] job. `fill` makes the one-time code of a message that waits for one: it exists in no row.
pub async fn deliver<F, C>(state: AppState, payload: String, fill: F) -> Result<(), String>
where
    F: Fn(AppState, i64) -> C + Send,
    C: Future<Output = Result<Option<String>, String>> + Send,
{
    let (messenger, chat_id) = payload.split_once(':').ok_or("no chat is named")?;
    let messenger = Messenger::from_name(messenger).ok_or("no messenger is named")?;
    let told = |error: DbErr| error.to_string();
    loop {
        let now = state.clock.now();
        // A messenger that is down takes no tries of its messages.
        if let Some(until) = state.breaker.closed_until(messenger.as_str(), now) {
            return come_again(&state, messenger, chat_id, until).await.map_err(told);
        }
        let Some(head) = claim(&state, messenger, chat_id).await.map_err(told)? else {
            break;
        };
        if head.expires_at.is_some_and(|at| at <= now) {
            end(&state, &head, Some("it came too late to be of use"))
                .await
                .map_err(told)?;
            continue;
        }
        let mut message: Outgoing = serde_json::from_str(&head.body).map_err(|error| error.to_string())?;
        if let Some(code) = head.login_code_id {
            let made = match fill(state.clone(), code).await {
                Ok(made) => made,
                Err(reason) if put_off(&state, &head, &reason, None).await.map_err(told)? => return Ok(()),
                Err(_) => continue,
            };
            let Some(code) = made else {
                end(&state, &head, Some("its code was not wanted any more"))
                    .await
                    .map_err(told)?;
                continue;
            };
            message.text = message.text.replace("{code}", &code);
        }
        let sent = api::send(&state, messenger, chat_id, &message).await;
        metrics::counter!("karavan_messages_total", "messenger" => messenger.as_str(), "sent" => sent.is_ok().to_string())
            .increment(1);
        match sent {
            Ok(_) => end(&state, &head, None).await.map_err(told)?,
            Err(SendError::Later { reason, seconds }) => {
                if put_off(&state, &head, &reason, seconds).await.map_err(told)? {
                    return Ok(());
                }
            }
            Err(SendError::Blocked(reason)) => {
                let system = state.system();
                contacts::set_blocked(&system, messenger, chat_id, Some(now))
                    .await
                    .map_err(told)?;
                end(&state, &head, Some(&reason)).await.map_err(told)?;
            }
            Err(SendError::Refused(reason)) => {
                tracing::error!(
                    messenger = messenger.as_str(),
                    message = head.id,
                    reason,
                    "a message was given up"
                );
                end(&state, &head, Some(&reason)).await.map_err(told)?;
            }
        }
    }
    look_again(&state, messenger, chat_id).await.map_err(told)
}

/// Another worker has the head: should it die, somebody must come when its claim has run out.
async fn look_again(state: &AppState, messenger: Messenger, chat_id: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let claimed = message::Entity::find()
        .filter(waiting(messenger, chat_id))
        .filter(message::Column::ClaimedUntil.gt(now))
        .order_by_asc(message::Column::Id);
    let Some(until) = state.system().one(claimed).await?.and_then(|head| head.claimed_until) else {
        return Ok(());
    };
    come_again(state, messenger, chat_id, until).await
}

/// Has somebody come to a chat's line at a moment; one is enough.
async fn come_again(state: &AppState, messenger: Messenger, chat_id: &str, until: DateTime<Utc>) -> Result<(), DbErr> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let payload = format!("{}:{chat_id}", messenger.as_str());
    let job = NewJob {
        kind: DELIVER,
        payload: &payload,
        run_at: until,
        dedupe_key: Some(format!("{DELIVER}:{payload}:{}", until.timestamp())),
    };
    enqueue(&tx, job, now).await?;
    tx.commit().await
}

/// Messages of a chat that are neither sent nor given up.
fn waiting(messenger: Messenger, chat_id: &str) -> Condition {
    Condition::all()
        .add(message::Column::Messenger.eq(messenger.as_str()))
        .add(message::Column::ChatId.eq(chat_id))
        .add(message::Column::SentAt.is_null())
        .add(message::Column::FailedAt.is_null())
}

async fn claim(state: &AppState, messenger: Messenger, chat_id: &str) -> Result<Option<message::Model>, DbErr> {
    let now = state.clock.now();
    let head = message::Entity::find()
        .select_only()
        .column_as(message::Column::Id.min(), "head")
        .filter(waiting(messenger, chat_id))
        .into_query();
    let free = Condition::any()
        .add(message::Column::ClaimedUntil.is_null())
        .add(message::Column::ClaimedUntil.lte(now));
    let update = message::Entity::update_many()
        .col_expr(message::Column::ClaimedUntil, Expr::value(now + CLAIM))
        .col_expr(message::Column::Attempts, Expr::col(message::Column::Attempts).add(1))
        .filter(Expr::col(message::Column::Id).eq(Expr::from(head)))
        .filter(message::Column::NextTryAt.lte(now))
        // Said again for PostgreSQL, which looks at the row once more after it has waited for it.
        .filter(waiting(messenger, chat_id))
        .filter(free);
    Ok(state.system().update(update).await?.pop())
}

/// Marks a message as sent, or as given up with a reason; its text is not kept.
async fn end(state: &AppState, message: &message::Model, given_up: Option<&str>) -> Result<(), DbErr> {
    let now = state.clock.now();
    let mut update = message::Entity::update_many()
        .col_expr(message::Column::Body, Expr::value(""))
        .col_expr(message::Column::LastError, Expr::value(given_up))
        .filter(message::Column::Id.eq(message.id));
    update = match given_up {
        Some(_) => update.col_expr(message::Column::FailedAt, Expr::value(now)),
        None => update.col_expr(message::Column::SentAt, Expr::value(now)),
    };
    state.system().update_count(update).await.map(drop)
}

/// Lets a message wait for its next try and says so; after the last try it is given up, and the line goes on.
async fn put_off(state: &AppState, head: &message::Model, reason: &str, asked: Option<i64>) -> Result<bool, DbErr> {
    let tries = usize::try_from(head.attempts).unwrap_or(1);
    let Some(wait) = WAITS.get(tries.saturating_sub(1)) else {
        tracing::error!(
            messenger = head.messenger,
            message = head.id,
            reason,
            "a message was given up"
        );
        end(state, head, Some(reason)).await?;
        return Ok(false);
    };
    tracing::warn!(
        messenger = head.messenger,
        message = head.id,
        reason,
        "a message waits for its next try"
    );
    let now = state.clock.now();
    let next = now + Duration::seconds(Ord::max(*wait, asked.unwrap_or_default()));
    let tx = state.system().begin().await?;
    let update = message::Entity::update_many()
        .col_expr(message::Column::NextTryAt, Expr::value(next))
        .col_expr(message::Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(message::Column::LastError, Expr::value(reason))
        .filter(message::Column::Id.eq(head.id));
    tx.update_count(update).await?;
    if let Some(messenger) = Messenger::from_name(&head.messenger) {
        wake_line(&tx, messenger, &head.chat_id, next, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}
