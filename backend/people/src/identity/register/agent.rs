//! Registration of an agent, with its owner and default permission groups.

use super::by_email;
use crate::{
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
use entities::{access_group, access_group_right, agent, staff};
use platform::error::OperationError;
use platform::{
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
    timezone::TimeZone,
};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*};
use shared_types::{
    access::{Breadth, Guard, Level, Object},
    fields::{FieldErrors, Rule},
    id::{AgentId, UserId},
    identity::{
        AgentRegistration, BotLinks,
        limits::{NAME, SUBDOMAIN},
    },
};

/// Subdomains that agents cannot have.
const RESERVED_SUBDOMAINS: &[&str] = &[
    "admin", "agent", "api", "app", "assets", "client", "docs", "help", "karavan", "mail", "static", "status",
    "support", "webhooks", "www",
];

type GroupTemplate = (&'static str, &'static [(Object, Level, Breadth)]);

/// Permission groups of a new agent, which the agent can change. Their breadth is `All`: with `Own`, a new manager would see nothing
/// until orders or clients are assigned to them.
const DEFAULT_GROUPS: &[GroupTemplate] = &[
    (
        "Менеджеры",
        &[
            (Object::Orders, Level::Edit, Breadth::All),
            (Object::OrderPrices, Level::Edit, Breadth::All),
            (Object::Clients, Level::View, Breadth::All),
            (Object::Shipments, Level::Edit, Breadth::All),
            (Object::Topups, Level::Edit, Breadth::All),
            (Object::Balance, Level::View, Breadth::All),
            (Object::Services, Level::Edit, Breadth::All),
        ],
    ),
    (
        "Склад",
        &[
            (Object::Orders, Level::Edit, Breadth::All),
            (Object::Services, Level::Edit, Breadth::All),
            (Object::Shipments, Level::Edit, Breadth::All),
            (Object::Deliveries, Level::Edit, Breadth::All),
        ],
    ),
    (
        "Бухгалтерия",
        &[
            (Object::Orders, Level::View, Breadth::All),
            (Object::OrderPrices, Level::View, Breadth::All),
            (Object::Clients, Level::View, Breadth::All),
            (Object::Balance, Level::Edit, Breadth::All),
            (Object::Topups, Level::Edit, Breadth::All),
            (Object::Cash, Level::Edit, Breadth::All),
            (Object::Reports, Level::View, Breadth::All),
        ],
    ),
];

/// Whether a text is a valid subdomain: lower-case letters, digits and hyphens, starting with a letter.
fn is_valid_subdomain(text: &str) -> bool {
    let (shortest, longest) = SUBDOMAIN;
    (shortest..=longest).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && !text.ends_with('-')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Validates a registration and stores it until the phone is verified. Returns the start links of the bots.
pub(in crate::identity) async fn request(
    state: &AppState,
    new: AgentRegistration,
    requester: &Requester,
    device: &Device,
) -> Result<(BotLinks, Binding), IdentityError> {
    let mut errors = FieldErrors::default();
    let company = errors.required_text("company", &new.company, NAME);
    let name = errors.required_text("name", &new.name, NAME);
    let subdomain = validate_subdomain(state, &mut errors, new.subdomain.as_deref()).await?;
    let password = new.password.filter(|password| !password.is_empty());
    if let Some(password) = &password {
        validate_password(&mut errors, password);
    }
    let email = by_email::read_address(state, &mut errors, new.email.as_deref(), password.is_some());
    let timezone = TimeZone::validate(&mut errors, new.timezone.as_deref());
    let phone = phone_number::required(&mut errors, "phone", &new.phone);
    errors.into_result(())?;
    let phone = phone?;
    let allowed = pending_link::count_attempt(state, Guard::Agent, &phone, requester, device).await?;
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
        what: RegistrationKind::Agent { company, subdomain },
    };
    let details = ConfirmationDetails::Registration(registration);
    by_email::create_with_email(state, allowed, details).await
}

/// Validates a subdomain that an agent chooses.
pub(super) async fn validate_subdomain(
    state: &AppState,
    errors: &mut FieldErrors,
    text: Option<&str>,
) -> Result<Option<String>, DbErr> {
    let subdomain = errors
        .optional_text("subdomain", text, SUBDOMAIN.1)
        .map(|text| text.to_ascii_lowercase());
    if let Some(subdomain) = &subdomain {
        if !is_valid_subdomain(subdomain) {
            errors.add("subdomain", Rule::NotASubdomain);
        } else if RESERVED_SUBDOMAINS.contains(&subdomain.as_str()) || is_subdomain_taken(state, subdomain).await? {
            errors.add("subdomain", Rule::Taken);
        }
    }
    Ok(subdomain)
}

async fn is_subdomain_taken(state: &AppState, subdomain: &str) -> Result<bool, DbErr> {
    let existing = agent::Entity::find().filter(agent::Column::Subdomain.eq(subdomain));
    Ok(state.system().one(existing).await?.is_some())
}

/// Creates the agent with its owner and default groups. Returns the agent's id.
pub(super) async fn create(
    tx: &Tx<SystemPolicy>,
    user_id: UserId,
    company: &str,
    subdomain: Option<&str>,
    now: DateTime<Utc>,
) -> Result<AgentId, IdentityError> {
    let agent_id = insert_agent(tx, company, subdomain, now).await?;
    let owner = staff::ActiveModel {
        agent_id: Set(agent_id),
        user_id: Set(user_id),
        is_owner: Set(true),
        confirmed_at: Set(Some(now)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.insert(owner).await?;
    let mut rights = Vec::new();
    for (name, grants) in DEFAULT_GROUPS {
        let group = access_group::ActiveModel {
            id: NotSet,
            agent_id: Set(agent_id),
            client_id: Set(None),
            name: Set((*name).to_owned()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
        };
        let group = tx.insert(group).await?;
        rights.extend(
            grants
                .iter()
                .map(|(object, level, breadth)| access_group_right::ActiveModel {
                    id: NotSet,
                    client_id: Set(None),
                    agent_id: Set(agent_id),
                    group_id: Set(group.id),
                    object: Set(*object),
                    level: Set(*level),
                    breadth: Set(*breadth),
                }),
        );
    }
    tx.insert_many(rights, None).await?;
    Ok(agent_id)
}

/// Inserts the agent's row. If the subdomain was taken in the meantime, a random one is used, so that the registration does not
/// fail after the phone is verified.
async fn insert_agent(
    tx: &Tx<SystemPolicy>,
    company: &str,
    subdomain: Option<&str>,
    now: DateTime<Utc>,
) -> Result<AgentId, IdentityError> {
    for requested in [subdomain, None, None] {
        let name = requested.map_or_else(|| rng::short_code(8), ToOwned::to_owned);
        if let Some(id) = settings::agents::create(tx, company, &name, now).await? {
            billing::start_subscription(tx, id, now).await?;
            return Ok(id);
        }
    }
    Err(OperationError::internal("no free subdomain was found").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subdomains_are_validated() {
        for name in ["lotus", "lotus-cargo", "k2o"] {
            assert!(is_valid_subdomain(name), "{name}");
        }
        for name in [
            "",
            "ab",
            "2go",
            "-a1",
            "lotus-",
            "Lotus",
            "лотос",
            "a.b.c",
            &"x".repeat(31),
        ] {
            assert!(!is_valid_subdomain(name), "{name}");
        }
    }
}
