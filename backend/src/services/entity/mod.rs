//! Entities of services.

pub mod item_service;
pub mod link;
pub mod media;
pub mod price;
pub mod service;
pub mod setting;

use crate::orders::entity::order;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

/// The condition for rows whose order is assigned to the staff member.
fn assigned_orders(order_id: impl ColumnTrait, staff_id: i64) -> Condition {
    let assigned = order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .filter(order::Column::AssignedStaffId.eq(staff_id));
    order_id.in_subquery(assigned.into_query()).into()
}
