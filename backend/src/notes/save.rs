//! Reading and saving a single note.

use chrono::{DateTime, Utc};
use entities::note as entity;
use entities::{client, delivery, order, order_group as group, order_item as item, shipment};
use platform::{
    rng,
    scope::{Owned, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet, Condition, PrimaryKeyToColumn, QuerySelect, Select, Set, entity::prelude::*,
    sea_query::OnConflict,
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::StaffId,
    notes::{Note, NoteKind},
    search_text::fold,
};

/// The object that a note belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoteTarget {
    pub(crate) kind: NoteKind,
    pub(crate) id: i64,
}

/// Why a note is not saved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    #[error("invalid text")]
    Invalid(FieldErrors),
    #[error("the note was changed by another request")]
    Stale,
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for SaveError {
    fn from(errors: FieldErrors) -> Self {
        Self::Invalid(errors)
    }
}

/// Version of a note, derived from its text: 52 bits of a digest, which JavaScript reads exactly. Equal texts have equal
/// versions; the version of an empty or missing note is 0.
fn version_of(body: &str) -> i64 {
    if body.is_empty() {
        return 0;
    }
    let digest = rng::digest(body);
    let head = digest.get(..13).unwrap_or_default();
    // 0 is reserved for a missing note.
    i64::from_str_radix(head, 16).map_or(1, |version| std::cmp::Ord::max(version, 1))
}

fn to_view(row: Option<entity::Model>) -> Note {
    row.map_or_else(Note::default, |note| Note {
        version: version_of(&note.body),
        body: note.body,
        updated_at: Some(note.updated_at),
    })
}

fn target_condition(target: NoteTarget) -> Condition {
    Condition::all()
        .add(entity::Column::NotableType.eq(target.kind))
        .add(entity::Column::NotableId.eq(target.id))
}

fn select_note(target: NoteTarget) -> Select<entity::Entity> {
    entity::Entity::find().filter(target_condition(target))
}

/// The current note, or an empty one.
pub(super) async fn read(rows: &impl ScopedConnection, target: NoteTarget) -> Result<Note, DbErr> {
    Ok(to_view(rows.one(select_note(target)).await?))
}

async fn row_exists<E: Owned + Default>(rows: &impl ScopedConnection, id: i64) -> Result<bool, DbErr>
where
    E::PrimaryKey: PrimaryKeyToColumn<Column = E::Column>,
{
    use sea_orm::Iterable as _;
    let Some(key) = E::PrimaryKey::iter().next() else {
        return Ok(false);
    };
    let condition = Condition::all().add(key.into_column().eq(id));
    Ok(rows.counts::<E>(vec![condition], 1).await?.first() == Some(&1))
}

/// Whether the object exists and belongs to the agent.
///
/// Includes orders in draft: text that is typed while the client takes the order back must not be lost.
pub(super) async fn target_exists(rows: &impl ScopedConnection, target: NoteTarget) -> Result<bool, DbErr> {
    match target.kind {
        NoteKind::Order => row_exists::<order::Entity>(rows, target.id).await,
        NoteKind::Item => row_exists::<item::Entity>(rows, target.id).await,
        NoteKind::Group => row_exists::<group::Entity>(rows, target.id).await,
        NoteKind::Shipment => row_exists::<shipment::Entity>(rows, target.id).await,
        NoteKind::Delivery => row_exists::<delivery::Entity>(rows, target.id).await,
        NoteKind::Client => row_exists::<client::Entity>(rows, target.id).await,
        NoteKind::Personal => Ok(false),
    }
}

/// Validates the text of a note. The text is stored as it was typed.
fn check_body(body: &str, kind: NoteKind) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if body.chars().count() > kind.max_length() {
        errors.add("body", Rule::TooLong(kind.max_length()));
    }
    if body.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        errors.add("body", Rule::ControlCharacters);
    }
    errors.into_result(())
}

/// Saves the text of a note. Blank text deletes the note.
///
/// With a `version`, fails with [`SaveError::Stale`] unless it is the version of the stored text, so that text the author has
/// not seen is never overwritten. Concurrent saves are serialized by the row's lock, or by the unique index if the note does
/// not exist yet.
pub(crate) async fn save(
    rows: &impl ScopedConnection,
    target: NoteTarget,
    staff_id: StaffId,
    body: &str,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Note, SaveError> {
    check_body(body, target.kind)?;
    let mut is_first = false;
    if let Some(version) = version {
        let current = to_view(rows.one(select_note(target).lock_exclusive()).await?);
        // A retry of a save whose response was lost: the text is stored already.
        if current.body == body && !body.is_empty() {
            return Ok(current);
        }
        if current.version != version {
            return Err(SaveError::Stale);
        }
        is_first = version == 0;
    }
    if body.trim().is_empty() {
        rows.delete_where(entity::Entity::delete_many().filter(target_condition(target)))
            .await?;
        return Ok(Note::default());
    }
    let row = entity::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        staff_id: Set(Some(staff_id)),
        notable_type: Set(target.kind),
        notable_id: Set(target.id),
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
        if !rows.insert_if_absent(row, unique).await? {
            return Err(SaveError::Stale);
        }
        return Ok(read(rows, target).await?);
    }
    unique.update_columns([
        entity::Column::StaffId,
        entity::Column::Body,
        entity::Column::SearchText,
        entity::Column::UpdatedAt,
    ]);
    Ok(to_view(Some(rows.upsert(row, unique).await?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_identify_texts() {
        assert_eq!(version_of(""), 0);
        assert_ne!(version_of("a"), version_of("b"));
        assert!(version_of("备注") > 0 && version_of("备注") < 1 << 53);
    }

    #[test]
    fn length_limit_counts_characters() {
        for text in ["货", "😀", "ы"] {
            assert!(check_body(&text.repeat(10_000), NoteKind::Order).is_ok());
            assert!(check_body(&text.repeat(10_001), NoteKind::Order).is_err());
            assert!(check_body(&text.repeat(50_000), NoteKind::Personal).is_ok());
        }
    }
}
