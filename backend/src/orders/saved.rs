//! Saved filters of the order table: each staff member's own, and those that are shared.

use super::{
    agent,
    entity::saved_filter::{ActiveModel, Column, Entity, Model},
};
use crate::platform::{
    auth::Caller,
    http::{Answer, Api, Failure, Input, finish},
    scope::{AgentScope, Rows},
    state::AppState,
};
use axum::extract::State;
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::OnConflict,
};
use shared_types::{
    endpoint::Nothing,
    fields::FieldErrors,
    orders::{
        AgentOrderQuery, FILTER_NAME, FILTERS, ListSavedFilters, NewSavedFilter, RemoveSavedFilter, SaveFilter,
        SavedFilter,
    },
    page::Listing,
    problem::{Problem, ProblemCode},
};
use std::sync::Arc;

/// Most filters shown: one's own and the shared ones.
const SHOWN: u64 = 200;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ListSavedFilters, _>(list)
        .serve::<SaveFilter, _>(save)
        .serve::<RemoveSavedFilter, _>(remove)
}

fn view(row: Model, staff_id: i64) -> SavedFilter {
    SavedFilter {
        id: row.id,
        name: row.name,
        // What an older version kept and this one can't read asks for everything.
        query: serde_json::from_str(&row.query).unwrap_or_default(),
        shared: row.shared,
        own: row.staff_id == staff_id,
    }
}

async fn list(scope: AgentScope, caller: Arc<Caller>) -> Result<Answer<ListSavedFilters>, Failure> {
    let me = caller.membership_id();
    let select = Entity::find()
        .filter(
            Condition::any()
                .add(Column::StaffId.eq(me))
                .add(Column::Shared.eq(true)),
        )
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .limit(SHOWN);
    let rows = scope.all(select).await?;
    Ok(Answer(Listing {
        data: rows.into_iter().map(|row| view(row, me)).collect(),
    }))
}

async fn save(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<SaveFilter>,
) -> Result<Answer<SaveFilter>, Failure> {
    let tx = scope.begin().await?;
    let result = keep(&tx, caller.membership_id(), input.body, state.clock.now()).await;
    finish(&state, tx, input.key, result).await
}

async fn keep(
    rows: &impl Rows,
    staff_id: i64,
    new: NewSavedFilter,
    now: DateTime<Utc>,
) -> Result<SavedFilter, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, FILTER_NAME);
    errors.or(())?;
    let query = AgentOrderQuery {
        limit: None,
        cursor: None,
        ..new.query
    };
    // What the table would refuse is not kept.
    agent::condition(&query, staff_id)?;
    let own = Condition::all()
        .add(Column::StaffId.eq(staff_id))
        .add(Column::Name.ne(&name));
    let held = rows.counts::<Entity>(vec![own], u64::from(FILTERS)).await?;
    if held.first().is_some_and(|held| *held >= i64::from(FILTERS)) {
        let full = format!("a staff member has {FILTERS} filters at most");
        return Err(Problem::new(ProblemCode::Conflict).detail(full).into());
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
    let there = OnConflict::columns([Column::AgentId, Column::StaffId, Column::Name])
        .update_columns([Column::Query, Column::Shared])
        .to_owned();
    Ok(view(rows.upsert(row, there).await?, staff_id))
}

async fn remove(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveSavedFilter>,
) -> Result<Answer<RemoveSavedFilter>, Failure> {
    let delete = Entity::delete_many()
        .filter(Column::Id.eq(input.path.0))
        .filter(Column::StaffId.eq(caller.membership_id()));
    if scope.delete_where(delete).await? == 0 {
        return Err(ProblemCode::NotFound.into());
    }
    Ok(Answer(Nothing {}))
}
