//! Staff members who can be assigned orders and clients.

use super::list::to_user;
use entities::{staff, user};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, Select, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::StaffId,
    staff::Assignee,
};
use std::collections::BTreeMap;

#[derive(FromQueryResult)]
struct AssigneeRow {
    id: StaffId,
    name: String,
    invited_as: Option<String>,
    confirmed: bool,
    disabled: bool,
}

impl From<AssigneeRow> for Assignee {
    fn from(row: AssigneeRow) -> Self {
        Self {
            id: row.id,
            name: row.invited_as.filter(|_| !row.confirmed).unwrap_or(row.name),
            disabled: row.disabled,
        }
    }
}

fn select() -> Select<staff::Entity> {
    staff::Entity::find()
        .select_only()
        .column(staff::Column::Id)
        .column_as(Expr::col((user::Entity, user::Column::Name)), "name")
        .column(staff::Column::InvitedAs)
        .column_as(staff::Column::ConfirmedAt.is_not_null(), "confirmed")
        .column_as(staff::Column::DisabledAt.is_not_null(), "disabled")
        .join(JoinType::InnerJoin, to_user::<staff::Entity>())
}

/// All staff of the agent who have not left, by name.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<Assignee>, DbErr> {
    let present = select().filter(staff::Column::RemovedAt.is_null());
    let found: Vec<AssigneeRow> = rows.all_as(present.order_by_asc(staff::Column::Id)).await?;
    let mut people: Vec<Assignee> = found.into_iter().map(Assignee::from).collect();
    people.sort_by_cached_key(|person| person.name.to_lowercase());
    Ok(people)
}

/// The staff members with these ids, including people who have left. Ids of other agents are left out.
pub async fn by_ids(
    rows: &impl ScopedConnection,
    ids: impl IntoIterator<Item = StaffId>,
) -> Result<BTreeMap<StaffId, Assignee>, DbErr> {
    let mut ids: Vec<StaffId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    ids.sort_unstable();
    ids.dedup();
    let found: Vec<AssigneeRow> = rows.all_as(select().filter(staff::Column::Id.is_in(ids))).await?;
    Ok(found.into_iter().map(|row| (row.id, row.into())).collect())
}

/// Checks that something can be assigned to a staff member.
pub fn ensure_available(
    people: &BTreeMap<StaffId, Assignee>,
    id: Option<StaffId>,
    field: &str,
) -> Result<(), FieldErrors> {
    match id {
        Some(id) if people.get(&id).is_none_or(|person| person.disabled) => {
            Err(FieldErrors::single(field, Rule::NotYours))
        }
        _ => Ok(()),
    }
}

/// Checks the ids of an assignment: at least one, at most `max`, each once.
pub fn ensure_distinct<T: Copy + Ord>(ids: &[T], field: &str, max: usize) -> Result<(), FieldErrors> {
    if ids.is_empty() || ids.len() > max {
        let max = i64::try_from(max).unwrap_or(i64::MAX);
        return Err(FieldErrors::single(field, Rule::OutOfRange(1, max)));
    }
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(FieldErrors::single(field, Rule::UnknownValue));
    }
    Ok(())
}
