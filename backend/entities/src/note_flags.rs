//! Notes of many objects at once: which objects have one, and its text.

use crate::note as entity;
use platform::scope::ScopedConnection;
use sea_orm::{
    Condition, DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};
use shared_types::notes::NoteKind;
use std::collections::BTreeSet;

#[derive(sea_orm::FromQueryResult)]
struct NotedId {
    notable_id: i64,
}

/// SQL for the id of the note on an object of the agent of `orders`, by the key of notes. It is a query and not `EXISTS`, for which
/// PostgreSQL may read all notes of the agent.
fn note_id(kind: &str, id: &str) -> String {
    format!(
        "(SELECT noted.id FROM notes AS noted WHERE noted.agent_id = orders.agent_id \
         AND noted.notable_type = {kind} AND noted.notable_id = {id})"
    )
}

/// SQL expression for whether an order has a note.
pub fn order_has_note() -> SimpleExpr {
    let kind = format!("'{}'", NoteKind::Order.as_str());
    Expr::cust(format!("{} IS NOT NULL", note_id(&kind, "orders.id")))
}

/// SQL expression for the objects of an order that have a note: the order itself, its items and groups, as one text.
pub fn objects_with_notes() -> SimpleExpr {
    let [order, item, group] = [NoteKind::Order, NoteKind::Item, NoteKind::Group].map(NoteKind::as_str);
    Expr::cust(format!(
        "(SELECT string_agg(CASE WHEN {} IS NOT NULL THEN object.kind || ':' || object.id END, ',') \
         FROM (SELECT '{order}' AS kind, orders.id AS id \
         UNION ALL SELECT '{item}', i.id FROM order_items AS i WHERE i.order_id = orders.id \
         UNION ALL SELECT '{group}', g.id FROM order_groups AS g WHERE g.order_id = orders.id) AS object)",
        note_id("object.kind", "object.id")
    ))
}

/// The objects in the value of [`objects_with_notes`].
pub struct ObjectsWithNotes(pub BTreeSet<(NoteKind, i64)>);

impl ObjectsWithNotes {
    fn parse(text: &str) -> Option<Self> {
        let objects = text.split(',').map(|object| {
            let (kind, id) = object.split_once(':')?;
            Some((NoteKind::from_name(kind)?, id.parse().ok()?))
        });
        objects.collect::<Option<_>>().map(Self)
    }

    fn to_text(&self) -> String {
        let objects = self.0.iter().map(|(kind, id)| format!("{}:{id}", kind.as_str()));
        objects.collect::<Vec<_>>().join(",")
    }
}

shared_types::stored!(ObjectsWithNotes, |objects| objects.to_text(), |text| {
    ObjectsWithNotes::parse(text)
});

/// Returns the ids of objects that have a note.
pub async fn ids_with_notes(
    rows: &impl ScopedConnection,
    kind: NoteKind,
    ids: impl IntoIterator<Item = impl Into<i64>>,
) -> Result<BTreeSet<i64>, DbErr> {
    let ids: Vec<i64> = ids.into_iter().map(Into::into).collect();
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let select = entity::Entity::find()
        .select_only()
        .column(entity::Column::NotableId)
        .filter(entity::Column::NotableType.eq(kind))
        .filter(rows.id_in(entity::Column::NotableId, ids));
    let noted: Vec<NotedId> = rows.all_as(select).await?;
    Ok(noted.into_iter().map(|note| note.notable_id).collect())
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
