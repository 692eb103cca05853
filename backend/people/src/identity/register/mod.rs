//! Registration of agents and clients. A registration is stored with the phone's confirmation and completed when the phone is
//! verified.

mod agent;
pub(super) mod by_email;
pub(super) mod by_operator;
mod client;

pub(super) use agent::request as request_agent;
pub(super) use client::{find_agent_of_link, invitation, request as request_client};

use super::{
    IdentityError,
    browser_binding::Requester,
    code::{self, CodeAttempt},
    device::Device,
    first_cabinet, pending_link,
    queries::{self, UserKey},
    session::{self, OpenedSession},
};
use chrono::{DateTime, Utc};
use entities::login_code::CodePurpose;
use entities::phone_confirmation::{ConfirmationDetails, PendingRegistration, RegistrationKind};
use entities::{phone_confirmation as confirmation, user};
use platform::error::OperationError;
use platform::{
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{Set, entity::prelude::*, sea_query::Expr};
use shared_types::{access::Guard, email_address::EmailAddress, id::UserId, identity::PossessionFactor, phone::Phone};

/// Finds the user of the phone or creates one. `address` has confirmed the registration, if a messenger has not. Returns the user's
/// id.
async fn find_or_create_user(
    tx: &Tx<SystemPolicy>,
    phone: &Phone,
    registration: &PendingRegistration,
    address: Option<&EmailAddress>,
    now: DateTime<Utc>,
) -> Result<UserId, IdentityError> {
    // The link in an e-mail does not prove the phone number, so it opens no account that exists.
    if let Some(address) = address
        && by_email::is_taken(tx, phone, address).await?
    {
        return Err(IdentityError::ContactTaken);
    }
    let existing = user::Entity::find().filter(user::Column::Phone.eq(phone.as_str()));
    let Some(existing) = tx.one(existing).await? else {
        let row = user::ActiveModel {
            phone: Set(phone.clone()),
            phone_unproved_at: Set(address.map(|_| now)),
            email: Set(address.cloned()),
            name: Set(registration.name.clone()),
            password_hash: Set(registration.password_hash.clone()),
            locale: Set(registration.locale),
            timezone: Set(registration.timezone.unwrap_or_default()),
            timezone_chosen: Set(registration.timezone.is_some()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        return Ok(tx.insert(row).await?.id);
    };
    if existing.disabled_at.is_some() {
        return Err(IdentityError::CredentialRevoked);
    }
    // An existing user keeps their password. It is set only if there is none.
    if existing.password_hash.is_none() && registration.password_hash.is_some() {
        let update = user::Entity::update_many()
            .col_expr(
                user::Column::PasswordHash,
                Expr::value(registration.password_hash.clone()),
            )
            .filter(user::Column::Id.eq(existing.id));
        tx.update_count(update).await?;
    }
    Ok(existing.id)
}

/// Completes a registration and opens a session in the new cabinet. `None` if the confirmation was already used.
pub(super) async fn complete(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    row: &confirmation::Model,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let now = state.clock.now();
    let ConfirmationDetails::Registration(registration) = &*row.details else {
        return Err(OperationError::internal("a confirmation for a registration has the details of a login").into());
    };
    let opened = state
        .system()
        .in_transaction(async |tx| {
            if !pending_link::mark_used(tx, row, now).await? {
                return Ok(None);
            }
            let user_id = find_or_create_user(tx, phone, registration, by_email::confirmed_address(row), now).await?;
            let agent_id = match &registration.what {
                RegistrationKind::Agent { company, subdomain } => {
                    agent::create(tx, user_id, company, subdomain.as_deref(), now).await?
                }
                RegistrationKind::Client { agent_id } => {
                    client::create(tx, *agent_id, user_id, &registration.name, now).await?;
                    *agent_id
                }
            };
            let members = queries::memberships(tx, UserKey::User(user_id), guard).await?;
            let member = members
                .into_iter()
                .find(|member| member.cabinet.agent_id == agent_id && member.is_confirmed);
            // The membership exists, but it or its cabinet is disabled.
            let member = member.ok_or(IdentityError::CredentialRevoked)?;
            Ok::<_, IdentityError>(Some((user_id, member)))
        })
        .await?;
    let Some((user_id, member)) = opened else {
        return Ok(None);
    };
    // The session could switch to the other cabinets of an existing user, so it needs the factors that they need.
    first_cabinet::require_second_factor(member.requirements, false, Some(PossessionFactor::Phone))?;
    session::open(state, user_id, member.cabinet, device, None, None)
        .await
        .map(Some)
}

/// Completes the newest registration of this requester after verifying the phone by a code.
pub(super) async fn complete_by_code(
    state: &AppState,
    guard: Guard,
    attempt: CodeAttempt,
    requester: &Requester,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let phone = code::redeem(state, guard, CodePurpose::Confirm, attempt, requester, &device).await?;
    let begun = pending_link::newest_registration(state, guard, &phone, requester.hashes(guard)).await?;
    let begun = begun.ok_or(IdentityError::CodeWrong)?;
    let opened = complete_proved(state, guard, &phone, begun, device).await?;
    opened.ok_or(IdentityError::CodeWrong)
}

/// Completes a registration whose phone number a messenger has proved, also if a link in an e-mail was opened meanwhile.
pub(super) async fn complete_proved(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    begun: confirmation::Model,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let row = confirmation::Model {
        confirmed_at: None,
        ..begun
    };
    complete(state, guard, phone, &row, device).await
}
