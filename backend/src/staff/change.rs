//! Another group, shut out, let in again, removed, made the owner.

use super::{
    invite::take_place,
    list::{self, Row},
    side::{Common, Members},
};
use crate::{
    access,
    identity::entity::{access_group, session},
    media::Signer,
    platform::{
        auth::Caller,
        http::Failure,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    SqlErr, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Rights,
    fields::Rule,
    id::AccessGroupId,
    problem::{Problem, ProblemCode},
    staff::{
        AccessChange, Colleague, Handover,
        rules::{self, Party},
    },
};

/// Changes a membership.
fn touched<M: Members>(id: i64, now: DateTime<Utc>) -> UpdateMany<M> {
    M::update_many()
        .col_expr(M::column(Common::Version), Expr::col(M::column(Common::Version)).add(1))
        .col_expr(M::column(Common::UpdatedAt), Expr::value(now))
        .filter(M::column(Common::Id).eq(id))
}

/// The person to be changed, when the caller may, and the new group, when there is one that the caller may hand out.
async fn checked<M: Members>(
    rows: &impl Rows,
    caller: &Caller,
    id: i64,
    group: Option<AccessGroupId>,
) -> Result<(Row, Option<access_group::Model>), Failure> {
    let target = list::one::<M>(rows, id).await?.ok_or(ProblemCode::NotFound)?;
    let asked = [target.group_id, group.map(|group| group.0)];
    let mut granted = access::granted(rows, asked.into_iter().flatten()).await?;
    let rights = if target.is_owner {
        Rights::owner()
    } else {
        let of_group = target.group_id.and_then(|id| granted.get(&id));
        of_group.map(|(_, rights)| rights.clone()).unwrap_or_default()
    };
    let actor = Party {
        id: caller.membership_id(),
        rights: &caller.rights,
    };
    rules::may_change(
        actor,
        Party {
            id: target.id,
            rights: &rights,
        },
    )?;
    let Some(group) = group else {
        return Ok((target, None));
    };
    let (group, given) = granted
        .remove(&group.0)
        .filter(|(group, _)| access::is_own::<M>(group))
        .ok_or_else(|| Failure::field("group_id", Rule::NotYours))?;
    rules::may_grant(&caller.rights, &given)?;
    Ok((target, Some(group)))
}

/// Puts a person into another group, shuts them out, or lets them in again.
pub(super) async fn change<M: Members + Default>(
    state: &AppState,
    caller: &Caller,
    id: i64,
    change: AccessChange,
    version: Option<i64>,
) -> Result<Colleague, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    let (mut target, group) = checked::<M>(&rows, caller, id, change.group_id).await?;
    if version.is_some_and(|version| version != target.version) {
        return Err(ProblemCode::VersionStale.into());
    }
    let mut update = touched::<M>(id, now).filter(M::column(Common::Version).eq(target.version));
    if let Some(group) = group {
        update = update.col_expr(M::column(Common::Group), Expr::value(group.id));
        target.group_id = Some(group.id);
        target.group_name = Some(group.name);
    }
    match change.disabled {
        Some(true) if target.disabled_at.is_none() => {
            update = update.col_expr(M::column(Common::DisabledAt), Expr::value(now));
            target.disabled_at = Some(now);
            end_logins::<M>(&tx, id, now).await?;
        }
        Some(false) if target.disabled_at.is_some() => {
            take_place::<M>(&tx, caller, now).await?;
            update = update.col_expr(M::column(Common::DisabledAt), Expr::value(None::<DateTime<Utc>>));
            target.disabled_at = None;
        }
        _ => {}
    }
    if rows.update_count(update).await? == 0 {
        return Err(ProblemCode::VersionStale.into());
    }
    tx.commit().await?;
    target.version += 1;
    Ok(target.told(&Signer::new(state)))
}

/// Ends the logins of a membership, so that they don't come back to life with it.
async fn end_logins<M: Members>(tx: &Tx<SystemWall>, id: i64, now: DateTime<Utc>) -> Result<(), Failure> {
    let revoke = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .col_expr(session::Column::RevokeReason, Expr::value("the access was taken away"))
        .filter(M::SESSION.eq(id))
        .filter(session::Column::RevokedAt.is_null());
    tx.update_count(revoke).await?;
    Ok(())
}

/// Revokes an invitation or takes a person's access away; their logins go with the membership.
pub(super) async fn remove<M: Members>(state: &AppState, caller: &Caller, id: i64) -> Result<(), Failure> {
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    let (target, _) = checked::<M>(&rows, caller, id, None).await?;
    let gone = M::delete_many()
        .filter(M::column(Common::Id).eq(id))
        .filter(M::column(Common::Version).eq(target.version));
    match rows.delete_where(gone).await {
        Ok(0) => return Err(ProblemCode::VersionStale.into()),
        Ok(_) => {}
        Err(error) if matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_))) => {
            return Err(Problem::new(ProblemCode::Conflict)
                .detail("records still name this person; disable the access instead")
                .into());
        }
        Err(error) => return Err(error.into()),
    }
    tx.commit().await?;
    Ok(())
}

/// Makes another person the owner; only the owner can.
pub(super) async fn hand_over<M: Members>(
    state: &AppState,
    caller: &Caller,
    id: i64,
    handover: Handover,
) -> Result<Colleague, Failure> {
    if !caller.rights.is_owner {
        return Err(ProblemCode::PermissionDenied.into());
    }
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let rows = M::enter(&tx, caller)?;
    // The owner's row first: of two who hand over at once, the second finds no owner any more.
    let step_down = touched::<M>(caller.membership_id(), now)
        .col_expr(M::column(Common::IsOwner), Expr::value(false))
        .col_expr(M::column(Common::Group), Expr::value(handover.my_group_id.0))
        .filter(M::column(Common::IsOwner).eq(true));
    let group = access::find::<M>(&rows, handover.my_group_id.0).await?;
    if group.is_none() {
        return Err(Failure::field("my_group_id", Rule::NotYours));
    }
    if id == caller.membership_id() || rows.update_count(step_down).await? == 0 {
        return Err(ProblemCode::OwnAccess.into());
    }
    let step_up = touched::<M>(id, now)
        .col_expr(M::column(Common::IsOwner), Expr::value(true))
        .col_expr(M::column(Common::Group), Expr::value(None::<i64>))
        .filter(M::column(Common::ConfirmedAt).is_not_null())
        .filter(M::column(Common::DisabledAt).is_null());
    if rows.update_count(step_up).await? == 0 {
        return Err(ProblemCode::NotFound.into());
    }
    let owner = list::one::<M>(&rows, id).await?.ok_or(ProblemCode::NotFound)?;
    tx.commit().await?;
    Ok(owner.told(&Signer::new(state)))
}
