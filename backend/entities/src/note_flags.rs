//! Notes of many objects at once: which objects have one, and its text.

use crate::note as entity;
use crate::order_item as item;
use platform::scope::ScopedConnection;
use sea_orm::{Condition, DbErr, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::id::OrderId;
use shared_types::notes::NoteKind;
use std::collections::BTreeSet;

#[derive(sea_orm::FromQueryResult)]
struct NoteRef {
    notable_type: NoteKind,
    notable_id: i64,
}

async fn find_refs(rows: &impl ScopedConnection, condition: Condition) -> Result<Vec<NoteRef>, DbErr> {
    let select = entity::Entity::find()
        .select_only()
        .columns([entity::Column::NotableType, entity::Column::NotableId])
        .filter(condition);
    rows.all_as(select).await
}

/// Returns those of the ids whose objects have a note.
pub async fn ids_with_notes(
    rows: &impl ScopedConnection,
    kind: NoteKind,
    ids: impl IntoIterator<Item = impl Into<i64>>,
) -> Result<BTreeSet<i64>, DbErr> {
    let ids: Vec<i64> = ids.into_iter().map(Into::into).collect();
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let condition = Condition::all()
        .add(entity::Column::NotableType.eq(kind))
        .add(entity::Column::NotableId.is_in(ids));
    Ok(find_refs(rows, condition)
        .await?
        .into_iter()
        .map(|note| note.notable_id)
        .collect())
}

/// The objects of an order that have a note: the order itself, its items and groups, as `(type, id)`.
pub async fn flags_of_order(
    rows: &impl ScopedConnection,
    order_id: OrderId,
) -> Result<BTreeSet<(NoteKind, i64)>, DbErr> {
    let item_column = |column| {
        item::Entity::find()
            .select_only()
            .column(column)
            .filter(item::Column::OrderId.eq(order_id))
            .into_query()
    };
    let of_kind = |kind: NoteKind| Condition::all().add(entity::Column::NotableType.eq(kind));
    let any = Condition::any()
        .add(of_kind(NoteKind::Order).add(entity::Column::NotableId.eq(order_id)))
        .add(of_kind(NoteKind::Item).add(entity::Column::NotableId.in_subquery(item_column(item::Column::Id))))
        .add(of_kind(NoteKind::Group).add(entity::Column::NotableId.in_subquery(item_column(item::Column::GroupId))));
    Ok(find_refs(rows, any)
        .await?
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id))
        .collect())
}

/// Texts of the notes on the given objects.
pub async fn bodies(
    rows: &impl ScopedConnection,
    targets: &BTreeSet<(NoteKind, i64)>,
) -> Result<Vec<(NoteKind, i64, String)>, DbErr> {
    if targets.is_empty() {
        return Ok(Vec::new());
    }
    let kinds: BTreeSet<NoteKind> = targets.iter().map(|(kind, _)| *kind).collect();
    let any = kinds.into_iter().fold(Condition::any(), |any, kind| {
        let ids = targets.iter().filter(|(other, _)| *other == kind).map(|(_, id)| *id);
        any.add(
            Condition::all()
                .add(entity::Column::NotableType.eq(kind))
                .add(entity::Column::NotableId.is_in(ids)),
        )
    });
    let notes = rows.all(entity::Entity::find().filter(any)).await?;
    Ok(notes
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id, note.body))
        .collect())
}
