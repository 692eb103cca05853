//! Saved filters of the agent's order table. A filter belongs to a staff member, who can share it with the other staff.

use super::agent;
use axum::extract::State;
use chrono::{DateTime, Utc};
use entities::saved_filter::{ActiveModel, Column, Entity, Model};
use platform::{
    auth::Caller,
    http::{Answer, Api, Failure, Input},
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict,
};
use shared_types::{
    endpoint::Nothing,
    fields::FieldErrors,
    id::StaffId,
    orders::{
        AgentOrderQuery, FILTER_NAME, FILTERS, ListSavedFilters, NewSavedFilter, RemoveSavedFilter, SaveFilter,
        SavedFilter,
    },
    page::Listing,
    problem::{Problem, ProblemCode},
};
use std::sync::Arc;

/// Maximum number of filters in the list, own and shared.
const MAX_LISTED: u64 = 200;

/// Registers the endpoints of saved filters.
pub fn routes(api: Api) -> Api {
    api.serve::<ListSavedFilters, _>(list)
        .serve::<SaveFilter, _>(save)
        .serve::<RemoveSavedFilter, _>(remove)
}

fn to_view(row: Model, staff_id: StaffId) -> SavedFilter {
    SavedFilter {
        id: row.id,
        name: row.name,
        // A query that was stored by an older version and can't be parsed any more falls back to no filter.
        query: serde_json::from_str(&row.query).unwrap_or_default(),
        shared: row.shared,
        own: row.staff_id == staff_id,
    }
}

async fn list(scope: AgentScope, caller: Arc<Caller>) -> Result<Answer<ListSavedFilters>, Failure> {
    let staff_id = caller.staff_id()?;
    let select = Entity::find()
        .filter(
            Condition::any()
                .add(Column::StaffId.eq(staff_id))
                .add(Column::Shared.eq(true)),
        )
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .limit(MAX_LISTED);
    let rows = scope.all(select).await?;
    Ok(Answer(Listing {
        data: rows.into_iter().map(|row| to_view(row, staff_id)).collect(),
    }))
}

async fn save(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SaveFilter>,
) -> Result<Answer<SaveFilter>, Failure> {
    let (staff_id, now) = (caller.staff_id()?, state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            Ok(store(tx, staff_id, input.body, now).await?)
        })
        .await
}

async fn store(
    rows: &impl ScopedConnection,
    staff_id: StaffId,
    new: NewSavedFilter,
    now: DateTime<Utc>,
) -> Result<SavedFilter, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, FILTER_NAME);
    errors.into_result(())?;
    let query = AgentOrderQuery {
        limit: None,
        cursor: None,
        ..new.query
    };
    // A query that the order table would reject is not stored.
    agent::condition(&query, staff_id)?;
    let other_filters = Condition::all()
        .add(Column::StaffId.eq(staff_id))
        .add(Column::Name.ne(&name));
    let counts = rows.counts::<Entity>(vec![other_filters], u64::from(FILTERS)).await?;
    if counts.first().is_some_and(|count| *count >= i64::from(FILTERS)) {
        return Err(Problem::limit(ProblemCode::LimitReached, FILTERS).into());
    }
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        staff_id: Set(staff_id),
        name: Set(name),
        query: Set(serde_json::to_string(&query).map_err(Failure::internal)?),
        shared: Set(new.shared),
        created_at: Set(now),
    };
    let on_conflict = OnConflict::columns([Column::AgentId, Column::StaffId, Column::Name])
        .update_columns([Column::Query, Column::Shared])
        .to_owned();
    Ok(to_view(rows.upsert(row, on_conflict).await?, staff_id))
}

async fn remove(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveSavedFilter>,
) -> Result<Answer<RemoveSavedFilter>, Failure> {
    let delete = Entity::delete_many()
        .filter(Column::Id.eq(input.path.0))
        .filter(Column::StaffId.eq(caller.staff_id()?));
    if scope.delete_where(delete).await? == 0 {
        return Err(ProblemCode::NotFound.into());
    }
    Ok(Answer(Nothing {}))
}
