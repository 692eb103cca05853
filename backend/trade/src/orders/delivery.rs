//! Delivery method, packaging and insurance of an order: chosen by the client in a draft, by staff until the order is quoted.

use books::settings::active_entry_id;
use entities::lists::{delivery_method, insurance, packaging};
use entities::order::{self, Column};
use sea_orm::{UpdateMany, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{AgentId, ListEntryId},
    orders::OrderDeliveryChange,
};

/// Adds the choice to an update. Each id is resolved in the statement, so only an active entry of the order's agent is stored;
/// [`check_applied`] verifies the result.
pub(super) fn apply_choice(
    mut update: UpdateMany<order::Entity>,
    order: &order::Model,
    choice: &OrderDeliveryChange,
) -> UpdateMany<order::Entity> {
    let agent_id = order.agent_id;
    if let Some(id) = choice.delivery_method_id {
        update = update.col_expr(
            Column::DeliveryMethodId,
            entry_or_null(id, active_entry_id::<delivery_method::Entity>, agent_id),
        );
    }
    if let Some(id) = choice.packaging_id {
        update = update.col_expr(
            Column::PackagingId,
            entry_or_null(id, active_entry_id::<packaging::Entity>, agent_id),
        );
    }
    if let Some(id) = choice.insurance_id {
        update = update.col_expr(
            Column::InsuranceId,
            entry_or_null(id, active_entry_id::<insurance::Entity>, agent_id),
        );
    }
    update
}

/// The id of an active entry, or SQL `NULL`, which clears the choice.
pub fn entry_or_null(
    id: Option<ListEntryId>,
    active_entry: fn(ListEntryId, AgentId) -> Expr,
    agent_id: AgentId,
) -> Expr {
    id.map_or_else(|| Expr::value(None::<ListEntryId>), |id| active_entry(id, agent_id))
}

/// Whether the stored value is the requested one.
pub fn is_applied(requested: Option<Option<ListEntryId>>, stored: Option<ListEntryId>) -> bool {
    requested.is_none_or(|requested| stored == requested)
}

/// Rejects choices that were not stored because the entry does not exist or is not active.
pub(super) fn check_applied(row: &order::Model, choice: &OrderDeliveryChange) -> Result<(), FieldErrors> {
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
