//! Reading and saving one note.

use super::entity;
use crate::{
    clients::entity as client,
    orders::{
        entity::{group, item, order},
        search::fold,
    },
    platform::{
        rng,
        scope::{Owned, Rows},
    },
    shipments::entity::{delivery, shipment},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet, Condition, PrimaryKeyToColumn, QuerySelect, Select, Set, entity::prelude::*,
    sea_query::OnConflict,
};
use shared_types::{
    fields::{FieldErrors, Rule},
    notes::{Note, NoteKind},
};

/// Where a note hangs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) kind: NoteKind,
    pub(crate) id: i64,
}

/// Why a note is not saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    #[error("the text breaks the rules")]
    Invalid(FieldErrors),
    #[error("somebody else saved other words meanwhile")]
    Stale,
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for SaveError {
    fn from(errors: FieldErrors) -> Self {
        Self::Invalid(errors)
    }
}

/// Names a text, in as many bits as every program reads exactly; equal texts need no telling apart.
fn version_of(body: &str) -> i64 {
    if body.is_empty() {
        return 0;
    }
    let digest = rng::digest(body);
    let head = digest.get(..13).unwrap_or_default();
    // Zero is the version of no note.
    i64::from_str_radix(head, 16).map_or(1, |version| std::cmp::Ord::max(version, 1))
}

fn view(held: Option<entity::Model>) -> Note {
    held.map_or_else(Note::default, |note| Note {
        version: version_of(&note.body),
        body: note.body,
        updated_at: Some(note.updated_at),
    })
}

fn at(place: Place) -> Condition {
    Condition::all()
        .add(entity::Column::NotableType.eq(place.kind.as_str()))
        .add(entity::Column::NotableId.eq(place.id))
}

fn held(place: Place) -> Select<entity::Entity> {
    entity::Entity::find().filter(at(place))
}

/// The note as it stands.
pub(super) async fn read(rows: &impl Rows, place: Place) -> Result<Note, DbErr> {
    Ok(view(rows.one(held(place)).await?))
}

async fn has<E: Owned + Default>(rows: &impl Rows, id: i64) -> Result<bool, DbErr>
where
    E::PrimaryKey: PrimaryKeyToColumn<Column = E::Column>,
{
    use sea_orm::Iterable as _;
    let Some(key) = E::PrimaryKey::iter().next() else {
        return Ok(false);
    };
    let is_it = Condition::all().add(key.into_column().eq(id));
    Ok(rows.counts::<E>(vec![is_it], 1).await?.first() == Some(&1))
}

/// Whether the object is the agent's own.
///
/// An order that its client took back stays a place for words: what somebody types at that moment is not lost.
pub(super) async fn exists(rows: &impl Rows, place: Place) -> Result<bool, DbErr> {
    match place.kind {
        NoteKind::Order => has::<order::Entity>(rows, place.id).await,
        NoteKind::Item => has::<item::Entity>(rows, place.id).await,
        NoteKind::Group => has::<group::Entity>(rows, place.id).await,
        NoteKind::Shipment => has::<shipment::Entity>(rows, place.id).await,
        NoteKind::Delivery => has::<delivery::Entity>(rows, place.id).await,
        NoteKind::Client => has::<client::Entity>(rows, place.id).await,
        NoteKind::Personal => Ok(false),
    }
}

/// The text, kept as it was typed.
fn checked(body: &str, kind: NoteKind) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if body.chars().count() > kind.longest() {
        errors.add("body", Rule::TooLong(kind.longest()));
    }
    if body.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        errors.add("body", Rule::ControlCharacters);
    }
    errors.or(())
}

/// Saves the text, or deletes the note where the text is blank.
///
/// With the `version` of the text it was made from it never replaces words that were not seen; the row's lock, or the
/// uniqueness of a row that is not there yet, decides between two that save at once.
pub(crate) async fn save(
    rows: &impl Rows,
    place: Place,
    staff_id: i64,
    body: &str,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Note, SaveError> {
    checked(body, place.kind)?;
    let mut is_first = false;
    if let Some(version) = version {
        let current = view(rows.one(held(place).lock_exclusive()).await?);
        // A save whose answer was lost comes again; its words are there already.
        if current.body == body && !body.is_empty() {
            return Ok(current);
        }
        if current.version != version {
            return Err(SaveError::Stale);
        }
        is_first = version == 0;
    }
    if body.trim().is_empty() {
        rows.delete_where(entity::Entity::delete_many().filter(at(place)))
            .await?;
        return Ok(Note::default());
    }
    let row = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        staff_id: Set(Some(staff_id)),
        notable_type: Set(place.kind.as_str().to_owned()),
        notable_id: Set(place.id),
        body: Set(body.to_owned()),
        search_text: Set(fold(body)),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let mut unique = OnConflict::columns([
        entity::Column::AgentId,
        entity::Column::NotableType,
        entity::Column::NotableId,
    ]);
    if is_first {
        if !rows.insert_unless_there(row, unique).await? {
            return Err(SaveError::Stale);
        }
        return Ok(read(rows, place).await?);
    }
    unique.update_columns([
        entity::Column::StaffId,
        entity::Column::Body,
        entity::Column::SearchText,
        entity::Column::UpdatedAt,
    ]);
    Ok(view(Some(rows.upsert(row, unique).await?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_names_its_text_and_no_other() {
        assert_eq!(version_of(""), 0);
        assert_ne!(version_of("a"), version_of("b"));
        assert!(version_of("备注") > 0 && version_of("备注") < 1 << 53);
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        for text in ["货", "😀", "ы"] {
            assert!(checked(&text.repeat(10_000), NoteKind::Order).is_ok());
            assert!(checked(&text.repeat(10_001), NoteKind::Order).is_err());
            assert!(checked(&text.repeat(50_000), NoteKind::Personal).is_ok());
        }
    }
}
