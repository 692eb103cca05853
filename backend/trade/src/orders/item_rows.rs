//! The items of an order with their shops' groups.

use entities::{order_group as group, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, QueryOrder, Select, entity::prelude::*};
use shared_types::id::OrderId;

pub(super) type ItemWithGroup = (item::Model, Option<group::Model>);

pub(super) fn select_items(id: OrderId) -> Select<item::Entity> {
    item::Entity::find()
        .filter(item::Column::OrderId.eq(id))
        .order_by_asc(item::Column::Id)
}

/// All items of an order with their groups, in the order they were added.
pub(super) async fn items_with_groups(rows: &impl ScopedConnection, id: OrderId) -> Result<Vec<ItemWithGroup>, DbErr> {
    rows.all_with(select_items(id).find_also_related(group::Entity)).await
}
