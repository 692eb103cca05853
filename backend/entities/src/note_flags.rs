//! Notes of many objects at once: which objects have one, and its text.

use crate::{note as entity, order, order_group as group, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    Condition, DbErr, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, IntoCondition, Query, SelectStatement, UnionType},
};
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
        .add(rows.id_in(entity::Column::NotableId, ids));
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
    let noted = rows.id_in_query(entity::Column::Id, notes_of_objects(order_id));
    Ok(find_refs(rows, noted.into_condition())
        .await?
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id))
        .collect())
}

/// The ids of the notes on an order, its items and its groups.
///
/// The note of each object is read by its key. A condition on all notes of the agent would let the database read all of them.
fn notes_of_objects(order_id: OrderId) -> SelectStatement {
    let kind = |kind: NoteKind| Expr::expr(Expr::val(kind.as_str())).cast_as("text");
    let mut objects = order::Entity::find()
        .select_only()
        .columns([order::Column::AgentId, order::Column::Id])
        .expr_as(kind(NoteKind::Order), "kind")
        .filter(order::Column::Id.eq(order_id))
        .into_query();
    let items = item::Entity::find()
        .select_only()
        .columns([item::Column::AgentId, item::Column::Id])
        .expr_as(kind(NoteKind::Item), "kind")
        .filter(item::Column::OrderId.eq(order_id))
        .into_query();
    let groups = group::Entity::find()
        .select_only()
        .columns([group::Column::AgentId, group::Column::Id])
        .expr_as(kind(NoteKind::Group), "kind")
        .filter(group::Column::OrderId.eq(order_id))
        .into_query();
    objects.union(UnionType::All, items).union(UnionType::All, groups);
    let is_of_object = |own: entity::Column, column: &'static str| {
        Expr::col((entity::Entity, own)).equals((Alias::new("object"), Alias::new(column)))
    };
    let note = entity::Entity::find()
        .select_only()
        .column(entity::Column::Id)
        .filter(is_of_object(entity::Column::AgentId, "agent_id"))
        .filter(is_of_object(entity::Column::NotableType, "kind"))
        .filter(is_of_object(entity::Column::NotableId, "id"))
        .into_query();
    Query::select()
        .expr(Expr::from(note))
        .from_subquery(objects, "object")
        .to_owned()
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
                .add(rows.id_in(entity::Column::NotableId, ids)),
        )
    });
    let notes = rows.all(entity::Entity::find().filter(any)).await?;
    Ok(notes
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id, note.body))
        .collect())
}
