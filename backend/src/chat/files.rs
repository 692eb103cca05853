//! Files of the chat: their sender's while they wait, everybody's in the order once their message is there.
//!
//! Pictures are made anew, as everywhere. Anything else is kept as it came and only ever handed out to be saved.

use super::{
    entity::file,
    read::{self, Reader},
    routes::reader,
    write,
};
use crate::{
    media::{self, Area, Signer},
    platform::{
        auth::Caller,
        http::{Answer, Api, Failure, Input, Upload},
        jobs::{Jobs, Outcome},
        scope::{AgentScope, ClientScope, Rows, Scope, Wall},
        state::AppState,
    },
};
use axum::extract::State;
use chrono::{DateTime, Duration, Utc};
use sea_orm::{ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    chat::*,
    endpoint::{Endpoint, Nothing, RawFile},
    fields::{FieldErrors, Rule},
    id::{ChatFileId, OrderId},
    problem::{Problem, ProblemCode},
};
use std::{collections::BTreeSet, sync::Arc};

/// The job that removes files that nobody sent.
const SWEEP: &str = "chat:sweep";
/// Bytes of a file, as the body of a request.
const LIMIT: usize = 25 << 20;
const _: () = assert!(LIMIT as u64 == limits::FILE_BYTES, "the body's limit is the file's");
/// How long a file waits for its message.
const WAIT_HOURS: i64 = 24;
/// Files that are given up at once.
const BATCH: u64 = 500;

/// Their addresses.
pub(super) fn routes(api: Api) -> Api {
    api.serve::<AddClientChatFile, _>(add_client)
        .serve::<RemoveClientChatFile, _>(remove_client)
        .serve::<AddAgentChatFile, _>(add_agent)
        .serve::<RemoveAgentChatFile, _>(remove_agent)
}

/// Their jobs.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(SWEEP, |state, _| sweep(state))
        .every(Duration::hours(6), SWEEP)
}

/// A file as the API tells it.
pub(super) fn view(row: &file::Model, signer: &Signer) -> ChatFile {
    let picture = row.width.zip(row.height).map(|(width, height)| ChatPicture {
        width,
        height,
        addresses: signer.photo(&row.path),
    });
    ChatFile {
        id: ChatFileId(row.id),
        name: row.name.clone(),
        bytes: row.bytes,
        address: match &picture {
            Some(picture) => picture.addresses.full.clone(),
            None => signer.download(&row.path, &row.name),
        },
        picture,
    }
}

/// The name to show and to save by: without what a path or a terminal would read something else into.
fn name(given: &str) -> String {
    let given = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_shown = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '"')
    };
    let letters: Vec<char> = given.trim().chars().filter(is_shown).collect();
    if letters.is_empty() {
        return "file".to_owned();
    }
    if letters.len() <= limits::FILE_NAME {
        return letters.into_iter().collect();
    }
    // The ending tells what it is.
    let (start, end) = (limits::FILE_NAME - 21, letters.len() - 20);
    letters[..start].iter().chain(&['…']).chain(&letters[end..]).collect()
}

/// Those of a person that wait in an order.
fn waiting(reader: Reader, order: i64) -> Condition {
    Condition::all()
        .add(file::Column::OrderId.eq(order))
        .add(file::Column::UserId.eq(reader.user_id))
        .add(file::Column::Side.eq(reader.side.as_str()))
        .add(file::Column::MessageId.is_null())
}

async fn room(rows: &impl Rows, reader: Reader, order: i64) -> Result<(), Failure> {
    let waits = rows.counts::<file::Entity>(vec![waiting(reader, order)], limits::WAITING.unsigned_abs());
    if waits.await?.first().is_some_and(|count| *count >= limits::WAITING) {
        let told = format!("at most {} files wait for their message", limits::WAITING);
        return Err(Problem::new(ProblemCode::MediaLimit).detail(told).into());
    }
    Ok(())
}

async fn add<E, W: Wall>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    input: Upload<E, LIMIT>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId,), Query = ChatFileName, Request = RawFile, Response = ChatFile>,
{
    let reader = reader(caller);
    // Asked before the work of reading the picture.
    let order = read::order(scope, reader.side, input.path.0).await?;
    write::has_chat(&order)?;
    room(scope, reader, order.id).await?;
    let path = media::new_path(Area::Chats, order.agent_id);
    let kept = media::keep_any(&state.storage, path, input.bytes).await?;
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let row = file::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        message_id: Set(None),
        side: Set(reader.side.as_str().to_owned()),
        user_id: Set(Some(reader.user_id)),
        name: Set(name(&input.query.name)),
        path: Set(kept.path),
        width: Set(kept.picture.map(|(width, _)| side(width))),
        height: Set(kept.picture.map(|(_, height)| side(height))),
        bytes: Set(i64::try_from(kept.bytes).unwrap_or(i64::MAX)),
        created_at: Set(state.clock.now()),
    };
    let tx = scope.begin().await?;
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(Answer(view(&row, &Signer::new(state))))
}

async fn add_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Upload<AddClientChatFile, LIMIT>,
) -> Result<Answer<AddClientChatFile>, Failure> {
    add(&state, &scope, &caller, input).await
}

async fn add_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<AddAgentChatFile, LIMIT>,
) -> Result<Answer<AddAgentChatFile>, Failure> {
    add(&state, &scope, &caller, input).await
}

async fn remove<E, W: Wall>(
    state: &AppState,
    scope: &Scope<W>,
    caller: &Caller,
    input: Input<E>,
) -> Result<Answer<E>, Failure>
where
    E: Endpoint<Path = (OrderId, ChatFileId), Response = Nothing>,
{
    let (order, id) = input.path;
    let now = state.clock.now();
    let tx = scope.begin().await?;
    let held = file::Entity::find_by_id(id.0).filter(waiting(reader(caller), order.0));
    let held = tx.one(held).await?.ok_or(ProblemCode::NotFound)?;
    give_up(&tx, &[held], now).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

async fn remove_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<RemoveClientChatFile>,
) -> Result<Answer<RemoveClientChatFile>, Failure> {
    remove(&state, &scope, &caller, input).await
}

async fn remove_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveAgentChatFile>,
) -> Result<Answer<RemoveAgentChatFile>, Failure> {
    remove(&state, &scope, &caller, input).await
}

/// The rows go now, what is stored right after.
async fn give_up(rows: &impl Rows, files: &[file::Model], now: DateTime<Utc>) -> Result<(), DbErr> {
    let ids = files.iter().map(|file| file.id);
    rows.delete_where(file::Entity::delete_many().filter(file::Column::Id.is_in(ids)))
        .await?;
    for file in files {
        rows.later(media::remove(&file.path, now), now).await?;
    }
    Ok(())
}

/// Refuses what can't be the files of one message.
pub(super) fn checked(errors: &mut FieldErrors, files: &[ChatFileId]) -> BTreeSet<i64> {
    if files.len() > limits::FILES {
        let most = i64::try_from(limits::FILES).unwrap_or(i64::MAX);
        errors.add("files", Rule::OutOfRange(0, most));
    }
    files.iter().map(|file| file.0).collect()
}

/// Hands files that wait over to their message.
pub(super) async fn attach(
    rows: &impl Rows,
    reader: Reader,
    order: i64,
    files: &BTreeSet<i64>,
    message: i64,
) -> Result<Vec<file::Model>, Failure> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let update = file::Entity::update_many()
        .col_expr(file::Column::MessageId, Expr::value(message))
        .filter(file::Column::Id.is_in(files.iter().copied()))
        .filter(waiting(reader, order));
    let mut attached = rows.update(update).await?;
    if attached.len() < files.len() {
        return Err(FieldErrors::one("files", Rule::UnknownValue).into());
    }
    attached.sort_unstable_by_key(|file| file.id);
    Ok(attached)
}

/// The files of some messages, in the order they were sent in.
pub(super) async fn of(rows: &impl Rows, messages: Vec<i64>) -> Result<Vec<file::Model>, DbErr> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let select = file::Entity::find()
        .filter(file::Column::MessageId.is_in(messages))
        .order_by_asc(file::Column::Id);
    rows.all(select).await
}

/// Gives up what waited too long, and what lies in the storage without a row.
async fn sweep(state: AppState) -> Outcome {
    let told = |error: DbErr| error.to_string();
    let (system, now) = (state.system(), state.clock.now());
    let late = file::Entity::find()
        .filter(file::Column::MessageId.is_null())
        .filter(file::Column::CreatedAt.lt(now - Duration::hours(WAIT_HOURS)))
        .limit(BATCH);
    let late = system.all(late).await.map_err(told)?;
    if !late.is_empty() {
        let tx = system.begin().await.map_err(told)?;
        give_up(&tx, &late, now).await.map_err(told)?;
        tx.commit().await.map_err(told)?;
    }
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let kept = file::Entity::find().filter(file::Column::Path.is_in(folders));
            let kept = system.all(kept).await?;
            Ok(kept.into_iter().map(|row| row.path).collect())
        }
    };
    media::sweep(&state, Area::Chats.as_str(), in_use).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_ending_and_loses_what_misleads() {
        assert_eq!(name("счёт № 5.pdf"), "счёт № 5.pdf");
        assert_eq!(name(r"C:\тайна\..\отчёт.xlsx"), "отчёт.xlsx");
        assert_eq!(name("фото\u{202e}gpj.exe\n"), "фотоgpj.exe");
        assert_eq!(name(" \u{0} "), "file");
        let long = name(&format!("{}.tar.gz", "д".repeat(500)));
        assert_eq!(long.chars().count(), limits::FILE_NAME);
        assert!(long.ends_with("д.tar.gz") && long.contains('…'), "{long}");
    }
}
