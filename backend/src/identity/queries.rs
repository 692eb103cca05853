//! Statements about people and their memberships.

use super::entity::{agent, client_member, staff, user};
use crate::{clients::entity as client, platform::scope::Rows};
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
pub(super) async fn user_of(scope: &impl Rows, phone: &str) -> Result<Option<user::Model>, DbErr> {
    scope
        .one(
            user::Entity::find()
                .filter(user::Column::Phone.eq(phone))
                .filter(user::Column::DisabledAt.is_null()),
        )
        .await
}

/// The password's hash of a person, if there is one.
pub(super) async fn password_of(scope: &impl Rows, who: Who<'_>) -> Result<Option<String>, DbErr> {
    let person = user::Entity::find()
        .filter(who.condition(user::Column::Id))
        .filter(user::Column::DisabledAt.is_null());
    Ok(scope.one(person).await?.and_then(|user| user.password_hash))
}

/// Whose cabinets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who<'a> {
    /// A person.
    User(i64),
    /// The person of a phone.
    Phone(&'a str),
    /// The person of an e-mail address, in small letters.
    Email(&'a str),
}

impl Who<'_> {
    fn condition(self, user_id: impl ColumnTrait) -> Condition {
        match self {
            Self::User(id) => user_id.eq(id).into_condition(),
            Self::Phone(phone) => person(user_id, user::Column::Phone.eq(phone)),
            Self::Email(email) => person(user_id, user::Column::Email.eq(email)),
        }
    }
}

fn person(user_id: impl ColumnTrait, named: sea_orm::sea_query::Expr) -> Condition {
    let person = user::Entity::find().select_only().column(user::Column::Id);
    let person = person.filter(named).filter(user::Column::DisabledAt.is_null());
    user_id.in_subquery(person.into_query()).into_condition()
}

/// A membership with its person, and whether the person has proved the phone to it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) user_id: i64,
    pub(super) is_confirmed: bool,
    pub(super) cabinet: Cabinet,
}

#[derive(FromQueryResult)]
struct StaffRow {
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: i64,
    agent_id: i64,
    agent_name: String,
}

#[derive(FromQueryResult)]
struct MemberRow {
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: i64,
    agent_id: i64,
    agent_name: String,
    client_id: i64,
    client_code: String,
    client_name: String,
}

/// The cabinets that a person may open on one side, in the order they were joined.
pub(super) async fn cabinets(scope: &impl Rows, user_id: i64, guard: Guard) -> Result<Vec<Cabinet>, DbErr> {
    let found = memberships(scope, Who::User(user_id), guard).await?;
    let open = found.into_iter().filter(|member| member.is_confirmed);
    Ok(open.map(|member| member.cabinet).collect())
}

/// The memberships of a person on one side, those the person was only invited to too.
pub(super) async fn memberships(scope: &impl Rows, who: Who<'_>, guard: Guard) -> Result<Vec<Member>, DbErr> {
    match guard {
        Guard::Agent => staff_cabinets(scope, who).await,
        Guard::Client => client_cabinets(scope, who).await,
    }
}

/// Notes that a person has proved the phone, which is what an invitation waits for.
pub(super) async fn confirm(scope: &impl Rows, user_id: i64, guard: Guard, now: DateTimeUtc) -> Result<(), DbErr> {
    match guard {
        Guard::Agent => {
            let update = staff::Entity::update_many()
                .col_expr(staff::Column::ConfirmedAt, Expr::value(now))
                .filter(staff::Column::UserId.eq(user_id))
                .filter(staff::Column::ConfirmedAt.is_null());
            scope.update_count(update).await?;
        }
        Guard::Client => {
            let update = client_member::Entity::update_many()
                .col_expr(client_member::Column::ConfirmedAt, Expr::value(now))
                .filter(client_member::Column::UserId.eq(user_id))
                .filter(client_member::Column::ConfirmedAt.is_null());
            scope.update_count(update).await?;
        }
    }
    Ok(())
}

async fn staff_cabinets(scope: &impl Rows, who: Who<'_>) -> Result<Vec<Member>, DbErr> {
    let to_agent = staff::Entity::belongs_to(agent::Entity)
        .from(staff::Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = staff::Entity::find()
        .select_only()
        .columns([
            staff::Column::Id,
            staff::Column::UserId,
            staff::Column::AgentId,
            staff::Column::ConfirmedAt,
        ])
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .join(JoinType::InnerJoin, to_agent)
        .filter(who.condition(staff::Column::UserId))
        .filter(staff::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(staff::Column::Id);
    let rows: Vec<StaffRow> = scope.all_as(select).await?;
    let cabinet = |row: &StaffRow| Cabinet {
        guard: Guard::Agent,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name.clone(),
        staff_id: Some(StaffId(row.id)),
        client_id: None,
        client_name: None,
        client_code: None,
        member_id: None,
    };
    let members = rows.iter().map(|row| Member {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
    });
    Ok(members.collect())
}

async fn client_cabinets(scope: &impl Rows, who: Who<'_>) -> Result<Vec<Member>, DbErr> {
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
            client_member::Column::ConfirmedAt,
        ])
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .column_as(Expr::col((client::Entity, client::Column::Code)), "client_code")
        .column_as(Expr::col((client::Entity, client::Column::Name)), "client_name")
        .join(JoinType::InnerJoin, to_client)
        .join(JoinType::InnerJoin, to_agent)
        .filter(who.condition(client_member::Column::UserId))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(client::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let rows: Vec<MemberRow> = scope.all_as(select).await?;
    let cabinet = |row: &MemberRow| Cabinet {
        guard: Guard::Client,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name.clone(),
        staff_id: None,
        client_id: Some(ClientId(row.client_id)),
        client_name: Some(row.client_name.clone()),
        client_code: Some(row.client_code.clone()),
        member_id: Some(MemberId(row.id)),
    };
    let members = rows.iter().map(|row| Member {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
    });
    Ok(members.collect())
}
