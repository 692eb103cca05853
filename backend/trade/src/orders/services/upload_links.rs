//! Upload links: a phone uploads photos and videos by a link, without a login.
//!
//! A link contains a random token, which is stored as a hash, and belongs to one service or item. It expires after
//! [`limits::LINK_HOURS`], and stops working when it is closed or when its service is rendered or canceled.

use super::uploads::{self, UploadTarget};
use crate::orders::services::ServiceError;
use chrono::{DateTime, Duration, Utc};
use entities::order_item as item;
use entities::{item_service, service, upload_link as link};
use platform::error::OperationError;
use platform::{
    rng,
    scope::{ClientScope, ScopedConnection},
    state::AppState,
    throttle::{self, Bucket},
};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ItemId, StaffId, UploadLinkId},
    qr,
    services::{ServiceStatus, UploadLink, limits},
};

/// Length of a token in characters: 256 bits in base64.
const TOKEN_LENGTH: usize = 43;

/// Creates a link. The token is only in the returned URL.
pub(super) async fn create(
    rows: &impl ScopedConnection,
    public_url: &str,
    target: &UploadTarget,
    staff_id: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<UploadLink, ServiceError> {
    let token = rng::refresh_token();
    let expires_at = now + Duration::hours(limits::LINK_HOURS);
    let row = link::ActiveModel {
        id: NotSet,
        agent_id: Set(target.agent_id),
        client_id: Set(target.client_id),
        order_id: Set(target.order_id),
        token_hash: Set(uploads::hash_token(&token)),
        order_item_service_id: Set(target.service),
        order_item_id: Set(target.service.is_none().then_some(target.item_id)),
        kind: Set(target.kind),
        created_by: Set(staff_id),
        expires_at: Set(expires_at),
        finished_at: Set(None),
        created_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let url = format!("{public_url}/su/{token}");
    let qr = qr::encode(&url).ok_or_else(|| OperationError::internal("the link does not fit into a QR code"))?;
    Ok(UploadLink {
        id: row.id,
        qr,
        url,
        expires_at,
    })
}

/// Closes a link; a closed link stays closed.
pub(super) async fn close(
    rows: &impl ScopedConnection,
    id: UploadLinkId,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let update = link::Entity::update_many()
        .col_expr(link::Column::FinishedAt, Expr::value(now))
        .filter(link::Column::Id.eq(id))
        .filter(link::Column::FinishedAt.is_null());
    rows.update_count(update).await?;
    Ok(())
}

/// The access that a valid link gives: one client's rows, limited to the rows of the link.
pub(super) struct LinkAccess {
    /// The scope of the link's client.
    pub(super) scope: ClientScope,
    pub(super) link: link::Model,
}

/// Authenticates a token. Unknown tokens count as failed attempts and lock out the address they come from.
pub(super) async fn authenticate(
    state: &AppState,
    address: Option<String>,
    token: &str,
) -> Result<LinkAccess, ServiceError> {
    let now = state.clock.now();
    let system = state.system();
    let found = if token.len() == TOKEN_LENGTH {
        let select = link::Entity::find().filter(link::Column::TokenHash.eq(uploads::hash_token(token)));
        system.one(select).await?
    } else {
        None
    };
    let Some(link) = found else {
        let address = address.unwrap_or_else(|| "unknown".to_owned());
        let buckets = [Bucket::address("upload-link", &address)];
        if let Some(seconds) = throttle::locked_for(&system, &buckets, now).await? {
            return Err(OperationError::TooManyAttempts(seconds).into());
        }
        throttle::record_failure(&system, &buckets, now).await?;
        return Err(ServiceError::LinkDead);
    };
    if link.finished_at.is_some() || link.expires_at <= now {
        return Err(ServiceError::LinkDead);
    }
    Ok(LinkAccess {
        scope: system.enter_client(link.agent_id, link.client_id),
        link,
    })
}

/// The purpose that a link accepts files for.
pub(super) struct LinkPurpose {
    /// The service or item that files are added to.
    pub(super) target: UploadTarget,
    /// The ordered service with its catalogue entry; none for extra photos of an item.
    pub(super) service: Option<(item_service::Model, Option<service::Model>)>,
}

impl LinkAccess {
    /// Loads the purpose that the link accepts files for. A service that is rendered or canceled accepts no more files by link.
    pub(super) async fn purpose(&self, rows: &impl ScopedConnection) -> Result<LinkPurpose, ServiceError> {
        let link = &self.link;
        let Some(id) = link.order_item_service_id else {
            return Ok(LinkPurpose {
                target: self.target(link.order_item_id.ok_or(ServiceError::LinkDead)?),
                service: None,
            });
        };
        let select = item_service::Entity::find_by_id(id).find_also_related(service::Entity);
        let found = rows.all_with(select).await?.pop();
        let service = found
            .filter(|(row, _)| row.status == ServiceStatus::Ordered)
            .ok_or(ServiceError::LinkDead)?;
        Ok(LinkPurpose {
            target: self.target(service.0.item_id),
            service: Some(service),
        })
    }

    fn target(&self, item_id: ItemId) -> UploadTarget {
        let link = &self.link;
        UploadTarget {
            agent_id: link.agent_id,
            client_id: link.client_id,
            order_id: link.order_id,
            item_id,
            service: link.order_item_service_id,
            kind: link.kind,
        }
    }

    /// The title of the item, so that the right item is photographed.
    pub(super) async fn title(&self, item_id: ItemId) -> Result<String, DbErr> {
        let item = self.scope.one(item::Entity::find_by_id(item_id)).await?;
        Ok(item.map(|item| item.title).unwrap_or_default())
    }
}
