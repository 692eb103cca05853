//! Uploads into services and lines: begun within the limits, continued at the right place, finished into photos and videos.

use super::{
    entity::{item_service, link, media as row},
    orders::conflict,
};
use crate::{
    media::{self, Area, MediaError},
    orders::{
        entity::{item, order},
        views as order_views,
    },
    platform::{
        http::Failure,
        jobs,
        rng::digest,
        scope::{Rows, Tx, Wall},
        storage::Storage,
    },
};
use bytes::Bytes;
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::MediaId,
    media::{MediaKind, limits as media_limits},
    orders::OrderStatus,
    problem::{Problem, ProblemCode},
    services::{limits, *},
};

/// What is uploaded into: a service on a line, or the line itself.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) agent_id: i64,
    pub(super) client_id: i64,
    pub(super) order_id: i64,
    pub(super) item_id: i64,
    pub(super) service: Option<i64>,
    /// What is taken; anything when absent.
    pub(super) kind: Option<MediaKind>,
}

impl Target {
    /// Photos or videos of a service; a service that was given up takes none.
    pub(super) fn of_service(row: &item_service::Model, what: ServiceMedia) -> Result<Self, Failure> {
        if row.status == ServiceStatus::Canceled.as_str() {
            return Err(conflict("the service was given up"));
        }
        Ok(Self {
            agent_id: row.agent_id,
            client_id: row.client_id,
            order_id: row.order_id,
            item_id: row.item_id,
            service: Some(row.id),
            kind: what.kind(),
        })
    }

    /// Extra photos and videos of a line.
    pub(super) fn of_item(line: &item::Model) -> Self {
        Self {
            agent_id: line.agent_id,
            client_id: line.client_id,
            order_id: line.order_id,
            item_id: line.id,
            service: None,
            kind: None,
        }
    }

    fn files(&self) -> Condition {
        match self.service {
            Some(id) => row::Column::OrderItemServiceId.eq(id).into(),
            None => row::Column::OrderItemId.eq(self.item_id).into(),
        }
    }
}

/// What may be uploaded.
pub(super) fn limits_told() -> UploadLimits {
    let whole = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    UploadLimits {
        files: limits::FILES,
        total_bytes: limits::TOTAL_BYTES,
        photo_bytes: whole(media_limits::PHOTO_BYTES),
        video_bytes: whole(media_limits::VIDEO_BYTES),
        chunk: i64::try_from(limits::CHUNK).unwrap_or(i64::MAX),
    }
}

#[derive(Debug, FromQueryResult)]
struct Held {
    files: i64,
    bytes: Option<i64>,
}

/// Begins an upload; the order is locked, so that the limits hold whoever else begins one.
pub(super) async fn start(
    rows: &impl Rows,
    target: &Target,
    link: Option<&link::Model>,
    new: &NewUpload,
    now: DateTime<Utc>,
) -> Result<row::Model, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", &shown_name(&new.name), limits::FILE_NAME);
    let most = i64::try_from(new.kind.max_bytes()).unwrap_or(i64::MAX);
    if new.bytes < 1 {
        errors.add("bytes", Rule::OutOfRange(1, most));
    }
    if target.kind.is_some_and(|kind| kind != new.kind) {
        errors.add("kind", Rule::UnknownValue);
    }
    if let Some(sum) = &new.sha256
        && (sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        errors.add(
            "sha256",
            Rule::WrongType("64 hexadecimal digits are expected".to_owned()),
        );
    }
    errors.or(())?;
    if new.bytes > most {
        return Err(MediaError::Bytes(new.kind.max_bytes()).into());
    }
    let order = rows
        .one(order::Entity::find_by_id(target.order_id).lock_exclusive())
        .await?;
    let order = order.ok_or(ProblemCode::NotFound)?;
    if order_views::status(&order.status) == OrderStatus::Draft {
        return Err(ProblemCode::NotFound.into());
    }
    let held = row::Entity::find()
        .select_only()
        .column_as(row::Column::Id.count(), "files")
        .column_as(Expr::col(row::Column::Bytes).sum().cast_as("bigint"), "bytes")
        .filter(target.files());
    let held: Option<Held> = rows.one_as(held).await?;
    let (files, bytes) = held.map_or((0, 0), |held| (held.files, held.bytes.unwrap_or(0)));
    if files >= limits::FILES || bytes + new.bytes > limits::TOTAL_BYTES {
        let told = format!(
            "at most {} files of {} bytes in all; there are {files} of {bytes}",
            limits::FILES,
            limits::TOTAL_BYTES
        );
        return Err(Problem::new(ProblemCode::MediaLimit).detail(told).into());
    }
    let via = if link.is_some() {
        UploadedVia::Phone
    } else {
        UploadedVia::Desktop
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
        kind: Set(new.kind.as_str().to_owned()),
        state: Set("uploading".to_owned()),
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
        uploaded_via: Set(via.as_str().to_owned()),
        expires_at: Set(Some(now + Duration::hours(limits::UPLOAD_HOURS))),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok(rows.insert(new).await?)
}

/// A file's name as it may be shown: its last part, without signs that turn or hide what follows.
fn shown_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let decent = |sign: &char| {
        !sign.is_control()
            && !matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            && !matches!(sign, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
    };
    last.chars().filter(decent).take(limits::FILE_NAME).collect()
}

/// The photo, video or upload of an id; of this link alone where one is given.
pub(super) async fn find(
    rows: &impl Rows,
    id: MediaId,
    link: Option<&link::Model>,
) -> Result<(row::Model, Option<item_service::Model>), Failure> {
    let mut select = row::Entity::find_by_id(id.0).find_also_related(item_service::Entity);
    if let Some(link) = link {
        select = select.filter(row::Column::UploadTokenId.eq(link.id));
    }
    let found = rows.all_with(select).await?.pop();
    found.ok_or_else(|| ProblemCode::NotFound.into())
}

/// The line of a photo or video.
pub(super) fn line_of(row: &row::Model, service: Option<&item_service::Model>) -> i64 {
    row.order_item_id
        .or_else(|| service.map(|service| service.item_id))
        .unwrap_or_default()
}

/// Keeps the next bytes; says where the next ones begin. None says that these belong elsewhere.
pub(super) async fn chunk(
    rows: &impl Rows,
    storage: &Storage,
    held: &row::Model,
    offset: i64,
    bytes: Bytes,
    now: DateTime<Utc>,
) -> Result<Option<row::Model>, Failure> {
    let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    if held.state != "uploading" || offset != held.received || length == 0 {
        return Ok(None);
    }
    if offset + length > held.bytes {
        return Err(MediaError::Bytes(held.bytes.unsigned_abs()).into());
    }
    media::put_chunk(storage, &held.path, offset.unsigned_abs(), bytes).await?;
    let update = row::Entity::update_many()
        .col_expr(row::Column::Received, Expr::value(offset + length))
        .col_expr(
            row::Column::ExpiresAt,
            Expr::value(now + Duration::hours(limits::UPLOAD_HOURS)),
        )
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(held.id))
        .filter(row::Column::State.eq("uploading"))
        .filter(row::Column::Received.eq(offset));
    Ok(rows.update(update).await?.pop())
}

/// Says that what came is all of the file.
pub(super) async fn shorten(rows: &impl Rows, held: &row::Model) -> Result<row::Model, Failure> {
    let update = row::Entity::update_many()
        .col_expr(row::Column::Bytes, Expr::col(row::Column::Received))
        .filter(row::Column::Id.eq(held.id))
        .filter(row::Column::State.eq("uploading"));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// Hides a photo or a video from the client, or shows it.
pub(super) async fn hide(rows: &impl Rows, id: i64, hidden: bool, now: DateTime<Utc>) -> Result<row::Model, Failure> {
    let update = row::Entity::update_many()
        .col_expr(row::Column::HiddenFromClient, Expr::value(hidden))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq("ready"));
    rows.update(update)
        .await?
        .pop()
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// Removes a photo, a video or an upload; its files go after the transaction.
pub(super) async fn remove<W: Wall>(
    tx: &Tx<W>,
    id: MediaId,
    link: Option<&link::Model>,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let (held, _) = find(tx, id, link).await?;
    tx.delete_where(row::Entity::delete_many().filter(row::Column::Id.eq(held.id)))
        .await?;
    let path = if held.state == "ready" {
        held.path
    } else {
        format!("{}/{}", media::UPLOADS, held.path)
    };
    jobs::enqueue(tx, media::remove(&path, now), now).await?;
    Ok(())
}

/// The hash of a link's token.
pub(super) fn hash(token: &str) -> String {
    digest(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_lead_nowhere() {
        for (sent, shown) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\x\\фото 1.jpg", "фото 1.jpg"),
            ("evil\u{202e}gpj.exe", "evilgpj.exe"),
            ("a\0b.jpg", "ab.jpg"),
            ("\u{feff}a\u{2028}b.jpg", "ab.jpg"),
            ("照片.heic", "照片.heic"),
        ] {
            assert_eq!(shown_name(sent), shown);
        }
        assert_eq!(shown_name(&"x".repeat(500)).len(), limits::FILE_NAME);
    }
}
