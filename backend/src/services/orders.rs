//! Services of an order: shown, ordered, rendered, given up.

use super::{
    catalogue,
    entity::{item_service, media, service},
    pay,
    views::{self, Viewer},
};
use crate::{
    media::Signer,
    orders::{
        entity::{item, order},
        history::{self, Actor, Event},
        touch, views as order_views,
    },
    platform::{
        http::Failure,
        scope::{Bookkeeper, Rows},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, QueryOrder, Set, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    money::Currency,
    orders::{HistoryEvent, OrderStatus, Side},
    problem::{Problem, ProblemCode},
    services::{
        lifecycle::{may_order, paid_when},
        limits, *,
    },
};

/// A service on a line, what it is, and the order it stands in.
pub(crate) type Found = (item_service::Model, service::Model, order::Model);

/// A refusal in a sentence.
pub(super) fn conflict(detail: impl Into<String>) -> Failure {
    Problem::new(ProblemCode::Conflict).detail(detail).into()
}

/// Everything about the services of an order.
pub(super) async fn show(
    rows: &impl Rows,
    agent_id: i64,
    id: OrderId,
    viewer: Viewer,
    signer: &Signer,
) -> Result<OrderServices, Failure> {
    let order = rows
        .one(order::Entity::find_by_id(id.0))
        .await?
        .filter(|order| viewer.side == Side::Client || order.status != OrderStatus::Draft.as_str())
        .ok_or(ProblemCode::NotFound)?;
    let catalogue = catalogue::all(rows, agent_id).await?;
    let ordered = item_service::Entity::find()
        .filter(item_service::Column::OrderId.eq(id.0))
        .order_by_asc(item_service::Column::Id)
        .find_also_related(service::Entity);
    let ordered = rows.all_with(ordered).await?;
    let mut shown = media::Entity::find()
        .filter(media::Column::OrderId.eq(id.0))
        .filter(media::Column::State.eq("ready"))
        .order_by_asc(media::Column::Id);
    if viewer.side == Side::Client {
        shown = shown.filter(media::Column::HiddenFromClient.eq(false));
    }
    let line_of = |row: &media::Model| {
        row.order_item_id.or_else(|| {
            let service = row.order_item_service_id?;
            ordered
                .iter()
                .find(|(row, _)| row.id == service)
                .map(|(row, _)| row.item_id)
        })
    };
    let media = rows.all(shown).await?;
    Ok(OrderServices {
        offered: catalogue::offered(&catalogue, order_views::currency(&order.currency), viewer.prices),
        paid_when: paid_when(
            order_views::status(&order.status),
            order_views::facts(&order).order_type,
        ),
        media: media
            .iter()
            .filter_map(|row| Some(views::media(row, line_of(row)?, signer)))
            .collect(),
        services: ordered
            .iter()
            .filter_map(|(row, what)| Some(views::service(row, what.as_ref()?, &order, viewer)))
            .collect(),
    })
}

/// Who orders: the side and the person, and whether a balance that is not theirs may be charged.
pub(crate) struct Orderer<'a> {
    /// The side and the person.
    pub(crate) actor: &'a Actor,
    /// Whose services.
    pub(crate) agent_id: i64,
    /// Whether the client's balance may be charged.
    pub(crate) may_charge: bool,
}

/// Orders a service on a line at its price of now.
pub(crate) async fn add(
    tx: &impl Bookkeeper,
    who: Orderer<'_>,
    (order_id, item_id): (OrderId, ItemId),
    new: &NewItemService,
    now: DateTime<Utc>,
) -> Result<Found, Failure> {
    let side = who.actor.side;
    let mut errors = FieldErrors::default();
    let comment = errors.text("comment", new.comment.as_deref().unwrap_or_default(), limits::COMMENT);
    let qty = new.qty.unwrap_or(1);
    errors.range("qty", qty, 1, limits::QUANTITY);
    if side == Side::Client && new.free.is_some() {
        errors.add("free", Rule::NotYours);
    }
    errors.or(())?;
    let order = touch(tx, side, order_id.0, now).await?;
    let line = item::Entity::find_by_id(item_id.0).filter(item::Column::OrderId.eq(order_id.0));
    let line = tx.one(line).await?.ok_or(ProblemCode::NotFound)?;
    let facts = order_views::facts(&order);
    if !may_order(facts.status, order_views::item_status(&line.status)) {
        return Err(conflict("nothing can be done to these goods any more"));
    }
    let service = catalogue::one(tx, who.agent_id, new.service_id).await?;
    if !service.enabled {
        return Err(conflict("the agent does not offer this service"));
    }
    let currency = order_views::currency(&order.currency);
    let unit = catalogue::price_in(&service, currency).ok_or_else(|| {
        Problem::new(ProblemCode::NotPriced).detail(format!("the service has no price in {currency}"))
    })?;
    let is_free = unit.minor == 0 || new.free == Some(true);
    let total = unit
        .times(qty)
        .ok_or_else(|| FieldErrors::one("qty", Rule::OutOfRange(1, limits::QUANTITY)))?;
    let when = paid_when(facts.status, facts.order_type);
    if !is_free && when == PaidWhen::Never {
        return Err(conflict(
            "a service that costs something can be ordered once the agent expects the order",
        ));
    }
    let charged = !is_free && when == PaidWhen::AtOnce;
    if charged && !who.may_charge {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let row = item_service::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        item_id: Set(line.id),
        service_id: Set(service.id.0),
        status: Set(ServiceStatus::Ordered.as_str().to_owned()),
        qty: Set(i32::try_from(qty).unwrap_or(1)),
        free: Set(is_free),
        unit_price_minor: Set(unit.minor),
        currency: Set(currency.code().to_owned()),
        quoted: Set(false),
        paid_amount_minor: Set(if charged { total.minor } else { 0 }),
        entry_id: Set(None),
        comment: Set(comment),
        measured: Set(None),
        ordered_by: Set(side.as_str().to_owned()),
        rendered_at: Set(None),
        rendered_by: Set(None),
        canceled_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let mut row = tx.insert(row).await?;
    if charged {
        row = pay::at_once(tx, who.actor, &order, row, &service.names, total, new.pay_from, now).await?;
    }
    tell(
        tx,
        who.actor,
        &order,
        HistoryEvent::ServiceOrdered,
        &row,
        service.names.clone(),
        now,
    )
    .await?;
    let what = service::Model {
        id: service.id.0,
        agent_id: None,
        name: service.names.of("ru").to_owned(),
        name_i18n: serde_json::to_string(&service.names).map_err(Failure::internal)?,
        code: service.code,
        icon: service.icon,
        media_kind: service.media_kind.as_str().to_owned(),
        created_at: now,
        updated_at: now,
    };
    Ok((row, what, order))
}

/// Writes what happened to a service in the order's history.
pub(super) async fn tell(
    rows: &impl Rows,
    actor: &Actor,
    order: &order::Model,
    event: HistoryEvent,
    row: &item_service::Model,
    names: Names,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let event = Event::service(event, row.item_id, names, row.qty);
    Ok(history::write(rows, order, actor, event, now).await?)
}

/// The currency whose balance pays where the order's own has none.
pub(super) const fn fallback(currency: Currency) -> Currency {
    match currency {
        Currency::Rub | Currency::Cny => currency,
        _ => Currency::Rub,
    }
}
