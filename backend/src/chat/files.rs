//! Files in chats. An uploaded file belongs to its sender until a message is sent with it; then everyone in the chat sees it.
//!
//! Pictures are re-encoded, as everywhere. Other files are stored unchanged and served only as downloads.

use super::{
    ChatError, inbox,
    reader::{self, Reader},
    translation,
};
use books::billing;
use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use entities::chat_file as file;
use infra::media::{self, Area, UrlSigner};
use platform::{
    error::OperationError,
    jobs::{Jobs, Outcome},
    scope::{RowPolicy, Scope, ScopedConnection, Tx},
    state::AppState,
    storage,
};
use sea_orm::{
    ActiveValue::NotSet, Condition, FromQueryResult, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    billing::PlanLimit,
    chat::*,
    fields::{FieldErrors, Rule},
    id::{ChatFileId, MessageId, OrderId},
};
use std::collections::BTreeSet;

/// The job that deletes files that were never sent.
const SWEEP: &str = "chat:sweep";
/// How long an unsent file is kept.
const UNSENT_HOURS: i64 = 24;
/// Most unsent files deleted by one run of the job.
const BATCH: u64 = 500;

pub(super) fn jobs(jobs: Jobs) -> Jobs {
    translation::jobs(jobs)
        .handle(inbox::WAKE, inbox::wake)
        .handle(SWEEP, |state, _| sweep(state))
        .calls(SWEEP, [storage::SYSTEM])
        .every(Duration::hours(6), SWEEP)
}

/// The API view of a file.
pub(super) fn file_view(row: &file::Model, signer: &UrlSigner) -> ChatFile {
    let picture = row.width.zip(row.height).map(|(width, height)| ChatPicture {
        width,
        height,
        addresses: signer.photo(&row.path),
    });
    ChatFile {
        id: row.id,
        name: row.name.clone(),
        bytes: row.bytes,
        address: match &picture {
            Some(picture) => picture.addresses.full.clone(),
            None => signer.download(&row.path, &row.name),
        },
        picture,
    }
}

/// A file name that is safe to display and to save under: no directories, control characters, quotes or bidi overrides.
fn safe_file_name(given: &str) -> String {
    let given = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_shown = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '"')
    };
    let chars: Vec<char> = given.trim().chars().filter(is_shown).collect();
    if chars.is_empty() {
        return "file".to_owned();
    }
    if chars.len() <= limits::FILE_NAME {
        return chars.into_iter().collect();
    }
    // Keep the extension: it shows the type of the file.
    let (start, end) = (limits::FILE_NAME - 21, chars.len() - 20);
    chars[..start].iter().chain(&['…']).chain(&chars[end..]).collect()
}

/// The unsent files of a person in an order's chat.
fn unsent_files(reader: Reader, order: OrderId) -> Condition {
    Condition::all()
        .add(file::Column::OrderId.eq(order))
        .add(file::Column::UserId.eq(reader.user_id))
        .add(file::Column::Side.eq(reader.side))
        .add(file::Column::MessageId.is_null())
}

async fn check_unsent_limit(rows: &impl ScopedConnection, reader: Reader, order: OrderId) -> Result<(), ChatError> {
    let waits = rows.counts::<file::Entity>(vec![unsent_files(reader, order)], limits::UNSENT_FILES.unsigned_abs());
    if waits.await?.first().is_some_and(|count| *count >= limits::UNSENT_FILES) {
        return Err(ChatError::TooManyFiles);
    }
    Ok(())
}

#[derive(FromQueryResult)]
struct Sent {
    bytes: i64,
}

/// Checks the size of all files of a person. Uploads at the same moment can pass together: at most the unsent files of their chats.
async fn check_person_storage(
    rows: &impl ScopedConnection,
    reader: Reader,
    added: usize,
    most: i64,
) -> Result<(), ChatError> {
    let sum = file::Entity::find()
        .select_only()
        .expr_as(Expr::cust("CAST(coalesce(sum(bytes), 0) AS bigint)"), "bytes")
        .filter(file::Column::UserId.eq(reader.user_id))
        .filter(file::Column::Side.eq(reader.side));
    let sent: Option<Sent> = rows.one_as(sum).await?;
    let added = i64::try_from(added).unwrap_or(i64::MAX);
    if sent.map_or(0, |sent| sent.bytes).saturating_add(added) > most {
        return Err(ChatError::PersonStorage(most));
    }
    Ok(())
}

/// Stores a file. It is unsent until a message is sent with it.
pub(super) async fn add<W: RowPolicy>(
    scope: &Scope<W>,
    state: &AppState,
    reader: Reader,
    order: OrderId,
    (name, bytes): (&str, Bytes),
    storage_limit: Option<i64>,
) -> Result<file::Model, ChatError> {
    let now = state.clock.now();
    // Checked before the work of decoding the picture.
    let order = reader::order(scope, reader.side, order).await?;
    reader::require_chat(&order)?;
    check_unsent_limit(scope, reader, order.id).await?;
    check_person_storage(scope, reader, bytes.len(), state.config.person_storage).await?;
    billing::check_storage(scope, order.agent_id, storage_limit, bytes.len(), now).await??;
    let path = media::new_path(Area::Chats, order.agent_id);
    let stored = media::store_file(state, path, bytes).await?;
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let row = file::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        message_id: Set(None),
        side: Set(reader.side),
        user_id: Set(Some(reader.user_id)),
        name: Set(safe_file_name(name)),
        path: Set(stored.path),
        width: Set(stored.picture.map(|(width, _)| side(width))),
        height: Set(stored.picture.map(|(_, height)| side(height))),
        bytes: Set(i64::try_from(stored.bytes).unwrap_or(i64::MAX)),
        created_at: Set(now),
    };
    let limit = (PlanLimit::Storage, storage_limit);
    let insert = async |tx: &Tx<W>| {
        let row = tx.insert(row).await?;
        billing::ensure_within(tx, row.agent_id, limit, now).await??;
        Ok(row)
    };
    scope.in_transaction(insert).await
}

/// Removes an unsent file.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    reader: Reader,
    order: OrderId,
    id: ChatFileId,
    now: DateTime<Utc>,
) -> Result<(), ChatError> {
    let select = file::Entity::find_by_id(id).filter(unsent_files(reader, order));
    let unsent = rows.one(select).await?.ok_or(OperationError::NotFound)?;
    Ok(delete_files(rows, &[unsent], now).await?)
}

/// Deletes the rows now and enqueues the deletion of the stored files.
async fn delete_files(rows: &impl ScopedConnection, files: &[file::Model], now: DateTime<Utc>) -> Result<(), DbErr> {
    let ids = files.iter().map(|file| file.id);
    rows.delete_where(file::Entity::delete_many().filter(file::Column::Id.is_in(ids)))
        .await?;
    for file in files {
        rows.enqueue(media::removal_job(&file.path, now), now).await?;
    }
    Ok(())
}

/// Checks the number of files of one message and removes duplicates.
pub(super) fn check_files(errors: &mut FieldErrors, files: &[ChatFileId]) -> BTreeSet<ChatFileId> {
    if files.len() > limits::FILES {
        let most = i64::try_from(limits::FILES).unwrap_or(i64::MAX);
        errors.add("files", Rule::OutOfRange(0, most));
    }
    files.iter().copied().collect()
}

/// Attaches unsent files to a message.
pub(super) async fn attach(
    rows: &impl ScopedConnection,
    reader: Reader,
    order: OrderId,
    files: &BTreeSet<ChatFileId>,
    message: MessageId,
) -> Result<Vec<file::Model>, ChatError> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let update = file::Entity::update_many()
        .col_expr(file::Column::MessageId, Expr::value(message))
        .filter(file::Column::Id.is_in(files.iter().copied()))
        .filter(unsent_files(reader, order));
    let mut attached = rows.update(update).await?;
    if attached.len() < files.len() {
        return Err(FieldErrors::single("files", Rule::UnknownValue).into());
    }
    attached.sort_unstable_by_key(|file| file.id);
    Ok(attached)
}

/// The files of the messages, in the order of upload.
pub(super) async fn of_messages(
    rows: &impl ScopedConnection,
    messages: Vec<MessageId>,
) -> Result<Vec<file::Model>, DbErr> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    let select = file::Entity::find()
        .filter(rows.id_in(file::Column::MessageId, messages))
        .order_by_asc(file::Column::Id);
    rows.all(select).await
}

/// Deletes files that were not sent in time, and stored files without a row.
async fn sweep(state: AppState) -> Outcome {
    let describe = |error: DbErr| error.to_string();
    let (system, now) = (state.system(), state.clock.now());
    let expired = file::Entity::find()
        .filter(file::Column::MessageId.is_null())
        .filter(file::Column::CreatedAt.lt(now - Duration::hours(UNSENT_HOURS)))
        .limit(BATCH);
    let expired = system.all(expired).await.map_err(describe)?;
    if !expired.is_empty() {
        system
            .in_transaction(async |tx| delete_files(tx, &expired, now).await)
            .await
            .map_err(describe)?;
    }
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let select = file::Entity::find().filter(file::Column::Path.is_in(folders));
            let used = system.all(select).await?;
            Ok(used.into_iter().map(|row| row.path).collect())
        }
    };
    media::remove_orphans(&state, Area::Chats.as_str(), in_use).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_keeps_its_extension_and_drops_unsafe_characters() {
        assert_eq!(safe_file_name("счёт № 5.pdf"), "счёт № 5.pdf");
        assert_eq!(safe_file_name(r"C:\тайна\..\отчёт.xlsx"), "отчёт.xlsx");
        assert_eq!(safe_file_name("фото\u{202e}gpj.exe\n"), "фотоgpj.exe");
        assert_eq!(safe_file_name(" \u{0} "), "file");
        let long = safe_file_name(&format!("{}.tar.gz", "д".repeat(500)));
        assert_eq!(long.chars().count(), limits::FILE_NAME);
        assert!(long.ends_with("д.tar.gz") && long.contains('…'), "{long}");
    }
}
