//! Internal notes, as far as the order card needs them: which objects carry one.
//!
//! Invariant: notes belong to the agent; no client scope can reach the table.

pub mod entity;

use crate::{orders::entity::item, platform::scope::Rows};
use sea_orm::{Condition, DbErr, QuerySelect, QueryTrait, entity::prelude::*};
use std::collections::BTreeSet;

/// The order itself, its items and its groups that carry a note, as `(type, id)`.
pub async fn flags_of_order(scope: &impl Rows, order_id: i64) -> Result<BTreeSet<(String, i64)>, DbErr> {
    let of_lines = |column| {
        item::Entity::find()
            .select_only()
            .column(column)
            .filter(item::Column::OrderId.eq(order_id))
            .into_query()
    };
    let on = |kind: &str| Condition::all().add(entity::Column::NotableType.eq(kind));
    let any = Condition::any()
        .add(on("order").add(entity::Column::NotableId.eq(order_id)))
        .add(on("item").add(entity::Column::NotableId.in_subquery(of_lines(item::Column::Id))))
        .add(on("group").add(entity::Column::NotableId.in_subquery(of_lines(item::Column::GroupId))));
    let notes = scope.all(entity::Entity::find().filter(any)).await?;
    Ok(notes
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id))
        .collect())
}
