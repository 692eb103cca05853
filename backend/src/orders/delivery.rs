//! By what an order is to be delivered: chosen by the client in a draft, by staff until the price is named.

use super::entity::order::{self, Column};
use crate::settings::{
    lists::entities::{delivery_method, insurance, packaging},
    live,
};
use sea_orm::{UpdateMany, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    orders::DeliveryChoice,
};

/// Writes what was chosen; only a live entry of the order's own agent gets into its column.
pub(super) fn choose(
    mut update: UpdateMany<order::Entity>,
    order: &order::Model,
    wanted: &DeliveryChoice,
) -> UpdateMany<order::Entity> {
    let agent = order.agent_id;
    if let Some(id) = wanted.delivery_method_id {
        update = update.col_expr(
            Column::DeliveryMethodId,
            or_nothing(id, live::<delivery_method::Entity>(id, agent)),
        );
    }
    if let Some(id) = wanted.packaging_id {
        update = update.col_expr(
            Column::PackagingId,
            or_nothing(id, live::<packaging::Entity>(id, agent)),
        );
    }
    if let Some(id) = wanted.insurance_id {
        update = update.col_expr(
            Column::InsuranceId,
            or_nothing(id, live::<insurance::Entity>(id, agent)),
        );
    }
    update
}

/// 0 takes the choice back.
pub(crate) fn or_nothing(id: i64, found: Expr) -> Expr {
    if id == 0 { Expr::value(None::<i64>) } else { found }
}

/// Whether what was wanted is what was written.
pub(crate) fn is_met(wanted: Option<i64>, written: Option<i64>) -> bool {
    wanted.is_none_or(|wanted| written.unwrap_or_default() == wanted)
}

/// Refuses what was not found.
pub(super) fn check(row: &order::Model, wanted: &DeliveryChoice) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    for (field, wanted, written) in [
        ("delivery_method_id", wanted.delivery_method_id, row.delivery_method_id),
        ("packaging_id", wanted.packaging_id, row.packaging_id),
        ("insurance_id", wanted.insurance_id, row.insurance_id),
    ] {
        if !is_met(wanted, written) {
            errors.add(field, Rule::NotYours);
        }
    }
    errors.or(())
}
