//! Statements about people and their memberships.

use super::entity::{agent, client_member, staff, user};
use crate::{
    clients::entity as client,
    platform::scope::{Rows, SystemScope},
};
use sea_orm::{
    Condition, DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, IntoCondition},
};
use shared_types::{
    access::Guard,
    id::{AgentId, ClientId, MemberId, StaffId},
    identity::Cabinet,
};

/// The person of a phone.
pub(super) async fn user_of(scope: &SystemScope, phone: &str) -> Result<Option<user::Model>, DbErr> {
    scope
        .one(
            user::Entity::find()
                .filter(user::Column::Phone.eq(phone))
                .filter(user::Column::DisabledAt.is_null()),
        )
        .await
}

/// Whose cabinets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who<'a> {
    /// A person.
    User(i64),
    /// The person of a phone; what they are invited to counts too, for proving the phone confirms it.
    Phone(&'a str),
}

/// A cabinet of a person.
pub(super) struct Held {
    pub(super) user_id: i64,
    pub(super) cabinet: Cabinet,
    /// An invitation that is not confirmed yet.
    pub(super) invited: bool,
}

impl Who<'_> {
    fn confirmed(self, confirmed_at: impl ColumnTrait) -> Condition {
        match self {
            Self::User(_) => confirmed_at.is_not_null().into_condition(),
            Self::Phone(_) => Condition::all(),
        }
    }

    fn condition(self, user_id: impl ColumnTrait) -> Condition {
        match self {
            Self::User(id) => user_id.eq(id).into_condition(),
            Self::Phone(phone) => {
                let person = user::Entity::find().select_only().column(user::Column::Id);
                let person = person
                    .filter(user::Column::Phone.eq(phone))
                    .filter(user::Column::DisabledAt.is_null());
                user_id.in_subquery(person.into_query()).into_condition()
            }
        }
    }
}

#[derive(FromQueryResult)]
struct StaffRow {
    id: i64,
    user_id: i64,
    invited: bool,
    agent_id: i64,
    agent_name: String,
}

#[derive(FromQueryResult)]
struct MemberRow {
    id: i64,
    user_id: i64,
    invited: bool,
    agent_id: i64,
    agent_name: String,
    client_id: i64,
    client_code: String,
    client_name: String,
}

/// The cabinets that a person may open on one side, in the order they were joined.
pub(super) async fn cabinets(scope: &SystemScope, user_id: i64, guard: Guard) -> Result<Vec<Cabinet>, DbErr> {
    let found = cabinets_of(scope, Who::User(user_id), guard).await?;
    Ok(found.into_iter().map(|held| held.cabinet).collect())
}

/// The same, each with its person.
pub(super) async fn cabinets_of(scope: &SystemScope, who: Who<'_>, guard: Guard) -> Result<Vec<Held>, DbErr> {
    match guard {
        Guard::Agent => staff_cabinets(scope, who).await,
        Guard::Client => client_cabinets(scope, who).await,
    }
}

async fn staff_cabinets(scope: &SystemScope, who: Who<'_>) -> Result<Vec<Held>, DbErr> {
    let to_agent = staff::Entity::belongs_to(agent::Entity)
        .from(staff::Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = staff::Entity::find()
        .select_only()
        .columns([staff::Column::Id, staff::Column::UserId, staff::Column::AgentId])
        .column_as(staff::Column::ConfirmedAt.is_null(), "invited")
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .join(JoinType::InnerJoin, to_agent)
        .filter(who.condition(staff::Column::UserId))
        .filter(who.confirmed(staff::Column::ConfirmedAt))
        .filter(staff::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(staff::Column::Id);
    let rows: Vec<StaffRow> = scope.all_as(select).await?;
    let cabinet = |row: StaffRow| Cabinet {
        guard: Guard::Agent,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name,
        staff_id: Some(StaffId(row.id)),
        client_id: None,
        client_name: None,
        client_code: None,
        member_id: None,
    };
    let held = |row: StaffRow| Held {
        user_id: row.user_id,
        invited: row.invited,
        cabinet: cabinet(row),
    };
    Ok(rows.into_iter().map(held).collect())
}

async fn client_cabinets(scope: &SystemScope, who: Who<'_>) -> Result<Vec<Held>, DbErr> {
    let to_client = client_member::Entity::belongs_to(client::Entity)
        .from(client_member::Column::ClientId)
        .to(client::Column::Id)
        .into();
    let to_agent = client_member::Entity::belongs_to(agent::Entity)
        .from(client_member::Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = client_member::Entity::find()
        .select_only()
        .columns([
            client_member::Column::Id,
            client_member::Column::UserId,
            client_member::Column::AgentId,
            client_member::Column::ClientId,
        ])
        .column_as(client_member::Column::ConfirmedAt.is_null(), "invited")
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .column_as(Expr::col((client::Entity, client::Column::Code)), "client_code")
        .column_as(Expr::col((client::Entity, client::Column::Name)), "client_name")
        .join(JoinType::InnerJoin, to_client)
        .join(JoinType::InnerJoin, to_agent)
        .filter(who.condition(client_member::Column::UserId))
        .filter(who.confirmed(client_member::Column::ConfirmedAt))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(client::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let rows: Vec<MemberRow> = scope.all_as(select).await?;
    let cabinet = |row: MemberRow| Cabinet {
        guard: Guard::Client,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name,
        staff_id: None,
        client_id: Some(ClientId(row.client_id)),
        client_name: Some(row.client_name),
        client_code: Some(row.client_code),
        member_id: Some(MemberId(row.id)),
    };
    let held = |row: MemberRow| Held {
        user_id: row.user_id,
        invited: row.invited,
        cabinet: cabinet(row),
    };
    Ok(rows.into_iter().map(held).collect())
}
