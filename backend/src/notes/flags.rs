//! Which objects carry a note, and what it says, for many at once.

use super::entity;
use crate::{orders::entity::item, platform::scope::Rows};
use sea_orm::{Condition, DbErr, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::notes::NoteKind;
use std::collections::BTreeSet;

#[derive(sea_orm::FromQueryResult)]
struct Noted {
    notable_type: String,
    notable_id: i64,
}

async fn found(rows: &impl Rows, condition: Condition) -> Result<Vec<Noted>, DbErr> {
    let select = entity::Entity::find()
        .select_only()
        .columns([entity::Column::NotableType, entity::Column::NotableId])
        .filter(condition);
    rows.all_as(select).await
}

/// Those of the objects that carry a note.
pub async fn noted(
    rows: &impl Rows,
    kind: NoteKind,
    ids: impl IntoIterator<Item = i64>,
) -> Result<BTreeSet<i64>, DbErr> {
    let ids: Vec<i64> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let condition = Condition::all()
        .add(entity::Column::NotableType.eq(kind.as_str()))
        .add(entity::Column::NotableId.is_in(ids));
    Ok(found(rows, condition)
        .await?
        .into_iter()
        .map(|note| note.notable_id)
        .collect())
}

/// The order itself, its items and its groups that carry a note, as `(type, id)`.
pub async fn flags_of_order(rows: &impl Rows, order_id: i64) -> Result<BTreeSet<(String, i64)>, DbErr> {
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
    Ok(found(rows, any)
        .await?
        .into_iter()
        .map(|note| (note.notable_type, note.notable_id))
        .collect())
}

/// What the notes on the objects say.
pub async fn bodies(
    rows: &impl Rows,
    places: &BTreeSet<(NoteKind, i64)>,
) -> Result<Vec<(NoteKind, i64, String)>, DbErr> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let kinds: BTreeSet<NoteKind> = places.iter().map(|(kind, _)| *kind).collect();
    let any = kinds.into_iter().fold(Condition::any(), |any, kind| {
        let ids = places.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id);
        any.add(
            Condition::all()
                .add(entity::Column::NotableType.eq(kind.as_str()))
                .add(entity::Column::NotableId.is_in(ids)),
        )
    });
    let found = rows.all(entity::Entity::find().filter(any)).await?;
    Ok(found
        .into_iter()
        .filter_map(|note| Some((NoteKind::from_name(&note.notable_type)?, note.notable_id, note.body)))
        .collect())
}
