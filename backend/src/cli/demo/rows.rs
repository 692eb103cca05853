//! The people, clients and agents of the demo, written as rows.

use chrono::{DateTime, Utc};
use entities::{
    access_group, access_group_right,
    agent::{self, OnboardingProgress},
    client, client_member, staff, user,
};
use platform::{
    scope::{ScopedConnection, SystemScope},
    timezone::TimeZone,
};
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    access::{Breadth, Level, Object},
    id::{AccessGroupId, AgentId, ClientId, MemberId, StaffId, UserId},
    money::Currency,
    phone::Phone,
    translation::Language,
};
use std::error::Error;

type RowResult<T> = Result<T, Box<dyn Error>>;

pub(super) struct Person {
    pub(super) phone: &'static str,
    pub(super) name: &'static str,
    pub(super) hash: String,
    pub(super) now: DateTime<Utc>,
}

impl Person {
    pub(super) async fn add(self, scope: &SystemScope) -> RowResult<UserId> {
        let row = user::ActiveModel {
            phone: Set(Phone::from_e164(self.phone)?),
            name: Set(self.name.to_owned()),
            password_hash: Set(Some(self.hash)),
            locale: Set(Language::Ru),
            timezone: Set(TimeZone::default()),
            version: Set(1),
            created_at: Set(self.now),
            updated_at: Set(self.now),
            ..Default::default()
        };
        Ok(scope.insert(row).await?.id)
    }
}

pub(super) async fn add_agent(
    scope: &SystemScope,
    name: &str,
    subdomain: &str,
    now: DateTime<Utc>,
) -> RowResult<AgentId> {
    let row = agent::ActiveModel {
        name: Set(name.to_owned()),
        subdomain: Set(subdomain.to_owned()),
        referral_hash: Set(format!("{subdomain}-demo")),
        currency: Set(Currency::Cny),
        onboarding_step: Set(Some(OnboardingProgress::Finished)),
        is_sandbox: Set(true),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(scope.insert(row).await?.id)
}

pub(super) async fn add_group(
    scope: &SystemScope,
    agent_id: AgentId,
    name: &str,
    grants: &[(Object, Level, Breadth)],
    now: DateTime<Utc>,
) -> RowResult<AccessGroupId> {
    let row = access_group::ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        client_id: Set(None),
        name: Set(name.to_owned()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let group = scope.insert(row).await?;
    let rights = grants
        .iter()
        .map(|(object, level, breadth)| access_group_right::ActiveModel {
            id: NotSet,
            client_id: Set(None),
            agent_id: Set(agent_id),
            group_id: Set(group.id),
            object: Set(*object),
            level: Set(*level),
            breadth: Set(*breadth),
        });
    scope.insert_many(rights.collect::<Vec<_>>(), None).await?;
    Ok(group.id)
}

pub(super) async fn add_staff(
    scope: &SystemScope,
    agent_id: AgentId,
    user_id: UserId,
    group: Option<AccessGroupId>,
    is_owner: bool,
    now: DateTime<Utc>,
) -> RowResult<StaffId> {
    let row = staff::ActiveModel {
        agent_id: Set(agent_id),
        user_id: Set(user_id),
        access_group_id: Set(group),
        is_owner: Set(is_owner),
        confirmed_at: Set(Some(now)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(scope.insert(row).await?.id)
}

pub(super) async fn add_client(
    scope: &SystemScope,
    agent_id: AgentId,
    code: &str,
    name: &str,
    company: Option<&str>,
    manager: Option<StaffId>,
    now: DateTime<Utc>,
) -> RowResult<ClientId> {
    let row = client::ActiveModel {
        agent_id: Set(agent_id),
        code: Set(code.to_owned()),
        name: Set(name.to_owned()),
        company: Set(company.map(ToOwned::to_owned)),
        currency: Set(Currency::Cny),
        manager_staff_id: Set(manager),
        order_seq: Set(0),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(scope.insert(row).await?.id)
}

pub(super) async fn add_member(
    scope: &SystemScope,
    agent_id: AgentId,
    client_id: ClientId,
    user_id: UserId,
    now: DateTime<Utc>,
) -> RowResult<MemberId> {
    let row = client_member::ActiveModel {
        agent_id: Set(agent_id),
        client_id: Set(client_id),
        user_id: Set(user_id),
        is_owner: Set(true),
        confirmed_at: Set(Some(now)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    Ok(scope.insert(row).await?.id)
}
