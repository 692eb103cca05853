//! Changes of memberships: permission group, disabling, removal, and transfer of ownership.

use super::{
    invite::check_people_limit,
    list::{self, MembershipRow},
};
use crate::api_keys::end_keys_of_membership;
use crate::staff::StaffError;
use crate::staff::access;
use crate::staff::membership::{Members, MembershipColumn};
use chrono::{DateTime, Utc};
use entities::{access_group, session};
use infra::media::UrlSigner;
use platform::error::OperationError;
use platform::{
    auth::Caller,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    SqlErr, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Rights,
    fields::Rule,
    id::AccessGroupId,
    staff::{
        AccessChange, OwnershipTransfer, StaffMember,
        rules::{self, AccessRefusal, RightsHolder},
    },
};

/// Update statement for a membership that sets its version and time. The caller adds columns.
fn update_statement<M: Members>(id: i64, now: DateTime<Utc>) -> UpdateMany<M> {
    M::update_many()
        .col_expr(
            M::column(MembershipColumn::Version),
            Expr::col(M::column(MembershipColumn::Version)).add(1),
        )
        .col_expr(M::column(MembershipColumn::UpdatedAt), Expr::value(now))
        .filter(M::column(MembershipColumn::Id).eq(id))
}

/// Checks that the caller may change a membership and assign the given group. Returns both.
async fn authorize_change<M: Members>(
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: i64,
    group: Option<AccessGroupId>,
) -> Result<(MembershipRow, Option<access_group::Model>), StaffError> {
    let target = list::find::<M>(rows, id).await?.ok_or(OperationError::NotFound)?;
    let group_ids = [target.group_id, group];
    let mut groups = access::find_groups(rows, group_ids.into_iter().flatten()).await?;
    let rights = if target.is_owner {
        Rights::owner()
    } else {
        let group = target.group_id.and_then(|id| groups.get(&id));
        group.map(|(_, rights)| rights.clone()).unwrap_or_default()
    };
    let actor = RightsHolder {
        id: caller.membership_id(),
        rights: &caller.rights,
    };
    rules::may_change(
        actor,
        RightsHolder {
            id: target.id,
            rights: &rights,
        },
    )?;
    let Some(group) = group else {
        return Ok((target, None));
    };
    let (group, granted) = groups
        .remove(&group)
        .filter(|(group, _)| access::is_own_group::<M>(group))
        .ok_or_else(|| OperationError::field("group_id", Rule::NotYours))?;
    rules::may_grant(&caller.rights, &granted)?;
    Ok((target, Some(group)))
}

/// Checks that the caller may change a membership. Returns it.
pub(crate) async fn authorize<M: Members>(
    rows: &impl ScopedConnection,
    caller: &Caller,
    id: i64,
) -> Result<MembershipRow, StaffError> {
    Ok(authorize_change::<M>(rows, caller, id, None).await?.0)
}

/// Changes the group of a membership, or disables or enables it.
pub(super) async fn update<M: Members + Default>(
    state: &AppState,
    caller: &Caller,
    id: i64,
    change: AccessChange,
    version: Option<i64>,
) -> Result<StaffMember, StaffError> {
    let changed = state
        .system()
        .in_transaction(async |tx| update_in::<M>(state, tx, caller, id, change, version).await)
        .await?;
    state.notify_session_change();
    Ok(changed)
}

/// Does the same in a transaction. The caller calls [`AppState::notify_session_change`] after the commit.
pub async fn update_in<M: Members + Default>(
    state: &AppState,
    tx: &Tx<SystemPolicy>,
    caller: &Caller,
    id: i64,
    change: AccessChange,
    version: Option<i64>,
) -> Result<StaffMember, StaffError> {
    let now = state.clock.now();
    let rows = M::enter(tx, caller)?;
    let (mut target, group) = authorize_change::<M>(&rows, caller, id, change.group_id).await?;
    if version.is_some_and(|version| version != target.version) {
        return Err(OperationError::Stale.into());
    }
    let mut update = update_statement::<M>(id, now).filter(M::column(MembershipColumn::Version).eq(target.version));
    if let Some(group) = group {
        update = update.col_expr(M::column(MembershipColumn::Group), Expr::value(group.id));
        target.group_id = Some(group.id);
        target.group_name = Some(group.name);
    }
    match change.disabled {
        Some(true) if target.disabled_at.is_none() => {
            update = update.col_expr(M::column(MembershipColumn::DisabledAt), Expr::value(now));
            target.disabled_at = Some(now);
            end_sessions::<M>(tx, id, now).await?;
        }
        Some(false) if target.disabled_at.is_some() => {
            check_people_limit::<M>(tx, caller, now).await?;
            update = update.col_expr(
                M::column(MembershipColumn::DisabledAt),
                Expr::value(None::<DateTime<Utc>>),
            );
            target.disabled_at = None;
        }
        _ => {}
    }
    if rows.update_count(update).await? == 0 {
        return Err(OperationError::Stale.into());
    }
    target.version += 1;
    Ok(target.into_colleague(&UrlSigner::new(state)))
}

/// Ends the sessions and keys of a membership, so that they do not become valid again when it is enabled.
async fn end_sessions<M: Members>(tx: &Tx<SystemPolicy>, id: i64, now: DateTime<Utc>) -> Result<(), StaffError> {
    let revoke = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .col_expr(
            session::Column::RevokeReason,
            Expr::value(session::RevokeReason::MembershipDisabled),
        )
        .filter(M::SESSION.eq(id))
        .filter(session::Column::RevokedAt.is_null());
    tx.update_count(revoke).await?;
    end_keys_of_membership(tx, M::GUARD, id, now).await?;
    Ok(())
}

/// Removes a person or an invitation.
pub(super) async fn remove<M: Members>(state: &AppState, caller: &Caller, id: i64) -> Result<(), StaffError> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| remove_in::<M>(tx, caller, id, now).await)
        .await?;
    state.notify_session_change();
    Ok(())
}

/// Does the same in a transaction. The caller calls [`AppState::notify_session_change`] after the commit.
pub async fn remove_in<M: Members>(
    tx: &Tx<SystemPolicy>,
    caller: &Caller,
    id: i64,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    let rows = M::enter(tx, caller)?;
    let (target, _) = authorize_change::<M>(&rows, caller, id, None).await?;
    let removed = if let Some(column) = M::REMOVED {
        let update = update_statement::<M>(id, now)
            .col_expr(column, Expr::value(now))
            .col_expr(
                M::column(MembershipColumn::DisabledAt),
                Expr::value(target.disabled_at.unwrap_or(now)),
            )
            .col_expr(M::column(MembershipColumn::Group), Expr::value(None::<AccessGroupId>))
            .filter(M::column(MembershipColumn::Version).eq(target.version));
        // As of a person who is deleted.
        tx.delete_where(session::Entity::delete_many().filter(M::SESSION.eq(id)))
            .await?;
        end_keys_of_membership(tx, M::GUARD, id, now).await?;
        rows.update_count(update).await?
    } else {
        let delete = M::delete_many()
            .filter(M::column(MembershipColumn::Id).eq(id))
            .filter(M::column(MembershipColumn::Version).eq(target.version));
        match rows.delete_where(delete).await {
            Err(error) if matches!(error.sql_err(), Some(SqlErr::ForeignKeyConstraintViolation(_))) => {
                return Err(StaffError::MemberInUse);
            }
            deleted => deleted?,
        }
    };
    if removed == 0 {
        return Err(OperationError::Stale.into());
    }
    Ok(())
}

/// Makes another person the owner. Only the owner can do this, and then gets `my_group_id`.
pub(super) async fn transfer_ownership<M: Members>(
    state: &AppState,
    caller: &Caller,
    id: i64,
    transfer: OwnershipTransfer,
) -> Result<StaffMember, StaffError> {
    if !caller.rights.is_owner {
        return Err(OperationError::PermissionDenied.into());
    }
    let now = state.clock.now();
    let owner = state
        .system()
        .in_transaction(async |tx| {
            let rows = M::enter(tx, caller)?;
            // The caller's row is updated first, so that the second of two concurrent transfers fails.
            let demote = update_statement::<M>(caller.membership_id(), now)
                .col_expr(M::column(MembershipColumn::IsOwner), Expr::value(false))
                .col_expr(M::column(MembershipColumn::Group), Expr::value(transfer.my_group_id))
                .filter(M::column(MembershipColumn::IsOwner).eq(true));
            let group = access::find_group::<M>(&rows, transfer.my_group_id).await?;
            if group.is_none() {
                return Err(OperationError::field("my_group_id", Rule::NotYours).into());
            }
            if id == caller.membership_id() || rows.update_count(demote).await? == 0 {
                return Err(AccessRefusal::OwnAccess.into());
            }
            let promote = update_statement::<M>(id, now)
                .col_expr(M::column(MembershipColumn::IsOwner), Expr::value(true))
                .col_expr(M::column(MembershipColumn::Group), Expr::value(None::<AccessGroupId>))
                .filter(M::column(MembershipColumn::ConfirmedAt).is_not_null())
                .filter(M::column(MembershipColumn::DisabledAt).is_null());
            if rows.update_count(promote).await? == 0 {
                return Err(OperationError::NotFound.into());
            }
            let owner = list::find::<M>(&rows, id).await?.ok_or(OperationError::NotFound)?;
            Ok::<_, StaffError>(owner)
        })
        .await?;
    state.notify_session_change();
    Ok(owner.into_colleague(&UrlSigner::new(state)))
}
