//! The carrier's charge for a delivery, split over the shipments that it carries.

use super::views::costs;
use entities::{delivery, shipment};
use platform::scope::ScopedConnection;
use sea_orm::{
    QueryOrder,
    entity::prelude::*,
    sea_query::{CaseStatement as Case, Expr},
};
use shared_types::{
    fixed::divide_half_even,
    money::{Currency, Money},
    purchasing::split_by_weight,
    shipments::{DeliveryStatus, FreightBasis},
};

fn share_of(row: &shipment::Model, basis: FreightBasis) -> i64 {
    match basis {
        FreightBasis::Weight => row.weight_grams.unwrap_or_default(),
        FreightBasis::Volume => row.volume_cm3.unwrap_or_default(),
        FreightBasis::Places => row.places.map_or(1, i64::from),
    }
}

/// A part in rubles: at the rate that the shipment's price states, if it has the currency of the charge.
fn in_rubles(row: &shipment::Model, part: Money) -> Option<i64> {
    if part.currency == Currency::Rub {
        return Some(part.minor);
    }
    let (cost, rub) = costs(row).filter(|(cost, _)| cost.currency == part.currency && cost.minor > 0)?;
    let exact = i128::from(part.minor) * i128::from(rub.minor);
    i64::try_from(divide_half_even(exact, i128::from(cost.minor))).ok()
}

/// Whether the contents of the delivery are fixed.
pub(super) const fn has_departed(delivery: &delivery::Model) -> bool {
    matches!(delivery.status, DeliveryStatus::InTransit | DeliveryStatus::Arrived)
}

/// Splits the charge of a delivery that has departed. The parts sum to the charge exactly. Without a charge the shipments have no parts.
/// Takes two statements.
pub(super) async fn split(rows: &impl ScopedConnection, delivery: &delivery::Model) -> Result<(), DbErr> {
    use shipment::Column;
    let select = shipment::Entity::find()
        .filter(Column::DeliveryId.eq(delivery.id))
        .order_by_asc(Column::Id);
    let shipments = rows.all(select).await?;
    if shipments.is_empty() {
        return Ok(());
    }
    let charge = delivery.cost_minor.zip(delivery.cost_currency);
    let weights: Vec<i64> = shipments.iter().map(|row| share_of(row, delivery.cost_split)).collect();
    let parts = charge.map(|(minor, currency)| {
        let parts = split_by_weight(minor, &weights).into_iter();
        parts.map(|minor| Money::new(minor, currency)).collect::<Vec<_>>()
    });
    let none = || Expr::value(None::<i64>);
    let (mut own, mut rubles) = (Case::new(), Case::new());
    for (row, part) in shipments.iter().zip(parts.iter().flatten()) {
        own = own.case(Column::Id.eq(row.id), Expr::value(part.minor));
        rubles = rubles.case(Column::Id.eq(row.id), Expr::value(in_rubles(row, *part)));
    }
    let (own, rubles) = match charge {
        Some(_) => (own.finally(none()).into(), rubles.finally(none()).into()),
        None => (none(), none()),
    };
    let update = shipment::Entity::update_many()
        .col_expr(Column::FreightMinor, own)
        .col_expr(Column::FreightRubMinor, rubles)
        .col_expr(
            Column::FreightCurrency,
            Expr::value(charge.map(|(_, currency)| currency)),
        )
        .filter(Column::DeliveryId.eq(delivery.id));
    rows.update_count(update).await.map(drop)
}
