//! Delivery method, packaging and insurance of an order: chosen by the client in a draft, by staff until the order is quoted.

use books::settings::active_entry_id;
use entities::lists::{delivery_method, insurance, packaging};
use entities::order::{self, Column};
use sea_orm::{UpdateMany, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    orders::DeliveryChoice,
};

/// Adds the choice to an update. Each id is resolved in the statement, so only an active entry of the order's agent is stored;
/// [`check_applied`] verifies the result.
pub(super) fn apply_choice(
    mut update: UpdateMany<order::Entity>,
    order: &order::Model,
    choice: &DeliveryChoice,
) -> UpdateMany<order::Entity> {
    let agent_id = order.agent_id;
    if let Some(id) = choice.delivery_method_id {
        update = update.col_expr(
            Column::DeliveryMethodId,
            null_if_zero(id, active_entry_id::<delivery_method::Entity>(id, agent_id)),
        );
    }
    if let Some(id) = choice.packaging_id {
        update = update.col_expr(
            Column::PackagingId,
            null_if_zero(id, active_entry_id::<packaging::Entity>(id, agent_id)),
        );
    }
    if let Some(id) = choice.insurance_id {
        update = update.col_expr(
            Column::InsuranceId,
            null_if_zero(id, active_entry_id::<insurance::Entity>(id, agent_id)),
        );
    }
    update
}

/// SQL `NULL` if the id is 0, which clears the choice, else the given expression.
pub fn null_if_zero(id: i64, reference: Expr) -> Expr {
    if id == 0 { Expr::value(None::<i64>) } else { reference }
}

/// Whether the stored value is the requested one; 0 requests none.
pub fn is_applied(requested: Option<i64>, stored: Option<i64>) -> bool {
    requested.is_none_or(|requested| stored.unwrap_or_default() == requested)
}

/// Rejects choices that were not stored because the entry does not exist or is not active.
pub(super) fn check_applied(row: &order::Model, choice: &DeliveryChoice) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    for (field, requested, stored) in [
        ("delivery_method_id", choice.delivery_method_id, row.delivery_method_id),
        ("packaging_id", choice.packaging_id, row.packaging_id),
        ("insurance_id", choice.insurance_id, row.insurance_id),
    ] {
        if !is_applied(requested, stored) {
            errors.add(field, Rule::NotYours);
        }
    }
    errors.into_result(())
}
