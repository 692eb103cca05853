//! Rows → what the API tells of services and their media.

use super::{
    catalogue,
    entity::{item_service, media, service},
};
use crate::{
    media::Signer,
    orders::{entity::order, views},
};
use shared_types::{
    id::{ItemId, ItemServiceId, MediaId, ServiceId},
    media::MediaKind,
    money::Money,
    orders::Side,
    services::{
        lifecycle::{ServiceFacts, possible},
        *,
    },
};

/// Who looks, and whether prices are shown.
pub(super) use crate::orders::views::Viewer;

/// The state of a name that the database's own check let in.
pub(super) fn status(name: &str) -> ServiceStatus {
    ServiceStatus::from_name(name).unwrap_or(ServiceStatus::Canceled)
}

/// The facts on which a service's moves depend.
pub(super) fn facts(row: &item_service::Model, order: &order::Model) -> ServiceFacts {
    ServiceFacts {
        status: status(&row.status),
        quoted: row.quoted,
        order: views::status(&order.status),
    }
}

/// A service on a line.
pub(super) fn service(
    row: &item_service::Model,
    what: &service::Model,
    order: &order::Model,
    viewer: Viewer,
) -> ItemService {
    let currency = views::currency(&row.currency);
    let shown = |minor: i64| Some(Money::new(minor, currency)).filter(|_| viewer.prices && minor > 0);
    ItemService {
        id: ItemServiceId(row.id),
        item_id: ItemId(row.item_id),
        service_id: ServiceId(row.service_id),
        code: what.code.clone(),
        names: catalogue::names(&what.name, &what.name_i18n),
        icon: what.icon.clone(),
        media_kind: catalogue::media_kind(&what.media_kind),
        status: status(&row.status),
        qty: row.qty,
        free: row.free,
        unit_price: shown(row.unit_price_minor),
        paid: shown(row.paid_amount_minor),
        comment: row.comment.clone(),
        ordered_by: if row.ordered_by == Side::Staff.as_str() {
            Side::Staff
        } else {
            Side::Client
        },
        measured: row.measured.as_deref().and_then(|text| serde_json::from_str(text).ok()),
        moves: possible(facts(row, order), viewer.side),
        created_at: row.created_at,
        rendered_at: row.rendered_at,
        canceled_at: row.canceled_at,
    }
}

/// What a file shows, by a name that the database's own check let in.
pub(super) fn kind(name: &str) -> MediaKind {
    MediaKind::from_name(name).unwrap_or(MediaKind::Photo)
}

/// A photo or a video; `item_id` is its line.
pub(super) fn media(row: &media::Model, item_id: i64, signer: &Signer) -> ItemMedia {
    let kind = kind(&row.kind);
    ItemMedia {
        id: MediaId(row.id),
        item_id: ItemId(item_id),
        service_id: row.order_item_service_id.map(ItemServiceId),
        kind,
        photo: (kind == MediaKind::Photo || row.has_poster).then(|| signer.photo(&row.path)),
        video: (kind == MediaKind::Video).then(|| signer.address(&row.path, &row.file)),
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        hidden: row.hidden_from_client,
        via: if row.uploaded_via == UploadedVia::Phone.as_str() {
            UploadedVia::Phone
        } else {
            UploadedVia::Desktop
        },
        created_at: row.created_at,
    }
}

/// The same for whoever holds the link it came by.
pub(super) fn public_media(row: &media::Model, signer: &Signer) -> PublicMedia {
    let kind = kind(&row.kind);
    PublicMedia {
        id: MediaId(row.id),
        kind,
        thumb: (kind == MediaKind::Photo || row.has_poster).then(|| signer.address(&row.path, "thumb.jpg")),
        bytes: row.bytes,
    }
}

/// An upload under way.
pub(super) fn upload(row: &media::Model) -> UploadState {
    let done = row.state == "ready";
    UploadState {
        id: MediaId(row.id),
        name: row.name.clone(),
        bytes: row.bytes,
        offset: row.received,
        done,
        chunk: i64::try_from(limits::CHUNK).unwrap_or(i64::MAX),
        expires_at: row.expires_at.filter(|_| !done),
    }
}
