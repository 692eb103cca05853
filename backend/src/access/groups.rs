//! Permission groups: read, made, changed, deleted.

use crate::{
    identity::entity::{access_group, access_group_right},
    platform::{
        auth::Caller,
        db::{Constraint, broken_unique},
        http::Failure,
        scope::Rows,
        state::AppState,
    },
    staff::{Members, names},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, JoinType, QueryOrder, QuerySelect, RelationDef, Select, Set, SqlErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Object, Rights},
    fields::FieldErrors,
    id::AccessGroupId,
    problem::{Problem, ProblemCode},
    staff::{
        AccessGroup, AccessGroupChange, GroupPerson, NewAccessGroup,
        limits::{GROUP_NAME, GROUPS},
        rules,
    },
};
use std::collections::BTreeMap;

/// Names are unique in a cabinet.
const NAME: Constraint = Constraint {
    name: "uq_access_groups_name",
    columns: "uq_access_groups_name",
};

/// Groups with what they grant, by id.
pub(crate) type Granted = BTreeMap<i64, (access_group::Model, Rights)>;

/// Whether the group is one of this cabinet's own people: an agent sees those of its clients too.
pub(crate) fn is_own<M: Members>(group: &access_group::Model) -> bool {
    match M::GUARD {
        Guard::Agent => group.client_id.is_none(),
        Guard::Client => group.client_id.is_some(),
    }
}

async fn read(rows: &impl Rows, select: Select<access_group::Entity>) -> Result<Granted, DbErr> {
    let to_rights: RelationDef = access_group::Entity::belongs_to(access_group_right::Entity)
        .from(access_group::Column::Id)
        .to(access_group_right::Column::GroupId)
        .into();
    let select = select
        .join(JoinType::LeftJoin, to_rights)
        .select_also(access_group_right::Entity)
        .order_by_asc(access_group::Column::Id);
    let mut groups = Granted::new();
    for (group, right) in rows.all_with(select).await? {
        let (_, rights) = groups.entry(group.id).or_insert((group, Rights::default()));
        rights.grants.extend(right.as_ref().and_then(grant));
    }
    Ok(groups)
}

fn grant(right: &access_group_right::Model) -> Option<(Object, Grant)> {
    let breadth = if right.breadth == Breadth::All.as_str() {
        Breadth::All
    } else {
        Breadth::Own
    };
    let level = Level::from_name(&right.level)?;
    Some((Object::from_name(&right.object)?, Grant { level, breadth }))
}

/// The groups of these ids with what they grant.
pub(crate) async fn granted(rows: &impl Rows, ids: impl IntoIterator<Item = i64>) -> Result<Granted, DbErr> {
    let ids: Vec<i64> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(Granted::new());
    }
    read(
        rows,
        access_group::Entity::find().filter(access_group::Column::Id.is_in(ids)),
    )
    .await
}

/// A group of the cabinet's own people with what it grants.
pub(crate) async fn find<M: Members>(
    rows: &impl Rows,
    id: i64,
) -> Result<Option<(access_group::Model, Rights)>, DbErr> {
    let select = M::own_groups(access_group::Entity::find()).filter(access_group::Column::Id.eq(id));
    Ok(read(rows, select).await?.into_values().next())
}

fn view(group: access_group::Model, rights: Rights, people: Vec<GroupPerson>) -> AccessGroup {
    AccessGroup {
        id: AccessGroupId(group.id),
        name: group.name,
        grants: rights.grants,
        people,
        version: group.version,
    }
}

/// Every group of the cabinet, in the order they were made.
pub(super) async fn list<M: Members>(rows: &impl Rows) -> Result<Vec<AccessGroup>, Failure> {
    let groups = read(rows, M::own_groups(access_group::Entity::find())).await?;
    let mut people = names::<M>(rows, None).await?;
    let shown = groups.into_values().map(|(group, rights)| {
        let people = people.remove(&group.id).unwrap_or_default();
        view(group, rights, people)
    });
    Ok(shown.collect())
}

fn named(error: DbErr) -> Failure {
    if broken_unique(&error, NAME) {
        ProblemCode::NameTaken.into()
    } else {
        error.into()
    }
}

async fn write(rows: &impl Rows, group: i64, grants: &BTreeMap<Object, Grant>) -> Result<(), DbErr> {
    let rights = grants.iter().map(|(object, grant)| access_group_right::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        client_id: NotSet,
        group_id: Set(group),
        object: Set(object.as_str().to_owned()),
        level: Set(grant.level.as_str().to_owned()),
        breadth: Set(grant.breadth.as_str().to_owned()),
    });
    rows.insert_many(rights.collect::<Vec<_>>(), None).await
}

/// Makes a group that grants no more than the caller has.
pub(super) async fn create<M: Members>(
    state: &AppState,
    caller: &Caller,
    new: NewAccessGroup,
) -> Result<AccessGroup, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, GROUP_NAME);
    match rules::tidy(M::GUARD, &new.grants) {
        Ok(grants) => {
            errors.or(())?;
            let rights = Rights::granted(grants);
            rules::may_grant(&caller.rights, &rights)?;
            let group = insert::<M>(state, caller, name, &rights).await?;
            Ok(view(group, rights, Vec::new()))
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
) -> Result<access_group::Model, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    let of_side = match M::GUARD {
        Guard::Agent => Condition::all().add(access_group::Column::ClientId.is_null()),
        Guard::Client => Condition::all(),
    };
    let held = rows
        .counts::<access_group::Entity>(vec![of_side], u64::from(u32::MAX))
        .await?;
    if held.first().is_some_and(|held| *held >= GROUPS) {
        return Err(Problem::new(ProblemCode::Conflict)
            .detail(format!("there are {GROUPS} groups already; delete one first"))
            .into());
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
    let group = rows.insert(row).await.map_err(named)?;
    write(&rows, group.id, &rights.grants).await?;
    tx.commit().await?;
    Ok(group)
}

/// Changes a group; the caller must have what it granted before and what it grants then.
pub(super) async fn change<M: Members>(
    state: &AppState,
    caller: &Caller,
    id: i64,
    change: AccessGroupChange,
    version: Option<i64>,
) -> Result<AccessGroup, Failure> {
    let mut errors = FieldErrors::default();
    let name = change.name.map(|name| errors.required_text("name", &name, GROUP_NAME));
    errors.or(())?;
    let grants = change.grants.map(|grants| rules::tidy(M::GUARD, &grants)).transpose()?;
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    let (held, before) = find::<M>(&rows, id).await?.ok_or(ProblemCode::NotFound)?;
    if version.is_some_and(|version| version != held.version) {
        return Err(ProblemCode::VersionStale.into());
    }
    rules::may_grant(&caller.rights, &before)?;
    let group = renamed(&rows, &held, name, now).await?;
    let rights = match grants {
        None => before,
        Some(grants) => {
            let rights = Rights::granted(grants);
            rules::may_grant(&caller.rights, &rights)?;
            let gone = access_group_right::Entity::delete_many().filter(access_group_right::Column::GroupId.eq(id));
            rows.delete_where(gone).await?;
            write(&rows, id, &rights.grants).await?;
            rights
        }
    };
    let people = names::<M>(&rows, Some(id)).await?.remove(&id).unwrap_or_default();
    tx.commit().await?;
    Ok(view(group, rights, people))
}

async fn renamed(
    rows: &impl Rows,
    held: &access_group::Model,
    name: Option<String>,
    now: DateTime<Utc>,
) -> Result<access_group::Model, Failure> {
    use access_group::Column;
    let mut update = access_group::Entity::update_many()
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(held.id))
        .filter(Column::Version.eq(held.version));
    if let Some(name) = name {
        update = update.col_expr(Column::Name, Expr::value(name));
    }
    let mut updated = rows.update(update).await.map_err(named)?;
    updated.pop().ok_or_else(|| ProblemCode::VersionStale.into())
}

/// Deletes a group that nobody is in.
pub(super) async fn delete<M: Members>(state: &AppState, caller: &Caller, id: i64) -> Result<(), Failure> {
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    let (_, granted) = find::<M>(&rows, id).await?.ok_or(ProblemCode::NotFound)?;
    rules::may_grant(&caller.rights, &granted)?;
    let gone = access_group::Entity::delete_many().filter(access_group::Column::Id.eq(id));
    match rows.delete_where(gone).await {
        Ok(_) => {}
        // Memberships name their group; the database tells it without a race.
        Err(error) if matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_))) => {
            return Err(ProblemCode::GroupInUse.into());
        }
        Err(error) => return Err(error.into()),
    }
    tx.commit().await?;
    Ok(())
}
