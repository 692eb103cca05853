//! The details of a cargo delivery that staff enter (track, carrier, route, cost and expected date), and the sums of its
//! shipments.

use chrono::NaiveDate;
use entities::{client, delivery, shipment};
use platform::{realtime::Change, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::Set, FromQueryResult, JoinType, QuerySelect, UpdateMany, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::DeliveryId,
    items::limits,
    ledger::BALANCE_CURRENCIES,
    live::Topic,
    money::Money,
    shipments::*,
};
use std::collections::BTreeMap;

/// Validated details. Absent ones stay unchanged.
#[expect(clippy::option_option, reason = "absent: unchanged; none: cleared")]
#[derive(Clone, Debug, Default)]
pub(super) struct DeliveryDetails {
    track: Option<Option<String>>,
    carrier: Option<Option<String>>,
    route: Option<Option<String>>,
    cost: Option<Option<Money>>,
    cost_split: Option<FreightBasis>,
    expected_on: Option<Option<NaiveDate>>,
}

impl DeliveryDetails {
    /// Validates a change; an empty text clears a detail.
    pub(super) fn parse(change: &DeliveryChange) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let track = change
            .track
            .as_deref()
            .map(|track| errors.scanned_text("track", Some(track), TRACK));
        let mut text =
            |field: &str, text: Option<&str>, max: usize| text.map(|text| errors.optional_text(field, Some(text), max));
        let carrier = text("carrier", change.carrier.as_deref(), CARRIER);
        let route = text("route", change.route.as_deref(), ROUTE);
        if let Some(Some(cost)) = change.cost {
            if !BALANCE_CURRENCIES.contains(&cost.currency) {
                errors.add("cost.currency", Rule::UnknownValue);
            }
            if cost.minor <= 0 {
                errors.add("cost.amount", Rule::NotPositive);
            } else if cost.minor > limits::PRICE_MINOR {
                errors.add("cost.amount", Rule::OutOfRange(0, limits::PRICE_MINOR / 100));
            }
        }
        errors.into_result(Self {
            track,
            carrier,
            route,
            cost: change.cost,
            cost_split: change.cost_split,
            expected_on: change.expected_on,
        })
    }

    /// Sets the details of a new delivery.
    pub(super) fn set(self, row: delivery::ActiveModel) -> delivery::ActiveModel {
        let cost = self.cost.flatten();
        delivery::ActiveModel {
            track: Set(self.track.flatten()),
            carrier: Set(self.carrier.flatten()),
            route: Set(self.route.flatten()),
            cost_minor: Set(cost.map(|cost| cost.minor)),
            cost_currency: Set(cost.map(|cost| cost.currency)),
            cost_split: Set(self.cost_split.unwrap_or_default()),
            expected_on: Set(self.expected_on.flatten()),
            ..row
        }
    }

    /// Adds the details to an update.
    pub(super) fn update(self, mut update: UpdateMany<delivery::Entity>) -> UpdateMany<delivery::Entity> {
        use delivery::Column;
        for (column, value) in [
            (Column::Track, self.track),
            (Column::Carrier, self.carrier),
            (Column::Route, self.route),
        ] {
            if let Some(value) = value {
                update = update.col_expr(column, Expr::value(value));
            }
        }
        if let Some(cost) = self.cost {
            update = update
                .col_expr(Column::CostMinor, Expr::value(cost.map(|cost| cost.minor)))
                .col_expr(Column::CostCurrency, Expr::value(cost.map(|cost| cost.currency)));
        }
        if let Some(cost_split) = self.cost_split {
            update = update.col_expr(Column::CostSplit, Expr::value(cost_split));
        }
        if let Some(expected_on) = self.expected_on {
            update = update.col_expr(Column::ExpectedOn, Expr::value(expected_on));
        }
        update
    }
}

/// Returns the changed details.
pub(super) fn changes(before: &delivery::Model, after: &delivery::Model) -> Vec<DeliveryDetailChange> {
    use DeliveryDetailValue as Value;
    let text = |text: Option<&String>| text.cloned().map(Value::Text);
    let cost = |row: &delivery::Model| {
        let cost = row.cost_minor.zip(row.cost_currency);
        cost.map(|(minor, currency)| Value::Money(Money::new(minor, currency)))
    };
    let details = [
        (
            DeliveryDetail::Track,
            text(before.track.as_ref()),
            text(after.track.as_ref()),
        ),
        (
            DeliveryDetail::Carrier,
            text(before.carrier.as_ref()),
            text(after.carrier.as_ref()),
        ),
        (
            DeliveryDetail::Route,
            text(before.route.as_ref()),
            text(after.route.as_ref()),
        ),
        (DeliveryDetail::Cost, cost(before), cost(after)),
        (
            DeliveryDetail::ExpectedOn,
            before.expected_on.map(Value::Day),
            after.expected_on.map(Value::Day),
        ),
    ];
    let changed = details.into_iter().filter(|(_, before, after)| before != after);
    changed
        .map(|(detail, before, after)| DeliveryDetailChange { detail, before, after })
        .collect()
}

/// The sums of the shipments of a delivery that one client has in it.
#[derive(FromQueryResult)]
struct ClientLoad {
    delivery_id: DeliveryId,
    code: String,
    shipments: i64,
    places: i64,
    weight_grams: i64,
}

/// Returns the contents of deliveries, by id. Takes one statement.
pub(super) async fn loads(
    rows: &impl ScopedConnection,
    ids: impl Iterator<Item = DeliveryId>,
) -> Result<BTreeMap<DeliveryId, DeliveryContents>, DbErr> {
    let ids: Vec<DeliveryId> = ids.collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sum = |column: &str| Expr::cust(format!("CAST(coalesce(sum(shipments.{column}), 0) AS bigint)"));
    let select = shipment::Entity::find()
        .select_only()
        .column(shipment::Column::DeliveryId)
        .column(client::Column::Code)
        .column_as(shipment::Column::Id.count(), "shipments")
        .column_as(sum("places"), "places")
        .column_as(sum("weight_grams"), "weight_grams")
        .join(JoinType::InnerJoin, shipment::Relation::Client.def())
        .filter(shipment::Column::DeliveryId.is_in(ids))
        .group_by(shipment::Column::DeliveryId)
        .group_by(client::Column::Code);
    let mut loads: BTreeMap<DeliveryId, DeliveryContents> = BTreeMap::new();
    for row in rows.all_as::<_, ClientLoad>(select).await? {
        let load = loads.entry(row.delivery_id).or_default();
        load.shipments += row.shipments;
        load.places += row.places;
        load.weight_grams += row.weight_grams;
        load.clients.push(row.code);
    }
    for load in loads.values_mut() {
        load.clients.sort_unstable();
    }
    Ok(loads)
}

/// Clients see what staff entered about a delivery at the shipments that it carries.
pub(super) async fn announce_to_clients(rows: &impl ScopedConnection, delivery: &delivery::Model) -> Result<(), DbErr> {
    let carried = shipment::Entity::find().filter(shipment::Column::DeliveryId.eq(delivery.id));
    for shipment in rows.all(carried).await? {
        let change = Change {
            topic: Topic::Shipment,
            id: shipment.id.0,
            client_id: Some(shipment.client_id),
            audience: None,
        };
        rows.record_change(delivery.agent_id, change);
    }
    Ok(())
}
