//! Links that hand an upload over to a phone: random, kept as a hash, bound to one service or line, dead after two hours,
//! after «finish», and once the service is done or given up.

use super::{
    entity::{item_service, link, service},
    uploads::{self, Target},
};
use crate::{
    orders::entity::item,
    platform::{
        http::{ClientAddress, Failure},
        rng,
        scope::{ClientScope, Rows},
        state::AppState,
        throttle::{self, Bucket},
    },
};
use axum::Extension;
use chrono::{DateTime, Duration, Utc};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::UploadLinkId,
    media::MediaKind,
    problem::ProblemCode,
    qr,
    services::{ServiceStatus, UploadLink, limits},
};

/// Length of a token: 256 bits in base64.
const TOKEN: usize = 43;

/// Makes a link.
pub(super) async fn make(
    rows: &impl Rows,
    public_url: &str,
    target: &Target,
    staff_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<UploadLink, Failure> {
    let token = rng::refresh_token();
    let expires_at = now + Duration::hours(limits::LINK_HOURS);
    let row = link::ActiveModel {
        id: NotSet,
        agent_id: Set(target.agent_id),
        client_id: Set(target.client_id),
        order_id: Set(target.order_id),
        token_hash: Set(uploads::hash(&token)),
        order_item_service_id: Set(target.service),
        order_item_id: Set(target.service.is_none().then_some(target.item_id)),
        kind: Set(target.kind.map(|kind| kind.as_str().to_owned())),
        created_by: Set(staff_id),
        expires_at: Set(expires_at),
        finished_at: Set(None),
        created_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let url = format!("{public_url}/su/{token}");
    let qr = qr::picture(&url).ok_or_else(|| Failure::internal("the link does not fit into a QR code"))?;
    Ok(UploadLink {
        id: UploadLinkId(row.id),
        qr,
        url,
        expires_at,
    })
}

/// Makes a link work no more.
pub(super) async fn close(rows: &impl Rows, id: i64, now: DateTime<Utc>) -> Result<(), Failure> {
    let update = link::Entity::update_many()
        .col_expr(link::Column::FinishedAt, Expr::value(now))
        .filter(link::Column::Id.eq(id))
        .filter(link::Column::FinishedAt.is_null());
    rows.update_count(update).await?;
    Ok(())
}

/// Whoever holds a live link: no more than one client's rows are reached through it, and of those only the link's.
pub(super) struct Holder {
    /// The client's rows.
    pub(super) scope: ClientScope,
    /// The link.
    pub(super) link: link::Model,
}

/// The holder of a token. Guesses lock their address out.
pub(super) async fn hold(
    state: &AppState,
    address: Option<Extension<ClientAddress>>,
    token: &str,
) -> Result<Holder, Failure> {
    let now = state.clock.now();
    let system = state.system();
    let found = if token.len() == TOKEN {
        let select = link::Entity::find().filter(link::Column::TokenHash.eq(uploads::hash(token)));
        system.one(select).await?
    } else {
        None
    };
    let Some(link) = found else {
        let address = address.map_or_else(|| "unknown".to_owned(), |Extension(address)| address.to_string());
        let buckets = [Bucket::address("upload-link", &address)];
        if let Some(seconds) = throttle::locked_for(&system, &buckets, now).await? {
            return Err(Failure::later(seconds));
        }
        throttle::failed(&system, &buckets, now).await?;
        return Err(ProblemCode::UploadLinkDead.into());
    };
    if link.finished_at.is_some() || link.expires_at <= now {
        return Err(ProblemCode::UploadLinkDead.into());
    }
    Ok(Holder {
        scope: system.enter_client(link.agent_id, link.client_id),
        link,
    })
}

/// What the link is for, as long as there is anything to upload.
pub(super) struct Purpose {
    /// Where files go.
    pub(super) target: Target,
    /// The service and what it is.
    pub(super) service: Option<(item_service::Model, Option<service::Model>)>,
}

impl Holder {
    /// What the link is for; a service that is done or given up takes no more files from outside.
    pub(super) async fn purpose(&self, rows: &impl Rows) -> Result<Purpose, Failure> {
        let link = &self.link;
        let Some(id) = link.order_item_service_id else {
            return Ok(Purpose {
                target: self.target(link.order_item_id.unwrap_or_default()),
                service: None,
            });
        };
        let select = item_service::Entity::find_by_id(id).find_also_related(service::Entity);
        let found = rows.all_with(select).await?.pop();
        let service = found
            .filter(|(row, _)| row.status == ServiceStatus::Ordered.as_str())
            .ok_or(ProblemCode::UploadLinkDead)?;
        Ok(Purpose {
            target: self.target(service.0.item_id),
            service: Some(service),
        })
    }

    fn target(&self, item_id: i64) -> Target {
        let link = &self.link;
        Target {
            agent_id: link.agent_id,
            client_id: link.client_id,
            order_id: link.order_id,
            item_id,
            service: link.order_item_service_id,
            kind: link.kind.as_deref().and_then(MediaKind::from_name),
        }
    }

    /// What the parcel holds.
    pub(super) async fn title(&self, item_id: i64) -> Result<String, DbErr> {
        let line = self.scope.one(item::Entity::find_by_id(item_id)).await?;
        Ok(line.map(|line| line.title).unwrap_or_default())
    }
}
