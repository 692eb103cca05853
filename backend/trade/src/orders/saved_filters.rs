//! Saved filters of the agent's order table. A filter belongs to a staff member, who can share it with the other staff.

use super::{OrderError, activity::Reader, agent};
use chrono::{DateTime, Utc};
use entities::{
    json::Json,
    saved_filter::{ActiveModel, Column, Entity, Model},
};
use platform::{scope::ScopedConnection, timezone::TimeZone};
use sea_orm::{
    ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict,
};
use shared_types::{
    fields::FieldErrors,
    id::{SavedFilterId, StaffId},
    orders::{AgentOrderQuery, FILTER_NAME, FILTERS, NewSavedFilter, SavedFilter},
};

/// Maximum number of filters in the list, own and shared.
const MAX_LISTED: u64 = 200;

fn to_view(row: Model, staff_id: StaffId) -> SavedFilter {
    SavedFilter {
        id: row.id,
        name: row.name,
        query: row.query.into_inner(),
        shared: row.shared,
        own: row.staff_id == staff_id,
    }
}

/// Returns the staff member's own filters and the shared ones.
pub(super) async fn list(rows: &impl ScopedConnection, staff_id: StaffId) -> Result<Vec<SavedFilter>, DbErr> {
    let select = Entity::find()
        .filter(
            Condition::any()
                .add(Column::StaffId.eq(staff_id))
                .add(Column::Shared.eq(true)),
        )
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .limit(MAX_LISTED);
    let found = rows.all(select).await?;
    Ok(found.into_iter().map(|row| to_view(row, staff_id)).collect())
}

/// Saves a filter. A filter of the same name is replaced.
pub(super) async fn save(
    rows: &impl ScopedConnection,
    (staff_id, reader): (StaffId, Reader),
    new: NewSavedFilter,
    now: DateTime<Utc>,
) -> Result<SavedFilter, OrderError> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, FILTER_NAME);
    errors.into_result(())?;
    let query = AgentOrderQuery {
        limit: None,
        cursor: None,
        ..new.query
    };
    // A query that the order table would reject is not stored.
    agent::condition(&query, staff_id, reader, (now, TimeZone::default()))?;
    let other_filters = Condition::all()
        .add(Column::StaffId.eq(staff_id))
        .add(Column::Name.ne(&name));
    let counts = rows.counts::<Entity>(vec![other_filters], u64::from(FILTERS)).await?;
    if counts.first().is_some_and(|count| *count >= i64::from(FILTERS)) {
        return Err(OrderError::TooManyFilters(FILTERS));
    }
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        staff_id: Set(staff_id),
        name: Set(name),
        query: Set(Json::new(query)?),
        shared: Set(new.shared),
        created_at: Set(now),
    };
    let on_conflict = OnConflict::columns([Column::AgentId, Column::StaffId, Column::Name])
        .update_columns([Column::Query, Column::Shared])
        .to_owned();
    Ok(to_view(rows.upsert(row, on_conflict).await?, staff_id))
}

/// Removes a filter of the staff member.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    staff_id: StaffId,
    id: SavedFilterId,
) -> Result<(), OrderError> {
    let delete = Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::StaffId.eq(staff_id));
    if rows.delete_where(delete).await? == 0 {
        return Err(OrderError::NotFound);
    }
    Ok(())
}
