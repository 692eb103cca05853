//! Registration of a client, who comes by an agent's referral link or on the agent's own host.

use super::by_email;
use crate::{
    clients::{self, ClientFields},
    identity::{
        IdentityError,
        browser_binding::{Binding, Requester},
        device::Device,
        pending_link,
        recovery::validate_password,
    },
    phone_number,
};
use books::{billing, settings};
use chrono::{DateTime, Utc};
use entities::phone_confirmation::ConfirmationDetails;
use entities::phone_confirmation::{PendingRegistration, RegistrationKind};
use entities::{agent, client_member};
use infra::media::UrlSigner;
use platform::error::OperationError;
use platform::{
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
    timezone::TimeZone,
};
use sea_orm::{DbErr, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    billing::PlanLimit,
    fields::{FieldErrors, Rule},
    id::{AgentId, UserId},
    identity::{BotLinks, ClientRegistration, InvitationQuery, InvitationState, RegistrationInfo, limits::NAME},
};

/// The agent that a link names; `None` if the link names none, or an unknown one.
pub(in crate::identity) async fn find_agent_of_link(
    rows: &impl ScopedConnection,
    query: &InvitationQuery,
) -> Result<Option<agent::Model>, DbErr> {
    let filter = match (&query.agent, &query.hash) {
        (Some(subdomain), _) => agent::Column::Subdomain.eq(subdomain.trim().to_ascii_lowercase()),
        (None, Some(hash)) => agent::Column::ReferralHash.eq(hash.trim()),
        (None, None) => return Ok(None),
    };
    let agent = agent::Entity::find()
        .filter(filter)
        .filter(agent::Column::DisabledAt.is_null());
    rows.one(agent).await
}

/// Finds the agent that a link or a host names. The inner error is `NoAgent` if neither names one, or `UnknownAgent`.
async fn find_inviting_agent(
    state: &AppState,
    query: &InvitationQuery,
    host: &str,
) -> Result<Result<agent::Model, InvitationState>, DbErr> {
    let of_host = |agent| InvitationQuery { agent, hash: None };
    let query = match (&query.agent, &query.hash) {
        (None, None) => &of_host(state.config.subdomain_of(host)),
        _ => query,
    };
    if query.agent.is_none() && query.hash.is_none() {
        return Ok(Err(InvitationState::NoAgent));
    }
    let agent = find_agent_of_link(&state.system(), query).await?;
    Ok(agent.ok_or(InvitationState::UnknownAgent))
}

/// The agent with which a client registers here, or the reason why there is none.
pub(in crate::identity) async fn invitation(
    state: &AppState,
    query: &InvitationQuery,
    host: &str,
) -> Result<RegistrationInfo, IdentityError> {
    Ok(match find_inviting_agent(state, query, host).await? {
        Ok(agent) => {
            let scope = state.system().enter_agent(agent.id);
            let brand = settings::brand(&scope, &agent.name, &UrlSigner::new(state)).await?;
            RegistrationInfo {
                state: InvitationState::Open,
                agent_name: Some(agent.name),
                brand: Some(brand),
            }
        }
        Err(state) => RegistrationInfo {
            state,
            agent_name: None,
            brand: None,
        },
    })
}

/// Validates a registration and stores it until the phone is verified. Returns the start links of the bots.
pub(in crate::identity) async fn request(
    state: &AppState,
    new: ClientRegistration,
    host: &str,
    requester: &Requester,
    device: &Device,
) -> Result<(BotLinks, Binding), IdentityError> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, NAME);
    let password = new.password.filter(|password| !password.is_empty());
    if let Some(password) = &password {
        validate_password(&mut errors, password);
    }
    let email = by_email::read_address(state, &mut errors, new.email.as_deref(), password.is_some());
    let timezone = TimeZone::validate(&mut errors, new.timezone.as_deref());
    let phone = phone_number::required(&mut errors, "phone", &new.phone);
    let query = InvitationQuery {
        agent: new.agent,
        hash: new.hash,
    };
    let agent = find_inviting_agent(state, &query, host).await?;
    match &agent {
        Ok(_) => {}
        Err(InvitationState::NoAgent) => errors.add("agent", Rule::Required),
        Err(_) => errors.add(if query.agent.is_some() { "agent" } else { "hash" }, Rule::UnknownValue),
    }
    errors.into_result(())?;
    let (phone, Ok(agent)) = (phone?, agent) else {
        return Err(OperationError::field("agent", Rule::UnknownValue).into());
    };
    ensure_place(&state.system(), agent.id, state.clock.now()).await?;
    let allowed = pending_link::count_attempt(state, Guard::Client, &phone, requester, device).await?;
    let password_hash = match password {
        Some(password) => Some(allowed.reserve_hash_slot(state).await?.hash(password).await?),
        None => None,
    };
    let registration = PendingRegistration {
        name,
        password_hash,
        email,
        locale: device.language,
        timezone,
        what: RegistrationKind::Client { agent_id: agent.id },
    };
    let details = ConfirmationDetails::Registration(registration);
    by_email::create_with_email(state, allowed, details).await
}

/// Checks that the plan of an agent allows one more client.
async fn ensure_place(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    now: DateTime<Utc>,
) -> Result<(), IdentityError> {
    let maximum = billing::plan_limit(rows, agent_id, PlanLimit::Clients).await?;
    Ok(billing::check_limit(rows, agent_id, (PlanLimit::Clients, maximum), 1, now).await??)
}

/// Creates a client with its first member. A user who is already a member of a client of this agent keeps that membership.
pub(super) async fn create(
    tx: &Tx<SystemPolicy>,
    agent_id: AgentId,
    user_id: UserId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), IdentityError> {
    let existing = client_member::Entity::find()
        .filter(client_member::Column::AgentId.eq(agent_id))
        .filter(client_member::Column::UserId.eq(user_id))
        .filter(client_member::Column::DisabledAt.is_null());
    if let Some(member) = tx.one(existing).await? {
        let confirm = client_member::Entity::update_many()
            .col_expr(
                client_member::Column::ConfirmedAt,
                Expr::value(member.confirmed_at.unwrap_or(now)),
            )
            .filter(client_member::Column::Id.eq(member.id));
        tx.update_count(confirm).await?;
        return Ok(());
    }
    // Registrations at the same time get their codes one after the other.
    settings::agents::lock(tx, agent_id, now).await?;
    let fields = ClientFields {
        agent_id,
        name,
        company: None,
        manager_staff_id: None,
    };
    let client = clients::insert(tx, fields, now).await?;
    let member = client_member::ActiveModel {
        agent_id: Set(agent_id),
        client_id: Set(client.id),
        user_id: Set(user_id),
        is_owner: Set(true),
        confirmed_at: Set(Some(now)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.insert(member).await?;
    // Clients that are enabled at the same time are counted too.
    let maximum = billing::plan_limit(tx, agent_id, PlanLimit::Clients).await?;
    Ok(billing::ensure_within(tx, agent_id, (PlanLimit::Clients, maximum), now).await??)
}
