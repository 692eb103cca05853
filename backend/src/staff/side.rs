//! What the two sides' memberships have in common, so that both share their operations.

use crate::{
    clients::entity as client,
    identity::entity::{access_group, agent, client_member, session, staff},
    platform::{
        auth::{Caller, Membership},
        db::Constraint,
        http::Failure,
        scope::{AgentWall, ClientWall, Owned, Rows, SystemWall, Tx, Wall, Within},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, Select, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    id::{MemberId, StaffId},
    problem::ProblemCode,
    staff::limits::CLIENT_PEOPLE,
};

/// A column that both tables have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Common {
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

/// A new membership.
pub(crate) struct Invited {
    pub(crate) user_id: i64,
    pub(crate) group_id: i64,
    pub(crate) name: String,
    pub(crate) now: DateTime<Utc>,
}

/// The id of a membership in a path.
pub(crate) trait Number: Copy {
    fn number(self) -> i64;
}

impl Number for StaffId {
    fn number(self) -> i64 {
        self.0
    }
}

impl Number for MemberId {
    fn number(self) -> i64 {
        self.0
    }
}

/// The memberships of one side.
pub(crate) trait Members: Owned {
    /// The side.
    const GUARD: Guard;
    /// Where logins name the membership.
    const SESSION: session::Column;
    /// When and from where somebody was last seen, of the login used last.
    const LAST_SEEN: (&'static str, &'static str);
    /// One membership of a person in a cabinet.
    const ONCE: Constraint;
    /// What stands between this cabinet and the others.
    type Wall: Wall;
    /// The membership's id.
    type Id: Number + Send + Sync;

    /// The table's own column.
    fn column(column: Common) -> Self::Column;

    /// A transaction behind the caller's wall.
    fn enter<'a>(tx: &'a Tx<SystemWall>, caller: &Caller) -> Result<Within<'a, Self::Wall>, Failure>;

    /// Adds a membership; it gets its cabinet from the wall.
    fn add(rows: &impl Rows, new: Invited) -> impl Future<Output = Result<(i64, i64), DbErr>> + Send;

    /// Locks the list of people until the transaction ends, and tells how many places there are.
    fn lock(
        tx: &Tx<SystemWall>,
        caller: &Caller,
        now: DateTime<Utc>,
    ) -> impl Future<Output = Result<i32, Failure>> + Send;

    /// The groups of this cabinet's own people.
    fn own_groups(groups: Select<access_group::Entity>) -> Select<access_group::Entity>;
}

macro_rules! columns {
    ($module:ident) => {
        fn column(column: Common) -> Self::Column {
            use $module::Column;
            match column {
                Common::Id => Column::Id,
                Common::UserId => Column::UserId,
                Common::Group => Column::AccessGroupId,
                Common::IsOwner => Column::IsOwner,
                Common::InvitedAs => Column::InvitedAs,
                Common::ConfirmedAt => Column::ConfirmedAt,
                Common::DisabledAt => Column::DisabledAt,
                Common::Version => Column::Version,
                Common::CreatedAt => Column::CreatedAt,
                Common::UpdatedAt => Column::UpdatedAt,
            }
        }

        async fn add(rows: &impl Rows, new: Invited) -> Result<(i64, i64), DbErr> {
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
            let added = rows.insert(row).await?;
            Ok((added.id, added.version))
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
    const ONCE: Constraint = Constraint {
        name: "uq_staff_agent_id_user_id",
        columns: "staff.agent_id, staff.user_id",
    };
    type Wall = AgentWall;
    type Id = StaffId;

    columns!(staff);

    fn enter<'a>(tx: &'a Tx<SystemWall>, caller: &Caller) -> Result<Within<'a, AgentWall>, Failure> {
        Ok(tx.enter_agent(caller.agent_id))
    }

    async fn lock(tx: &Tx<SystemWall>, caller: &Caller, now: DateTime<Utc>) -> Result<i32, Failure> {
        let touch = agent::Entity::update_many()
            .col_expr(agent::Column::UpdatedAt, Expr::value(now))
            .filter(agent::Column::Id.eq(caller.agent_id));
        let agent = tx.update(touch).await?.pop().ok_or(ProblemCode::NotFound)?;
        Ok(agent.staff_limit)
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
    const ONCE: Constraint = Constraint {
        name: "uq_client_members_client_id_user_id",
        columns: "client_members.client_id, client_members.user_id",
    };
    type Wall = ClientWall;
    type Id = MemberId;

    columns!(client_member);

    fn enter<'a>(tx: &'a Tx<SystemWall>, caller: &Caller) -> Result<Within<'a, ClientWall>, Failure> {
        Ok(tx.enter_client(caller.agent_id, client_of(caller)?))
    }

    async fn lock(tx: &Tx<SystemWall>, caller: &Caller, now: DateTime<Utc>) -> Result<i32, Failure> {
        let touch = client::Entity::update_many()
            .col_expr(client::Column::UpdatedAt, Expr::value(now))
            .filter(client::Column::Id.eq(client_of(caller)?));
        tx.update_count(touch).await?;
        Ok(CLIENT_PEOPLE)
    }

    /// The wall leaves the client's own groups alone.
    fn own_groups(groups: Select<access_group::Entity>) -> Select<access_group::Entity> {
        groups
    }
}

fn client_of(caller: &Caller) -> Result<i64, Failure> {
    match caller.membership {
        Membership::Member { client_id, .. } => Ok(client_id),
        Membership::Staff { .. } => Err(ProblemCode::CredentialInvalid.into()),
    }
}
