//! The agent's profile.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{agent, agent_setting::SettingKey};
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::{AgentScope, ScopedConnection, SystemScope},
};
use platform::{error::OperationError, timezone::TimeZone};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::AgentId,
    settings::{AgentProfile, AgentProfileChange, limits},
};

/// Subdomains reserved for the service.
const RESERVED_SUBDOMAINS: [&str; 9] = [
    "www", "api", "app", "admin", "mail", "static", "assets", "agent", "client",
];

/// The agent's contacts and time zone.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Contacts {
    pub(super) contacts: String,
    pub(super) timezone: TimeZone,
}

impl KeyedSetting for Contacts {
    const KEY: SettingKey = SettingKey::Contacts;
}

fn view(row: agent::Model, contacts: Contacts, public_url: &str) -> AgentProfile {
    let home = format!("{}/client/register", public_url.trim_end_matches('/'));
    AgentProfile {
        referral_links: vec![
            format!("{home}?agent={}", row.subdomain),
            format!("{home}?hash={}", row.referral_hash),
        ],
        name: row.name,
        subdomain: row.subdomain,
        currency: row.currency,
        contacts: contacts.contacts,
        timezone: contacts.timezone.as_str().to_owned(),
        version: row.version,
    }
}

/// The id of the scope's agent. The table of agents has no row policy, so every query on it must filter by this id.
fn agent_id(scope: &AgentScope) -> AgentId {
    scope.policy().agent_id()
}

pub(super) async fn get(
    scope: &AgentScope,
    system: &SystemScope,
    public_url: &str,
) -> Result<AgentProfile, SettingsError> {
    let row = system.one(agent::Entity::find_by_id(agent_id(scope))).await?;
    let contacts = keyed_setting::read::<Contacts>(scope).await?.value;
    Ok(view(row.ok_or(OperationError::NotFound)?, contacts, public_url))
}

fn validate_subdomain(errors: &mut FieldErrors, text: &str) -> String {
    let name = text.trim().to_ascii_lowercase();
    let has_valid_characters = name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if name.len() < 3 {
        errors.add("subdomain", Rule::TooShort(3));
    } else if name.len() > 40 {
        errors.add("subdomain", Rule::TooLong(40));
    } else if !has_valid_characters
        || name.starts_with('-')
        || name.ends_with('-')
        || RESERVED_SUBDOMAINS.contains(&name.as_str())
    {
        errors.add("subdomain", Rule::UnknownValue);
    }
    name
}

/// Returns the agent's time zone: the one of its days and working hours.
pub async fn timezone(rows: &impl ScopedConnection) -> Result<Tz, DbErr> {
    Ok(keyed_setting::read::<Contacts>(rows).await?.value.timezone.0)
}

pub(super) async fn update(
    scope: &AgentScope,
    system: &SystemScope,
    public_url: &str,
    change: AgentProfileChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<AgentProfile, SettingsError> {
    let mut errors = FieldErrors::default();
    let name = change
        .name
        .map(|name| errors.required_text("name", &name, limits::NAME));
    let new_subdomain = change.subdomain.map(|text| validate_subdomain(&mut errors, &text));
    let contacts = change.contacts.map(|text| errors.text("contacts", &text, limits::NOTE));
    let new_timezone = TimeZone::validate(&mut errors, change.timezone.as_deref());
    errors.into_result(())?;
    let mut update = agent::Entity::update_many()
        .col_expr(agent::Column::Version, Expr::col(agent::Column::Version).add(1))
        .col_expr(agent::Column::UpdatedAt, Expr::value(now))
        .filter(agent::Column::Id.eq(agent_id(scope)));
    if let Some(name) = name {
        update = update.col_expr(agent::Column::Name, Expr::value(name));
    }
    if let Some(new_subdomain) = new_subdomain {
        update = update.col_expr(agent::Column::Subdomain, Expr::value(new_subdomain));
    }
    if let Some(currency) = change.currency {
        update = update.col_expr(agent::Column::Currency, Expr::value(currency));
    }
    if let Some(version) = version {
        update = update.filter(agent::Column::Version.eq(version));
    }
    let unique = UniqueConstraint {
        name: "uq_agents_subdomain",
        columns: "agents.subdomain",
    };
    // The agent's row needs the system scope and the contacts need the agent's scope; one transaction covers both.
    let (row, stored) = system
        .in_transaction(async |tx| {
            let row = tx
                .update(update)
                .await
                .map_err(|error| {
                    if is_unique_violation(&error, unique) {
                        SettingsError::SubdomainTaken
                    } else {
                        error.into()
                    }
                })?
                .pop()
                .ok_or(OperationError::Stale)?;
            let agent_scope = tx.enter_agent(agent_id(scope));
            let mut stored = keyed_setting::read::<Contacts>(&agent_scope).await?.value;
            if contacts.is_some() || new_timezone.is_some() {
                stored.contacts = contacts.unwrap_or(stored.contacts);
                stored.timezone = new_timezone.unwrap_or(stored.timezone);
                stored = keyed_setting::write(&agent_scope, stored, None, now).await?.value;
            }
            Ok::<_, SettingsError>((row, stored))
        })
        .await?;
    Ok(view(row, stored, public_url))
}
