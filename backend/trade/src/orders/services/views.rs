//! Conversion of rows into API types: services, media and uploads.

use super::catalogue;
use entities::order;
use entities::service;
use entities::service_media::MediaState;
use entities::{item_service, service_media as media};
use infra::media::UrlSigner;
use shared_types::{
    id::ItemId,
    media::MediaKind,
    money::Money,
    services::{
        lifecycle::{ServiceFacts, allowed_moves},
        *,
    },
};

pub(super) use crate::orders::viewer::Viewer;

/// The facts that decide which moves of a service are possible.
pub(super) fn facts(row: &item_service::Model, order: &order::Model) -> ServiceFacts {
    ServiceFacts {
        status: row.status,
        quoted: row.quoted,
        order: order.status,
    }
}

/// The API view of an ordered service.
pub(super) fn service(
    row: &item_service::Model,
    service: &ServiceLabel,
    order: &order::Model,
    viewer: Viewer,
) -> ItemService {
    let currency = row.currency;
    let visible = |minor: i64| (viewer.prices && minor > 0).then(|| Money::new(minor, currency));
    ItemService {
        id: row.id,
        item_id: row.item_id,
        service_id: row.service_id,
        code: service.code.clone(),
        names: service.names.clone(),
        icon: service.icon.clone(),
        media_kind: service.media_kind,
        status: row.status,
        qty: row.qty,
        free: row.free,
        unit_price: visible(row.unit_price_minor),
        paid: visible(row.paid_amount_minor),
        comment: row.comment.clone(),
        ordered_by: row.ordered_by,
        measured: row.measured.as_deref().copied(),
        moves: allowed_moves(facts(row, order), viewer.side),
        created_at: row.created_at,
        rendered_at: row.rendered_at,
        canceled_at: row.canceled_at,
    }
}

/// The API view of a photo or a video of the item `item_id`.
pub(super) fn media(row: &media::Model, item_id: ItemId, signer: &UrlSigner) -> ItemMedia {
    let kind = row.kind;
    ItemMedia {
        id: row.id,
        item_id,
        service_id: row.order_item_service_id,
        kind,
        photo: (kind == MediaKind::Photo || row.has_poster).then(|| signer.photo(&row.path)),
        video: (kind == MediaKind::Video).then(|| signer.address(&row.path, &row.file)),
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        hidden: row.hidden_from_client,
        via: row.uploaded_via,
        created_at: row.created_at,
    }
}

/// The view of a photo or a video for the upload link by which it was uploaded.
pub(super) fn public_media(row: &media::Model, signer: &UrlSigner) -> PublicMedia {
    let kind = row.kind;
    PublicMedia {
        id: row.id,
        kind,
        thumb: (kind == MediaKind::Photo || row.has_poster).then(|| signer.address(&row.path, "thumb.jpg")),
        bytes: row.bytes,
    }
}

/// The API view of an upload.
pub(super) fn upload(row: &media::Model) -> UploadState {
    let done = row.state == MediaState::Ready;
    UploadState {
        id: row.id,
        name: row.name.clone(),
        bytes: row.bytes,
        offset: row.received,
        done,
        chunk: i64::try_from(limits::CHUNK).unwrap_or(i64::MAX),
        expires_at: row.expires_at.filter(|_| !done),
    }
}

/// The data of the catalogue entry that an ordered service shows.
#[derive(Clone, Debug)]
pub struct ServiceLabel {
    pub code: String,
    pub names: LocalizedName,
    pub icon: String,
    pub media_kind: ServiceMedia,
}

impl From<service::Model> for ServiceLabel {
    fn from(row: service::Model) -> Self {
        Self {
            names: catalogue::localized_names(&row.name, &row.name_i18n),
            code: row.code,
            icon: row.icon,
            media_kind: row.media_kind,
        }
    }
}

impl From<Service> for ServiceLabel {
    fn from(service: Service) -> Self {
        Self {
            code: service.code,
            names: service.names,
            icon: service.icon,
            media_kind: service.media_kind,
        }
    }
}
