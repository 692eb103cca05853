//! Uploads of photos and videos to services and items: limits, chunks, visibility, removal.

use crate::orders::services::ServiceError;
use books::billing;
use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use entities::service_media::MediaState;
use entities::{item_service, service_media as row, upload_link as link};
use entities::{order, order_item as item};
use infra::media::{self, Area, MediaError};
use platform::error::OperationError;
use platform::{
    jobs,
    rng::digest,
    scope::{RowPolicy, ScopedConnection, Tx},
    storage::Storage,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    billing::PlanLimit,
    fields::{FieldErrors, Format, Rule},
    id::{AgentId, ClientId, ItemId, ItemServiceId, MediaId, OrderId},
    media::{MediaKind, limits as media_limits},
    orders::OrderStatus,
    services::{limits, *},
};

/// The target of an upload: a service on an item, or the item itself.
#[derive(Clone, Debug)]
pub(super) struct UploadTarget {
    pub(super) agent_id: AgentId,
    pub(super) client_id: ClientId,
    pub(super) order_id: OrderId,
    pub(super) item_id: ItemId,
    pub(super) service: Option<ItemServiceId>,
    /// The kind of media that is accepted; any kind if absent.
    pub(super) kind: Option<MediaKind>,
}

impl UploadTarget {
    /// Photos or videos of a service. A canceled service accepts none.
    pub(super) fn of_service(row: &item_service::Model, media: ServiceMedia) -> Result<Self, ServiceError> {
        if row.status == ServiceStatus::Canceled {
            return Err(ServiceError::Canceled);
        }
        Ok(Self {
            agent_id: row.agent_id,
            client_id: row.client_id,
            order_id: row.order_id,
            item_id: row.item_id,
            service: Some(row.id),
            kind: media.kind(),
        })
    }

    /// Extra photos and videos of an item.
    pub(super) fn of_item(item: &item::Model) -> Self {
        Self {
            agent_id: item.agent_id,
            client_id: item.client_id,
            order_id: item.order_id,
            item_id: item.id,
            service: None,
            kind: None,
        }
    }

    /// The condition for files of this target.
    fn files(&self) -> Condition {
        match self.service {
            Some(id) => row::Column::OrderItemServiceId.eq(id).into(),
            None => row::Column::OrderItemId.eq(self.item_id).into(),
        }
    }
}

/// The limits of uploads for API responses.
pub(super) fn limits_view() -> UploadLimits {
    let to_i64 = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    UploadLimits {
        files: limits::FILES,
        total_bytes: limits::TOTAL_BYTES,
        photo_bytes: to_i64(media_limits::PHOTO_BYTES),
        video_bytes: to_i64(media_limits::VIDEO_BYTES),
        chunk: i64::try_from(limits::CHUNK).unwrap_or(i64::MAX),
    }
}

/// The files of a target so far, including unfinished uploads.
#[derive(Debug, FromQueryResult)]
struct Usage {
    files: i64,
    bytes: Option<i64>,
    /// The storage limit of the agent's plan.
    maximum: Option<i64>,
}

/// Starts an upload. Locks the order, so that uploads started at the same time can't exceed the limits together.
pub(super) async fn start(
    rows: &impl ScopedConnection,
    target: &UploadTarget,
    link: Option<&link::Model>,
    new: &NewUpload,
    now: DateTime<Utc>,
) -> Result<row::Model, ServiceError> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", &sanitize_file_name(&new.name), limits::FILE_NAME);
    let max_bytes = i64::try_from(new.kind.max_bytes()).unwrap_or(i64::MAX);
    if new.bytes < 1 {
        errors.add("bytes", Rule::OutOfRange(1, max_bytes));
    }
    if target.kind.is_some_and(|kind| kind != new.kind) {
        errors.add("kind", Rule::UnknownValue);
    }
    if let Some(sum) = &new.sha256
        && (sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        errors.add("sha256", Rule::InvalidFormat(Format::Sha256));
    }
    errors.into_result(())?;
    if new.bytes > max_bytes {
        return Err(MediaError::TooManyBytes(new.kind.max_bytes()).into());
    }
    let order = rows
        .one(order::Entity::find_by_id(target.order_id).lock_exclusive())
        .await?;
    let order = order.ok_or(OperationError::NotFound)?;
    if order.status == OrderStatus::Draft {
        return Err(OperationError::NotFound.into());
    }
    let usage = row::Entity::find()
        .select_only()
        .column_as(row::Column::Id.count(), "files")
        .column_as(Expr::col(row::Column::Bytes).sum().cast_as("bigint"), "bytes")
        .expr_as(billing::storage_limit(target.agent_id), "maximum")
        .filter(target.files());
    let usage: Option<Usage> = rows.one_as(usage).await?;
    let (files, bytes) = usage
        .as_ref()
        .map_or((0, 0), |usage| (usage.files, usage.bytes.unwrap_or(0)));
    if files >= limits::FILES || bytes + new.bytes > limits::TOTAL_BYTES {
        return Err(ServiceError::TooManyFiles { files, bytes });
    }
    let limit = (PlanLimit::Storage, usage.and_then(|usage| usage.maximum));
    let via = if link.is_some() {
        UploadOrigin::Phone
    } else {
        UploadOrigin::Desktop
    };
    let new = row::ActiveModel {
        id: NotSet,
        agent_id: Set(target.agent_id),
        client_id: Set(target.client_id),
        order_id: Set(target.order_id),
        order_item_service_id: Set(target.service),
        order_item_id: Set(target.service.is_none().then_some(target.item_id)),
        upload_token_id: Set(link.map(|link| link.id)),
        extra_photo: Set(target.service.is_none()),
        kind: Set(new.kind),
        state: Set(MediaState::Uploading),
        name: Set(name),
        path: Set(media::new_path(Area::Items, target.agent_id)),
        file: Set(String::new()),
        sha256: Set(new.sha256.clone()),
        bytes: Set(new.bytes),
        received: Set(0),
        width: Set(0),
        height: Set(0),
        has_poster: Set(false),
        hidden_from_client: Set(false),
        uploaded_via: Set(via),
        expires_at: Set(Some(now + Duration::hours(limits::UPLOAD_HOURS))),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(new).await?;
    billing::ensure_within(rows, target.agent_id, limit, now).await??;
    Ok(row)
}

/// Makes a file name safe to show: its last path component, without control, invisible and bidirectional characters.
fn sanitize_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_visible = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            && !matches!(c, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    last.chars().filter(is_visible).take(limits::FILE_NAME).collect()
}

/// Finds a photo, video or upload and its service. With a link, only its own uploads are found.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    id: MediaId,
    link: Option<&link::Model>,
) -> Result<(row::Model, Option<item_service::Model>), ServiceError> {
    let mut select = row::Entity::find_by_id(id).find_also_related(item_service::Entity);
    if let Some(link) = link {
        select = select.filter(row::Column::UploadTokenId.eq(link.id));
    }
    let found = rows.all_with(select).await?.pop();
    found.ok_or_else(|| OperationError::NotFound.into())
}

/// The item of a photo or video.
pub(super) fn item_id_of(row: &row::Model, service: Option<&item_service::Model>) -> Result<ItemId, ServiceError> {
    row.order_item_id
        .or_else(|| service.map(|service| service.item_id))
        .ok_or_else(|| OperationError::internal("a photo or video belongs to no item").into())
}

/// Stores the next chunk of an upload and returns the updated row. Returns `None` if `offset` is not the expected one.
pub(super) async fn append_chunk(
    rows: &impl ScopedConnection,
    storage: &Storage,
    upload: &row::Model,
    offset: i64,
    bytes: Bytes,
    now: DateTime<Utc>,
) -> Result<Option<row::Model>, ServiceError> {
    let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    if upload.state != MediaState::Uploading || offset != upload.received || length == 0 {
        return Ok(None);
    }
    if offset + length > upload.bytes {
        return Err(MediaError::TooManyBytes(upload.bytes.unsigned_abs()).into());
    }
    media::put_chunk(storage, &upload.path, offset.unsigned_abs(), bytes).await?;
    let update = row::Entity::update_many()
        .col_expr(row::Column::Received, Expr::value(offset + length))
        .col_expr(
            row::Column::ExpiresAt,
            Expr::value(now + Duration::hours(limits::UPLOAD_HOURS)),
        )
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(upload.id))
        .filter(row::Column::State.eq(MediaState::Uploading))
        .filter(row::Column::Received.eq(offset));
    Ok(rows.update(update).await?.pop())
}

/// Sets the size of the file to the number of bytes received.
pub(super) async fn set_size_to_received(
    rows: &impl ScopedConnection,
    upload: &row::Model,
) -> Result<row::Model, ServiceError> {
    let update = row::Entity::update_many()
        .col_expr(row::Column::Bytes, Expr::col(row::Column::Received))
        .filter(row::Column::Id.eq(upload.id))
        .filter(row::Column::State.eq(MediaState::Uploading));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Hides a photo or a video from the client, or shows it again.
pub(super) async fn set_hidden(
    rows: &impl ScopedConnection,
    id: MediaId,
    hidden: bool,
    now: DateTime<Utc>,
) -> Result<row::Model, ServiceError> {
    let update = row::Entity::update_many()
        .col_expr(row::Column::HiddenFromClient, Expr::value(hidden))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(MediaState::Ready));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Removes a photo, a video or an upload. Its files are removed by a job after the transaction commits.
pub(super) async fn remove<W: RowPolicy>(
    tx: &Tx<W>,
    id: MediaId,
    link: Option<&link::Model>,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let (media_row, _) = find(tx, id, link).await?;
    tx.delete_where(row::Entity::delete_many().filter(row::Column::Id.eq(media_row.id)))
        .await?;
    let path = if media_row.state == MediaState::Ready {
        media_row.path
    } else {
        format!("{}/{}", media::UPLOADS, media_row.path)
    };
    jobs::enqueue(tx, media::removal_job(&path, now), now).await?;
    Ok(())
}

/// The hash of a link's token.
pub(super) fn hash_token(token: &str) -> String {
    digest(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_sanitized() {
        for (sent, expected) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\x\\фото 1.jpg", "фото 1.jpg"),
            ("evil\u{202e}gpj.exe", "evilgpj.exe"),
            ("a\0b.jpg", "ab.jpg"),
            ("\u{feff}a\u{2028}b.jpg", "ab.jpg"),
            ("照片.heic", "照片.heic"),
        ] {
            assert_eq!(sanitize_file_name(sent), expected);
        }
        assert_eq!(sanitize_file_name(&"x".repeat(500)).len(), limits::FILE_NAME);
    }
}
