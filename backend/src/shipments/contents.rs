//! A shipment's rows, and what is put in and taken out.

use super::{
    ShipmentError, delivery,
    entity::{shipment, shipment_history, shipment_item},
    views::{self, Parts, Viewer},
};
use crate::{
    clients::entity as client,
    ledger,
    notifications::{self, News, Subject},
    orders::{
        entity::{item, order},
        history::Actor,
        views as lines,
    },
    payments::{self, Paid},
    platform::{
        db::{Constraint, broken_unique},
        scope::{BooksScope, Rows},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, ItemId, ShipmentId},
    items::ItemStatus,
    money::{Currency, Money},
    notifications::Notice,
    orders::Side,
    services::Names,
    shipments::{ITEMS, NewShipment, Shipment, ShipmentStatus, lifecycle},
};

const LIVE_ITEM: Constraint = Constraint {
    name: "uq_shipment_items_live_item",
    columns: "shipment_items.item_id",
};

/// The shipment, kept from others until the transaction ends.
pub(super) async fn lock(rows: &impl Rows, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    rows.one(shipment::Entity::find_by_id(id.0).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// What is in it.
pub(super) async fn held(rows: &impl Rows, id: i64) -> Result<Vec<(shipment_item::Model, Option<item::Model>)>, DbErr> {
    let select = shipment_item::Entity::find()
        .find_also_related(item::Entity)
        .filter(shipment_item::Column::ShipmentId.eq(id))
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .order_by_asc(shipment_item::Column::Id);
    rows.all_with(select).await
}

/// The card of a shipment that was read before; balances only where they can pay it now.
pub(super) async fn card(
    rows: &impl Rows,
    books: Option<&BooksScope>,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, ShipmentError> {
    let client = rows.one(client::Entity::find_by_id(row.client_id)).await?;
    let contents = held(rows, row.id).await?;
    let orders: std::collections::BTreeSet<i64> = contents
        .iter()
        .filter_map(|(_, item)| Some(item.as_ref()?.order_id))
        .collect();
    let orders = if orders.is_empty() {
        Vec::new()
    } else {
        rows.all(order::Entity::find().filter(order::Column::Id.is_in(orders)))
            .await?
    };
    let history = shipment_history::Entity::find()
        .filter(shipment_history::Column::ShipmentId.eq(row.id))
        .order_by_asc(shipment_history::Column::Id);
    let status = views::status(&row.status);
    let balances = match books {
        Some(books) if matches!(status, ShipmentStatus::Quoted | ShipmentStatus::Cod) && viewer.prices => {
            ledger::balances(books, ClientId(row.client_id)).await?
        }
        _ => Vec::new(),
    };
    let was_priced = row.delivery_cost_minor.is_some() && status != ShipmentStatus::Quoted;
    let payments = if was_priced {
        payments::of(rows, Paid::Shipment(row.id)).await?
    } else {
        Vec::new()
    };
    let delivery = delivery::named(rows, &row).await?;
    let parts = Parts {
        delivery,
        history: rows.all(history).await?,
        row,
        client,
        contents,
        orders,
        payments,
        balances,
    };
    Ok(views::card(parts, viewer))
}

/// An update of a shipment.
pub(super) fn changed(id: i64, now: DateTime<Utc>) -> UpdateMany<shipment::Entity> {
    shipment::Entity::update_many()
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.eq(id))
}

pub(super) async fn save(
    rows: &impl Rows,
    update: UpdateMany<shipment::Entity>,
) -> Result<shipment::Model, ShipmentError> {
    rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)
}

/// Writes a row of the shipment's history, and has whom it concerns told.
pub(super) async fn note(
    rows: &impl Rows,
    row: &shipment::Model,
    actor: &Actor,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    write_down(rows, row, actor, from, reason, now).await?;
    notifications::tell(rows, news(row, actor.side, from, reason).into_iter().collect(), now).await
}

/// Writes a row of the shipment's history; telling is the caller's.
pub(super) async fn write_down(
    rows: &impl Rows,
    row: &shipment::Model,
    actor: &Actor,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = shipment_history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        shipment_id: Set(row.id),
        from_status: Set(from.map(|from| from.as_str().to_owned())),
        to_status: Set(row.status.clone()),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        reason: Set(reason.map(ToOwned::to_owned)),
        created_at: Set(now),
    };
    rows.insert(row).await.map(drop)
}

/// What of a move the other side is to be told.
pub(super) fn news(
    row: &shipment::Model,
    by: Side,
    from: Option<ShipmentStatus>,
    reason: Option<&str>,
) -> Option<News> {
    use ShipmentStatus as S;
    let notice = match (from?, views::status(&row.status), by) {
        (_, S::Quoted, Side::Staff) => Notice::ShipmentQuoted,
        (_, S::Dispatched, _) => Notice::ShipmentDispatched,
        (S::Dispatched, S::Arrived, _) => Notice::ShipmentArrived,
        (S::Quoted, S::Paid | S::Cod, Side::Client) => Notice::ShipmentPaid,
        (_, S::Accepted, Side::Client) => Notice::ShipmentAccepted,
        (_, S::Problem, Side::Client) => Notice::CargoProblem,
        _ => return None,
    };
    let cost = row
        .delivery_cost_minor
        .zip(row.currency.as_deref().and_then(Currency::from_code));
    Some(News {
        notice,
        agent_id: row.agent_id,
        client_id: row.client_id,
        subject: Subject::Shipment(row.id),
        name: row.number.clone(),
        amount: cost.map_or_else(String::new, |(minor, currency)| Money::new(minor, currency).to_string()),
        text: reason.unwrap_or_default().to_owned(),
        service: Names::default(),
        again: false,
        message: None,
    })
}

/// The next number of a client's shipments; the client's row is locked by this, so that two never get one number.
pub(super) async fn next_number(rows: &impl Rows, client_id: i64) -> Result<(client::Model, String), ShipmentError> {
    let count = client::Entity::update_many()
        .col_expr(
            client::Column::ShipmentSeq,
            Expr::col(client::Column::ShipmentSeq).add(1),
        )
        .filter(client::Column::Id.eq(client_id));
    let owner = rows
        .update(count)
        .await?
        .pop()
        .ok_or_else(|| FieldErrors::one("client_id", Rule::NotYours))?;
    let number = format!("{}-S{}", owner.code, owner.shipment_seq);
    Ok((owner, number))
}

/// Starts a shipment with lines of one client.
pub(crate) async fn create(
    rows: &impl Rows,
    actor: &Actor,
    new: &NewShipment,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (owner, number) = next_number(rows, new.client_id.0).await?;
    let lines = takeable(rows, new.client_id.0, &new.items).await?;
    let order = match lines.first() {
        Some(line) => rows.one(order::Entity::find_by_id(line.order_id)).await?,
        None => None,
    };
    let row = shipment::ActiveModel {
        id: NotSet,
        agent_id: Set(owner.agent_id),
        client_id: Set(owner.id),
        number: Set(number),
        status: Set(ShipmentStatus::Forming.as_str().to_owned()),
        // Most parcels go where their first order goes, and as it was chosen there.
        country: Set(order.as_ref().and_then(|order| order.destination_country.clone())),
        city: Set(order.as_ref().and_then(|order| order.destination_city.clone())),
        delivery_method_id: Set(order.as_ref().and_then(|order| order.delivery_method_id)),
        packaging_id: Set(order.as_ref().and_then(|order| order.packaging_id)),
        insurance_id: Set(order.and_then(|order| order.insurance_id)),
        comment: Set(String::new()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = rows.insert(row).await?;
    put(rows, &row, &lines, now).await?;
    note(rows, &row, actor, None, None, now).await?;
    Ok(row)
}

/// The lines, if all of them are the client's and in the warehouse.
async fn takeable(rows: &impl Rows, client_id: i64, ids: &[ItemId]) -> Result<Vec<item::Model>, ShipmentError> {
    let mut unique: Vec<i64> = ids.iter().map(|id| id.0).collect();
    unique.sort_unstable();
    unique.dedup();
    if unique.is_empty() || unique.len() > ITEMS || unique.len() != ids.len() {
        return Err(FieldErrors::one("items", Rule::OutOfRange(1, i64::try_from(ITEMS).unwrap_or(i64::MAX))).into());
    }
    let select = item::Entity::find()
        .filter(item::Column::Id.is_in(unique.clone()))
        .filter(item::Column::ClientId.eq(client_id))
        .order_by_asc(item::Column::Id);
    let lines = rows.all(select).await?;
    if lines.len() != unique.len() {
        return Err(FieldErrors::one("items", Rule::NotYours).into());
    }
    match lines
        .iter()
        .find(|line| lines::item_status(&line.status) != ItemStatus::AtWarehouse)
    {
        Some(line) => Err(ShipmentError::Conflict(format!(
            "line {} is {}; only what is in the warehouse is packed",
            line.id, line.status
        ))),
        None => Ok(lines),
    }
}

pub(super) async fn put(
    rows: &impl Rows,
    shipment: &shipment::Model,
    lines: &[item::Model],
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let held = lines.iter().map(|line| shipment_item::ActiveModel {
        id: NotSet,
        agent_id: Set(shipment.agent_id),
        client_id: Set(shipment.client_id),
        shipment_id: Set(shipment.id),
        item_id: Set(line.id),
        quantity: Set(std::cmp::Ord::max(
            line.counted_quantity.unwrap_or_else(|| lines::effective_quantity(line)),
            1,
        )),
        released_at: Set(None),
        created_at: Set(now),
    });
    match rows.insert_many(held.collect::<Vec<_>>(), None).await {
        Err(error) if broken_unique(&error, LIVE_ITEM) => Err(ShipmentError::Conflict(
            "one of the lines is in another shipment".to_owned(),
        )),
        done => Ok(done?),
    }
}

/// The shipment, locked, if items may still be put in and taken out.
pub(super) async fn forming(rows: &impl Rows, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    if views::status(&row.status).is_open() {
        Ok(row)
    } else {
        Err(ShipmentError::Conflict(format!(
            "the shipment is {}; unpack it first",
            row.status
        )))
    }
}

/// Puts lines in.
pub(crate) async fn add(
    rows: &impl Rows,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = forming(rows, id).await?;
    let lines = takeable(rows, row.client_id, items).await?;
    put(rows, &row, &lines, now).await?;
    save(rows, changed(row.id, now)).await
}

/// Takes lines out.
pub(super) async fn remove(
    rows: &impl Rows,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = forming(rows, id).await?;
    release(rows, row.id, Some(items), now).await?;
    save(rows, changed(row.id, now)).await
}

/// Lets lines go, or all of them.
pub(super) async fn release(
    rows: &impl Rows,
    shipment_id: i64,
    items: Option<&[ItemId]>,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let mut update = shipment_item::Entity::update_many()
        .col_expr(shipment_item::Column::ReleasedAt, Expr::value(now))
        .filter(shipment_item::Column::ShipmentId.eq(shipment_id))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    if let Some(items) = items {
        update = update.filter(shipment_item::Column::ItemId.is_in(items.iter().map(|item| item.0)));
    }
    let released = rows.update_count(update).await?;
    match items {
        Some(items) if released != items.len() as u64 => Err(FieldErrors::one("items", Rule::NotYours).into()),
        _ => Ok(()),
    }
}

/// The row in its next state, if the lifecycle has the move.
pub(super) fn target(
    row: &shipment::Model,
    step: shared_types::shipments::ShipmentMove,
    side: shared_types::orders::Side,
) -> Result<ShipmentStatus, ShipmentError> {
    let from = views::status(&row.status);
    lifecycle::next(from, step, side).ok_or_else(|| ShipmentError::MoveNotAllowed {
        from: from.as_str(),
        step: step.as_str(),
        possible: lifecycle::possible(from, side)
            .into_iter()
            .map(shared_types::shipments::ShipmentMove::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    })
}
