//! Queries and changes of permission groups.

use crate::staff::StaffError;
use crate::staff::{Members, names_by_group};
use chrono::{DateTime, Utc};
use entities::{access_group, access_group_right};
use platform::error::OperationError;
use platform::{
    auth::Caller,
    db::{UniqueConstraint, is_unique_violation},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, JoinType, QueryOrder, QuerySelect, RelationDef, Select, Set, SqlErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::{Grant, Guard, Object, Rights},
    fields::FieldErrors,
    id::AccessGroupId,
    staff::{
        AccessGroup, AccessGroupChange, GroupPerson, NewAccessGroup,
        limits::{GROUP_NAME, GROUPS},
        rules,
    },
};
use std::collections::BTreeMap;

/// Group names are unique in a cabinet.
const UNIQUE_NAME: UniqueConstraint = UniqueConstraint {
    name: "uq_access_groups_name",
    columns: "uq_access_groups_name",
};

/// Groups with their rights, by id.
pub(crate) type GroupsById = BTreeMap<AccessGroupId, (access_group::Model, Rights)>;

/// Whether the group is for this cabinet's own people. An agent's scope also includes the groups of its clients.
pub fn is_own_group<M: Members>(group: &access_group::Model) -> bool {
    match M::GUARD {
        Guard::Agent => group.client_id.is_none(),
        Guard::Client => group.client_id.is_some(),
    }
}

/// Loads the selected groups with their rights.
async fn load(rows: &impl ScopedConnection, select: Select<access_group::Entity>) -> Result<GroupsById, DbErr> {
    let to_rights: RelationDef = access_group::Entity::belongs_to(access_group_right::Entity)
        .from(access_group::Column::Id)
        .to(access_group_right::Column::GroupId)
        .into();
    let select = select
        .join(JoinType::LeftJoin, to_rights)
        .select_also(access_group_right::Entity)
        .order_by_asc(access_group::Column::Id);
    let mut groups = GroupsById::new();
    for (group, right) in rows.all_with(select).await? {
        let (_, rights) = groups.entry(group.id).or_insert((group, Rights::default()));
        rights.grants.extend(right.map(|right| {
            let grant = Grant {
                level: right.level,
                breadth: right.breadth,
            };
            (right.object, grant)
        }));
    }
    Ok(groups)
}

/// Loads groups by id, with their rights.
pub async fn find_groups(
    rows: &impl ScopedConnection,
    ids: impl IntoIterator<Item = AccessGroupId>,
) -> Result<GroupsById, DbErr> {
    let ids: Vec<AccessGroupId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(GroupsById::new());
    }
    load(
        rows,
        access_group::Entity::find().filter(rows.id_in(access_group::Column::Id, ids)),
    )
    .await
}

/// Loads a group of the cabinet's own people, with its rights.
pub async fn find_group<M: Members>(
    rows: &impl ScopedConnection,
    id: AccessGroupId,
) -> Result<Option<(access_group::Model, Rights)>, DbErr> {
    let select = M::own_groups(access_group::Entity::find()).filter(access_group::Column::Id.eq(id));
    Ok(load(rows, select).await?.into_values().next())
}

fn group_view(group: access_group::Model, rights: Rights, people: Vec<GroupPerson>) -> AccessGroup {
    AccessGroup {
        id: group.id,
        name: group.name,
        grants: rights.grants,
        people,
        version: group.version,
    }
}

/// All groups of the cabinet's own people, oldest first.
pub(super) async fn list<M: Members>(rows: &impl ScopedConnection) -> Result<Vec<AccessGroup>, StaffError> {
    let groups = load(rows, M::own_groups(access_group::Entity::find())).await?;
    let mut people = names_by_group::<M>(rows, None).await?;
    let views = groups.into_values().map(|(group, rights)| {
        let people = people.remove(&group.id).unwrap_or_default();
        group_view(group, rights, people)
    });
    Ok(views.collect())
}

/// Maps a violation of [`UNIQUE_NAME`] to `NameTaken`.
fn map_name_conflict(error: DbErr) -> StaffError {
    if is_unique_violation(&error, UNIQUE_NAME) {
        StaffError::NameTaken
    } else {
        error.into()
    }
}

async fn insert_rights(
    rows: &impl ScopedConnection,
    group: AccessGroupId,
    grants: &BTreeMap<Object, Grant>,
) -> Result<(), DbErr> {
    let rights = grants.iter().map(|(object, grant)| access_group_right::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        client_id: NotSet,
        group_id: Set(group),
        object: Set(*object),
        level: Set(grant.level),
        breadth: Set(grant.breadth),
    });
    rows.insert_many(rights.collect::<Vec<_>>(), None).await
}

/// Creates a group. It cannot grant more rights than the caller has.
pub(super) async fn create<M: Members>(
    state: &AppState,
    caller: &Caller,
    new: NewAccessGroup,
) -> Result<AccessGroup, StaffError> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, GROUP_NAME);
    match rules::normalize_grants(M::GUARD, &new.grants) {
        Ok(grants) => {
            errors.into_result(())?;
            let rights = Rights::from_grants(grants);
            rules::may_grant(&caller.rights, &rights)?;
            let group = insert::<M>(state, caller, name, &rights).await?;
            Ok(group_view(group, rights, Vec::new()))
        }
        Err(mut faults) => {
            faults.0.extend(errors.0);
            Err(faults.into())
        }
    }
}

async fn insert<M: Members>(
    state: &AppState,
    caller: &Caller,
    name: String,
    rights: &Rights,
) -> Result<access_group::Model, StaffError> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            let rows = M::enter(tx, caller)?;
            let of_side = match M::GUARD {
                Guard::Agent => Condition::all().add(access_group::Column::ClientId.is_null()),
                Guard::Client => Condition::all(),
            };
            let counts = rows
                .counts::<access_group::Entity>(vec![of_side], u64::from(u32::MAX))
                .await?;
            if counts.first().is_some_and(|count| *count >= GROUPS) {
                return Err(OperationError::LimitReached(GROUPS.unsigned_abs()).into());
            }
            let row = access_group::ActiveModel {
                id: NotSet,
                agent_id: NotSet,
                client_id: NotSet,
                name: Set(name),
                version: Set(1),
                created_at: Set(now),
                updated_at: Set(now),
            };
            let group = rows.insert(row).await.map_err(map_name_conflict)?;
            insert_rights(&rows, group.id, &rights.grants).await?;
            Ok(group)
        })
        .await
}

/// Updates a group. The caller must have the rights that the group grants before and after the change.
pub(super) async fn update<M: Members>(
    state: &AppState,
    caller: &Caller,
    id: AccessGroupId,
    change: AccessGroupChange,
    version: Option<i64>,
) -> Result<AccessGroup, StaffError> {
    let mut errors = FieldErrors::default();
    let name = change.name.map(|name| errors.required_text("name", &name, GROUP_NAME));
    errors.into_result(())?;
    let grants = change
        .grants
        .map(|grants| rules::normalize_grants(M::GUARD, &grants))
        .transpose()?;
    let now = state.clock.now();
    let (group, rights, people) = state
        .system()
        .in_transaction(async |tx| {
            let rows = M::enter(tx, caller)?;
            let (current, before) = find_group::<M>(&rows, id).await?.ok_or(OperationError::NotFound)?;
            if version.is_some_and(|version| version != current.version) {
                return Err(OperationError::Stale.into());
            }
            rules::may_grant(&caller.rights, &before)?;
            let group = update_row(&rows, &current, name, now).await?;
            let rights = match grants {
                None => before,
                Some(grants) => {
                    let rights = Rights::from_grants(grants);
                    rules::may_grant(&caller.rights, &rights)?;
                    let delete =
                        access_group_right::Entity::delete_many().filter(access_group_right::Column::GroupId.eq(id));
                    rows.delete_where(delete).await?;
                    insert_rights(&rows, id, &rights.grants).await?;
                    rights
                }
            };
            let people = names_by_group::<M>(&rows, Some(id))
                .await?
                .remove(&id)
                .unwrap_or_default();
            Ok::<_, StaffError>((group, rights, people))
        })
        .await?;
    state.notify_session_change();
    Ok(group_view(group, rights, people))
}

/// Updates the group's row, with a new name if there is one. Fails with `VersionStale` if the row was changed meanwhile.
async fn update_row(
    rows: &impl ScopedConnection,
    current: &access_group::Model,
    name: Option<String>,
    now: DateTime<Utc>,
) -> Result<access_group::Model, StaffError> {
    use access_group::Column;
    let mut update = access_group::Entity::update_many()
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(current.id))
        .filter(Column::Version.eq(current.version));
    if let Some(name) = name {
        update = update.col_expr(Column::Name, Expr::value(name));
    }
    let mut updated = rows.update(update).await.map_err(map_name_conflict)?;
    updated.pop().ok_or_else(|| OperationError::Stale.into())
}

/// Deletes a group. Fails with `GroupInUse` if it has people.
pub(super) async fn delete<M: Members>(state: &AppState, caller: &Caller, id: AccessGroupId) -> Result<(), StaffError> {
    state
        .system()
        .in_transaction(async |tx| {
            let rows = M::enter(tx, caller)?;
            let (_, granted) = find_group::<M>(&rows, id).await?.ok_or(OperationError::NotFound)?;
            rules::may_grant(&caller.rights, &granted)?;
            let delete = access_group::Entity::delete_many().filter(access_group::Column::Id.eq(id));
            match rows.delete_where(delete).await {
                Ok(_) => {}
                // Memberships refer to their group. The foreign key detects this without a race.
                Err(error) if matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_))) => {
                    return Err(StaffError::GroupInUse);
                }
                Err(error) => return Err(error.into()),
            }
            Ok(())
        })
        .await
}
