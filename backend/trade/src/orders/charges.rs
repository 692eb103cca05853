//! Charges of an order apart from its quote: shares of shipments with a price, and services that are paid at once. The rows are
//! written with the price or the payment, and the total of the order follows them.

use super::{OrderError, quotes, total, views};
use chrono::{DateTime, Utc};
use entities::{
    item_service, json::Json, order, order_charge as charge, order_charge::Column, order_item as item, service,
    shipment, shipment_item,
};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet, FromQueryResult, JoinType, QueryOrder, QuerySelect, RelationTrait, Set, entity::prelude::*,
    sea_query::Expr,
};
use shared_types::{
    fixed::Rate,
    id::{ItemServiceId, OrderId, ShipmentId},
    money::{Currency, Money},
    orders::{ChargeFacts, ChargeState, convert_at, divide_by_weight},
    services::LocalizedName,
};
use std::collections::BTreeMap;

/// The weights by which orders share a shipment: in grams, or in pieces if not all items are weighed.
fn weights(contents: &[(shipment_item::Model, Option<item::Model>)]) -> BTreeMap<OrderId, i64> {
    let items = || contents.iter().filter_map(|(row, item)| Some((row, item.as_ref()?)));
    let weight_of = |item| views::estimated_weight(item).filter(|grams| *grams > 0);
    let is_weighed = items().all(|(_, item)| weight_of(item).is_some());
    let mut weights = BTreeMap::<OrderId, i64>::new();
    for (row, item) in items() {
        let weight = weight_of(item).filter(|_| is_weighed).unwrap_or(row.quantity.into());
        let sum = weights.entry(item.order_id).or_default();
        *sum = sum.saturating_add(weight);
    }
    weights
}

/// The share of a shipment in the currency of the order: at the rate of its quote, or else at `rate`, rubles for one yuan. `None`
/// if there is no rate.
async fn in_order_currency(
    rows: &impl ScopedConnection,
    order: &order::Model,
    (share, share_rub): (Money, Money),
    rate: Option<Rate>,
) -> Result<Option<Money>, OrderError> {
    if let Some(known) = [share, share_rub]
        .into_iter()
        .find(|known| known.currency == order.currency)
    {
        return Ok(Some(known));
    }
    let quote = quotes::current_quote(rows, order).await?;
    let rate = match quote {
        Some(quote) => Some(quote.rate),
        None => rate.filter(|_| order.currency == Currency::Cny),
    };
    Ok(rate.and_then(|rate| convert_at(order.currency, rate, share_rub)))
}

/// Charges the orders of a shipment with its price, in its own currency and in rubles. `rate` is the rubles for one yuan, for
/// orders without a quote. An earlier price is replaced. `rows` are the client's rows.
pub async fn charge_shipment(
    rows: &impl ScopedConnection,
    shipment: ShipmentId,
    contents: &[(shipment_item::Model, Option<item::Model>)],
    (cost, cost_rub): (Money, Money),
    rate: Option<Rate>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    withdraw_shipment(rows, shipment).await?;
    let weights = weights(contents);
    let orders = order::Entity::find()
        .filter(rows.id_in(order::Column::Id, weights.keys().copied()))
        .order_by_asc(order::Column::Id);
    let orders = rows.all(orders).await?;
    let of_orders: Vec<i64> = weights.into_values().collect();
    let (shares, shares_rub) = (
        divide_by_weight(cost.minor, &of_orders),
        divide_by_weight(cost_rub.minor, &of_orders),
    );
    let mut charges = Vec::new();
    for (order, (share, share_rub)) in orders.iter().zip(shares.into_iter().zip(shares_rub)) {
        let both = (
            Money::new(share, cost.currency),
            Money::new(share_rub, cost_rub.currency),
        );
        let Some(own) = in_order_currency(rows, order, both, rate).await? else {
            // Only a self-buyout in a third currency has no rate. Its delivery is on the card of the shipment.
            continue;
        };
        let document = charge::ActiveModel {
            shipment_id: Set(Some(shipment)),
            item_service_id: Set(None),
            ..new_row(order, own.minor, Some(share_rub), now)
        };
        charges.push(document);
        total::add_charge(rows, order.id, own.minor).await?;
    }
    rows.insert_many(charges, None).await?;
    Ok(())
}

/// Takes the charges of a shipment back: its price was withdrawn, or it was canceled before it was paid.
pub async fn withdraw_shipment(rows: &impl ScopedConnection, shipment: ShipmentId) -> Result<(), OrderError> {
    let of_shipment = Column::ShipmentId.eq(shipment);
    let charges = rows.all(charge::Entity::find().filter(of_shipment.clone())).await?;
    for charge in &charges {
        total::add_charge(rows, charge.order_id, -charge.amount_minor).await?;
    }
    if !charges.is_empty() {
        rows.delete_where(charge::Entity::delete_many().filter(of_shipment))
            .await?;
    }
    Ok(())
}

/// Marks the charges of a shipment as returned, with its payment.
pub async fn refund_shipment(
    rows: &impl ScopedConnection,
    shipment: ShipmentId,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    refund(rows, Column::ShipmentId.eq(shipment), now).await
}

/// Charges an order with a service that was paid at once.
pub(super) async fn charge_service(
    rows: &impl ScopedConnection,
    order: &order::Model,
    service: ItemServiceId,
    (own, rub): (Money, Option<Money>),
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let row = charge::ActiveModel {
        shipment_id: Set(None),
        item_service_id: Set(Some(service)),
        ..new_row(order, own.minor, rub.map(|rub| rub.minor), now)
    };
    rows.insert_many([row], None).await?;
    total::add_charge(rows, order.id, own.minor).await
}

/// Marks the charge of a service as returned.
pub(super) async fn refund_service(
    rows: &impl ScopedConnection,
    service: ItemServiceId,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    refund(rows, Column::ItemServiceId.eq(service), now).await
}

async fn refund(
    rows: &impl ScopedConnection,
    of_document: sea_orm::sea_query::SimpleExpr,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let update = charge::Entity::update_many()
        .col_expr(Column::RefundedAt, Expr::value(now))
        .filter(of_document)
        .filter(Column::RefundedAt.is_null());
    for charge in rows.update(update).await? {
        total::add_charge(rows, charge.order_id, -charge.amount_minor).await?;
    }
    Ok(())
}

fn new_row(order: &order::Model, amount_minor: i64, rub_minor: Option<i64>, now: DateTime<Utc>) -> charge::ActiveModel {
    charge::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        amount_minor: Set(amount_minor),
        rub_minor: Set(rub_minor),
        refunded_at: Set(None),
        created_at: Set(now),
        ..Default::default()
    }
}

/// A charge with its document. The row policy of charges applies; the documents are reached by their foreign keys.
#[derive(FromQueryResult)]
struct ChargeRow {
    shipment_id: Option<ShipmentId>,
    shipment_number: Option<String>,
    paid_at: Option<DateTime<Utc>>,
    /// The price of the shipment and the part of it that is paid, while the rest is due.
    cost_minor: Option<i64>,
    paid_part_minor: Option<i64>,
    item_service_id: Option<ItemServiceId>,
    service_names: Option<Json<LocalizedName>>,
    amount_minor: i64,
    rub_minor: Option<i64>,
    refunded_at: Option<DateTime<Utc>>,
    is_shared: bool,
}

impl ChargeRow {
    /// One charge, or two if a part of it is paid.
    fn facts(self) -> Vec<ChargeFacts> {
        let state = match (self.refunded_at, self.paid_at) {
            (Some(_), _) => ChargeState::Refunded,
            (None, None) if self.shipment_id.is_some() => ChargeState::Due,
            _ => ChargeState::Paid,
        };
        let parts = self.paid_part_minor.zip(self.cost_minor);
        let whole = ChargeFacts {
            shipment: self.shipment_id.zip(self.shipment_number),
            service: self.item_service_id.zip(self.service_names.map(Json::into_inner)),
            is_shared: self.is_shared,
            own_minor: self.amount_minor,
            rub_minor: self.rub_minor,
            state,
        };
        match parts.filter(|_| state == ChargeState::Due) {
            Some((paid, cost)) => whole.split_paid(paid, cost).into(),
            None => vec![whole],
        }
    }
}

/// The charges of an order, oldest first.
pub(super) async fn of_order(rows: &impl ScopedConnection, order: OrderId) -> Result<Vec<ChargeFacts>, DbErr> {
    let is_shared = "EXISTS (SELECT 1 FROM order_charges other WHERE other.shipment_id = order_charges.shipment_id \
        AND other.order_id <> order_charges.order_id)";
    let select = charge::Entity::find()
        .select_only()
        .columns([
            Column::ShipmentId,
            Column::ItemServiceId,
            Column::AmountMinor,
            Column::RubMinor,
            Column::RefundedAt,
        ])
        .join(JoinType::LeftJoin, charge::Relation::Shipment.def())
        .column_as(shipment::Column::Number, "shipment_number")
        .column_as(shipment::Column::PaidAt, "paid_at")
        .column_as(shipment::Column::DeliveryCostMinor, "cost_minor")
        .column_as(shipment::Column::PaidPartMinor, "paid_part_minor")
        .join(JoinType::LeftJoin, charge::Relation::ItemService.def())
        .join(JoinType::LeftJoin, item_service::Relation::Service.def())
        .column_as(service::Column::NameI18n, "service_names")
        .column_as(Expr::cust(is_shared), "is_shared")
        .filter(Column::OrderId.eq(order))
        .order_by_asc(Column::Id);
    let found: Vec<ChargeRow> = rows.all_as(select).await?;
    Ok(found.into_iter().flat_map(ChargeRow::facts).collect())
}
