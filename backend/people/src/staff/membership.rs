//! The common interface of staff and client members, by which both sides share their operations.

use crate::staff::StaffError;
use books::settings;
use chrono::{DateTime, Utc};
use entities::{access_group, client, client_member, session, staff};
use platform::error::OperationError;
use platform::{
    auth::{Caller, Membership},
    db::UniqueConstraint,
    scope::{AgentPolicy, ClientPolicy, Owned, RowPolicy, ScopedConnection, ScopedTx, SystemPolicy, Tx},
};
use sea_orm::{
    ActiveValue::NotSet,
    Select, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    access::Guard,
    id::{AccessGroupId, ClientId, MemberId, StaffId, UserId},
    staff::limits::CLIENT_PEOPLE,
};

/// A column that the tables of both sides have.
#[derive(Clone, Copy, Debug)]
pub enum MembershipColumn {
    Id,
    UserId,
    Group,
    IsOwner,
    InvitedAs,
    ConfirmedAt,
    DisabledAt,
    Version,
    CreatedAt,
    UpdatedAt,
}

/// A new membership, not confirmed yet. `name` is shown until the person confirms.
pub struct NewMembership {
    pub user_id: UserId,
    pub group_id: AccessGroupId,
    pub name: String,
    pub now: DateTime<Utc>,
}

/// A typed membership id as it appears in request paths.
pub trait MembershipId: Copy {
    fn number(self) -> i64;
}

impl MembershipId for StaffId {
    fn number(self) -> i64 {
        self.0
    }
}

impl MembershipId for MemberId {
    fn number(self) -> i64 {
        self.0
    }
}

/// The memberships of one side, implemented by the entities `staff` and `client_member`.
pub trait Members: Owned {
    const GUARD: Guard;
    /// Column of `sessions` that refers to the membership.
    const SESSION: session::Column;
    /// How a person is invited again who has left: under the same membership, so that the finished work is still theirs. Of a person
    /// who has not left no row is returned.
    fn on_return() -> Option<OnConflict>;

    /// SQL for the address and the time of the session used last.
    const LAST_SEEN: (&'static str, &'static str);
    /// Column with the time when a person left. Without one, people who leave are deleted.
    const REMOVED: Option<Self::Column>;
    /// SQL for whether an order or a client is assigned to the person.
    const HAS_ASSIGNMENTS: &'static str;
    /// Unique constraint: a user has one membership in a cabinet.
    const UNIQUE_USER: UniqueConstraint;
    /// The row policy that limits queries to one cabinet.
    type Policy: RowPolicy;
    type Id: MembershipId + Send + Sync;

    /// The entity's column for a common one.
    fn column(column: MembershipColumn) -> Self::Column;

    /// Narrows a transaction to the caller's cabinet.
    fn enter<'a>(tx: &'a Tx<SystemPolicy>, caller: &Caller) -> Result<ScopedTx<'a, Self::Policy>, StaffError>;

    /// Inserts a membership, whose cabinet is set by the row policy. Returns its id and version.
    fn add(rows: &impl ScopedConnection, new: NewMembership) -> impl Future<Output = Result<(i64, i64), DbErr>> + Send;

    /// Locks the list of people until the transaction ends. Returns the limit of people, if there is one.
    fn lock(
        tx: &Tx<SystemPolicy>,
        caller: &Caller,
        now: DateTime<Utc>,
    ) -> impl Future<Output = Result<Option<i64>, StaffError>> + Send;

    /// Restricts a query to the groups of this cabinet's own people.
    fn own_groups(groups: Select<access_group::Entity>) -> Select<access_group::Entity>;
}

/// Implements the methods of [`Members`] that differ only in the entity's module.
macro_rules! shared_methods {
    ($module:ident) => {
        fn column(column: MembershipColumn) -> Self::Column {
            use $module::Column;
            match column {
                MembershipColumn::Id => Column::Id,
                MembershipColumn::UserId => Column::UserId,
                MembershipColumn::Group => Column::AccessGroupId,
                MembershipColumn::IsOwner => Column::IsOwner,
                MembershipColumn::InvitedAs => Column::InvitedAs,
                MembershipColumn::ConfirmedAt => Column::ConfirmedAt,
                MembershipColumn::DisabledAt => Column::DisabledAt,
                MembershipColumn::Version => Column::Version,
                MembershipColumn::CreatedAt => Column::CreatedAt,
                MembershipColumn::UpdatedAt => Column::UpdatedAt,
            }
        }

        async fn add(rows: &impl ScopedConnection, new: NewMembership) -> Result<(i64, i64), DbErr> {
            let row = $module::ActiveModel {
                id: NotSet,
                user_id: Set(new.user_id),
                access_group_id: Set(Some(new.group_id)),
                is_owner: Set(false),
                invited_as: Set(Some(new.name)),
                version: Set(1),
                created_at: Set(new.now),
                updated_at: Set(new.now),
                ..Default::default()
            };
            let added = match Self::on_return() {
                Some(conflict) => rows.upsert(row, conflict).await?,
                None => rows.insert(row).await?,
            };
            Ok((added.id.into(), added.version))
        }
    };
}

impl Members for staff::Entity {
    const GUARD: Guard = Guard::Agent;
    const SESSION: session::Column = session::Column::StaffId;
    const LAST_SEEN: (&'static str, &'static str) = (
        "(SELECT s.last_ip FROM sessions s WHERE s.staff_id = staff.id ORDER BY s.last_seen_at DESC, s.id DESC LIMIT 1)",
        "(SELECT max(s.last_seen_at) FROM sessions s WHERE s.staff_id = staff.id)",
    );
    const REMOVED: Option<Self::Column> = Some(staff::Column::RemovedAt);
    const HAS_ASSIGNMENTS: &'static str = "(EXISTS (SELECT 1 FROM orders o WHERE o.agent_id = staff.agent_id AND o.assigned_staff_id = staff.id) \
         OR EXISTS (SELECT 1 FROM clients c WHERE c.agent_id = staff.agent_id AND c.manager_staff_id = staff.id))";
    const UNIQUE_USER: UniqueConstraint = UniqueConstraint {
        name: "uq_staff_agent_id_user_id",
        columns: "staff.agent_id, staff.user_id",
    };
    type Policy = AgentPolicy;
    type Id = StaffId;

    shared_methods!(staff);

    fn on_return() -> Option<OnConflict> {
        use staff::Column;
        let next_version = Expr::col((staff::Entity, Column::Version)).add(1);
        let conflict = OnConflict::columns([Column::AgentId, Column::UserId])
            .update_columns([
                Column::AccessGroupId,
                Column::InvitedAs,
                Column::ConfirmedAt,
                Column::DisabledAt,
                Column::RemovedAt,
                Column::CreatedAt,
                Column::UpdatedAt,
            ])
            .value(Column::Version, next_version)
            .action_and_where(Column::RemovedAt.is_not_null())
            .to_owned();
        Some(conflict)
    }

    fn enter<'a>(tx: &'a Tx<SystemPolicy>, caller: &Caller) -> Result<ScopedTx<'a, AgentPolicy>, StaffError> {
        Ok(tx.enter_agent(caller.agent_id))
    }

    async fn lock(tx: &Tx<SystemPolicy>, caller: &Caller, now: DateTime<Utc>) -> Result<Option<i64>, StaffError> {
        let agent = settings::agents::lock(tx, caller.agent_id, now).await?;
        agent.ok_or(OperationError::NotFound)?;
        Ok(caller.plan_limits().staff)
    }

    fn own_groups(groups: Select<access_group::Entity>) -> Select<access_group::Entity> {
        groups.filter(access_group::Column::ClientId.is_null())
    }
}

impl Members for client_member::Entity {
    const GUARD: Guard = Guard::Client;
    const SESSION: session::Column = session::Column::MemberId;
    const LAST_SEEN: (&'static str, &'static str) = (
        "(SELECT s.last_ip FROM sessions s WHERE s.member_id = client_members.id ORDER BY s.last_seen_at DESC, s.id DESC LIMIT 1)",
        "(SELECT max(s.last_seen_at) FROM sessions s WHERE s.member_id = client_members.id)",
    );
    const REMOVED: Option<Self::Column> = None;
    const HAS_ASSIGNMENTS: &'static str = "(1 = 0)";
    const UNIQUE_USER: UniqueConstraint = UniqueConstraint {
        name: "uq_client_members_client_id_user_id",
        columns: "client_members.client_id, client_members.user_id",
    };
    type Policy = ClientPolicy;
    type Id = MemberId;

    shared_methods!(client_member);

    fn on_return() -> Option<OnConflict> {
        None
    }

    fn enter<'a>(tx: &'a Tx<SystemPolicy>, caller: &Caller) -> Result<ScopedTx<'a, ClientPolicy>, StaffError> {
        Ok(tx.enter_client(caller.agent_id, client_id(caller)?))
    }

    async fn lock(tx: &Tx<SystemPolicy>, caller: &Caller, now: DateTime<Utc>) -> Result<Option<i64>, StaffError> {
        let lock = client::Entity::update_many()
            .col_expr(client::Column::UpdatedAt, Expr::value(now))
            .filter(client::Column::Id.eq(client_id(caller)?));
        tx.update_count(lock).await?;
        Ok(Some(CLIENT_PEOPLE))
    }

    /// The row policy already restricts the query to the client's own groups.
    fn own_groups(groups: Select<access_group::Entity>) -> Select<access_group::Entity> {
        groups
    }
}

fn client_id(caller: &Caller) -> Result<ClientId, StaffError> {
    match caller.membership {
        Membership::Member { client_id, .. } => Ok(client_id),
        Membership::Staff { .. } => Err(StaffError::NotAMember),
    }
}
