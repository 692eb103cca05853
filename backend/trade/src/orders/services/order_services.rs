//! The services of an order: reading and ordering.

use super::{
    ServiceError, billing, catalogue,
    views::{self, ServiceLabel, Viewer},
};
use crate::orders::{
    history::{self, Actor, Event},
    quotes, record_activity, views as order_views,
};
use chrono::{DateTime, Utc};
use entities::service_media::MediaState;
use entities::{item_service, service, service_media as media};
use entities::{order, order_item as item};
use infra::media::UrlSigner;
use platform::error::OperationError;
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{AgentId, ItemId, OrderId},
    orders::{HistoryEvent, OrderStatus, Side},
    services::{
        lifecycle::{may_order, payment_timing},
        limits, *,
    },
};

/// An ordered service with the label of its catalogue entry, and its order.
#[derive(Clone, Debug)]
pub struct OrderedService {
    pub row: item_service::Model,
    pub service: ServiceLabel,
    pub order: order::Model,
}

/// Returns the services, photos and videos of an order. Staff don't see drafts; clients don't see hidden media.
pub(super) async fn get(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    id: OrderId,
    viewer: Viewer,
    signer: &UrlSigner,
) -> Result<OrderServices, ServiceError> {
    let order = rows
        .one(order::Entity::find_by_id(id))
        .await?
        .filter(|order| viewer.side == Side::Client || order.status != OrderStatus::Draft)
        .ok_or(OperationError::NotFound)?;
    let catalogue = catalogue::list(rows, agent_id).await?;
    let ordered = item_service::Entity::find()
        .filter(item_service::Column::OrderId.eq(id.0))
        .order_by_asc(item_service::Column::Id)
        .find_also_related(service::Entity);
    let ordered = rows.all_with(ordered).await?;
    let mut select = media::Entity::find()
        .filter(media::Column::OrderId.eq(id.0))
        .filter(media::Column::State.eq(MediaState::Ready))
        .order_by_asc(media::Column::Id);
    if viewer.side == Side::Client {
        select = select.filter(media::Column::HiddenFromClient.eq(false));
    }
    let item_id = |row: &media::Model| {
        row.order_item_id.or_else(|| {
            let service = row.order_item_service_id?;
            ordered
                .iter()
                .find(|(row, _)| row.id == service)
                .map(|(row, _)| row.item_id)
        })
    };
    let media = rows.all(select).await?;
    let paid_when = payment_timing(order.status, order_views::order_facts(&order).order_type);
    let quote = if viewer.prices && paid_when == PaymentTiming::AtOnce {
        quotes::current_quote(rows, &order).await?
    } else {
        None
    };
    Ok(OrderServices {
        offered: catalogue::offered_services(&catalogue, order.currency, viewer.prices),
        paid_when,
        rate: quote.map(|quote| quote.rate),
        media: media
            .iter()
            .filter_map(|row| Some(views::media(row, item_id(row)?, signer)))
            .collect(),
        services: ordered
            .into_iter()
            .filter_map(|(row, service)| Some(views::service(&row, &service?.into(), &order, viewer)))
            .collect(),
    })
}

/// The rights of the person who orders a service.
#[derive(Clone, Copy, Debug)]
pub struct RequesterRights {
    /// The agent whose services are offered.
    pub agent_id: AgentId,
    /// Whether the client's balance may be charged.
    pub may_charge: bool,
}

/// Orders a service on an item at its current price, and charges the client's balance if it is paid at once. Only the amount that was
/// shown is charged.
pub async fn add(
    tx: &impl LedgerAccess,
    actor: &Actor,
    rights: RequesterRights,
    (order_id, item_id): (OrderId, ItemId),
    new: &NewItemService,
    now: DateTime<Utc>,
) -> Result<OrderedService, ServiceError> {
    let side = actor.side;
    let mut errors = FieldErrors::default();
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), limits::COMMENT);
    let qty = new.qty.unwrap_or(1);
    errors.range("qty", qty, 1, limits::QUANTITY);
    if side == Side::Client && new.free.is_some() {
        errors.add("free", Rule::NotYours);
    }
    errors.into_result(())?;
    let order = record_activity(tx, side, order_id, now).await?;
    let item = item::Entity::find_by_id(item_id).filter(item::Column::OrderId.eq(order_id.0));
    let item = tx.one(item).await?.ok_or(OperationError::NotFound)?;
    let facts = order_views::order_facts(&order);
    if !may_order(facts.status, item.status) {
        return Err(ServiceError::Closed);
    }
    let service = catalogue::get(tx, rights.agent_id, new.service_id).await?;
    if !service.enabled {
        return Err(ServiceError::NotOffered);
    }
    let currency = order.currency;
    let unit_price = catalogue::price_in(&service, currency).ok_or(ServiceError::NotPriced)?;
    let is_free = unit_price.minor == 0 || new.free == Some(true);
    let total = unit_price
        .checked_mul(qty)
        .ok_or_else(|| FieldErrors::single("qty", Rule::OutOfRange(1, limits::QUANTITY)))?;
    let when = payment_timing(facts.status, facts.order_type);
    if !is_free && when == PaymentTiming::Never {
        return Err(ServiceError::NotPayable);
    }
    let is_charged = !is_free && when == PaymentTiming::AtOnce;
    if is_charged && !rights.may_charge {
        return Err(OperationError::PermissionDenied.into());
    }
    let row = item_service::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        item_id: Set(item.id),
        service_id: Set(service.id),
        status: Set(ServiceStatus::Ordered),
        qty: Set(i32::try_from(qty).unwrap_or(1)),
        free: Set(is_free),
        unit_price_minor: Set(unit_price.minor),
        currency: Set(currency),
        quoted: Set(false),
        paid_amount_minor: Set(if is_charged { total.minor } else { 0 }),
        entry_id: Set(None),
        comment: Set(comment),
        measured: Set(None),
        ordered_by: Set(side),
        rendered_at: Set(None),
        rendered_by: Set(None),
        canceled_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let mut row = tx.insert(row).await?;
    if is_charged {
        row = billing::charge(tx, actor, &order, row, &service.names, total, new, now).await?;
    }
    record_event(
        tx,
        actor,
        &order,
        HistoryEvent::ServiceOrdered,
        &row,
        service.names.clone(),
        now,
    )
    .await?;
    Ok(OrderedService {
        row,
        service: service.into(),
        order,
    })
}

/// Adds an event of a service to the order's history.
pub(super) async fn record_event(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: &order::Model,
    event: HistoryEvent,
    row: &item_service::Model,
    names: LocalizedName,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let event = Event::service(event, row.item_id, names, row.qty);
    Ok(history::write(rows, order, actor, event, now).await?)
}
