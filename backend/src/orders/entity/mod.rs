//! Tables of the orders feature.

pub mod group;
pub mod history;
pub mod item;
pub mod order;
pub mod quote;
pub mod saved_filter;

use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};

/// Limits rows to the orders assigned to a staff member; `order_id` is the column that references the order.
pub(crate) fn assigned_orders(order_id: impl ColumnTrait, staff_id: i64) -> Condition {
    let assigned = order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .filter(order::Column::AssignedStaffId.eq(staff_id));
    order_id.in_subquery(sea_orm::QueryTrait::into_query(assigned)).into()
}
