//! Creation of an agent by the operator, for a service without a way to register yet.

use super::agent;
use crate::identity::{IdentityError, contacts, email::parse_address, queries, recovery::validate_password};
use books::settings;
use chrono::Duration;
use entities::{password_reset, user};
use platform::{rng, scope::ScopedConnection, state::AppState};
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    fields::FieldErrors,
    identity::limits::{EMAIL_LINK_MINUTES, NAME},
    translation::Language,
};

/// The operator's data about a new agent.
#[derive(Clone, Debug)]
pub struct NewAgent {
    pub company: String,
    /// The name of the owner.
    pub name: String,
    pub phone: String,
    pub email: Option<String>,
    pub subdomain: Option<String>,
    /// Without one, a link is created with which the owner sets it.
    pub password: Option<String>,
    /// Whether the agent is for programs that are being developed: its data is made up.
    pub is_sandbox: bool,
}

/// Creates an agent with its owner. Returns the link with which the owner sets a password, unless the owner has one.
pub async fn create_agent(state: &AppState, new: NewAgent) -> Result<Option<String>, IdentityError> {
    let mut errors = FieldErrors::default();
    let company = errors.required_text("company", &new.company, NAME);
    let name = errors.required_text("name", &new.name, NAME);
    let subdomain = agent::validate_subdomain(state, &mut errors, new.subdomain.as_deref()).await?;
    if let Some(password) = &new.password {
        validate_password(&mut errors, password);
    }
    errors.into_result(())?;
    let phone = contacts::parse_phone(&new.phone)?;
    let email = new.email.as_deref().map(parse_address).transpose()?;
    let password_hash = match new.password {
        Some(password) => Some(state.hasher.hash(password).await?),
        None => None,
    };
    let (token, now) = (rng::refresh_token(), state.clock.now());
    let needs_link = state
        .system()
        .in_transaction(async |tx| {
            // A person keeps the account, the address and the password.
            let owner = if let Some(existing) = queries::user_by_phone(tx, &phone).await? {
                existing
            } else {
                let row = user::ActiveModel {
                    email: Set(email.clone()),
                    password_hash: Set(password_hash.clone()),
                    ..crate::staff::user_row(&phone, (name.as_str(), Language::default()), now)
                };
                tx.insert(row).await?
            };
            let agent_id = agent::create(tx, owner.id, &company, subdomain.as_deref(), now).await?;
            if new.is_sandbox {
                settings::agents::mark_sandbox(tx, agent_id).await?;
            }
            if owner.password_hash.is_some() {
                return Ok::<_, IdentityError>(false);
            }
            let link = password_reset::ActiveModel {
                id: NotSet,
                user_id: Set(owner.id),
                token_hash: Set(rng::digest(&token)),
                used_at: Set(None),
                expires_at: Set(now + Duration::minutes(EMAIL_LINK_MINUTES)),
                created_at: Set(now),
            };
            tx.insert(link).await?;
            Ok(true)
        })
        .await?;
    Ok(needs_link.then(|| format!("{}/agent/reset-password/{token}", state.config.public_url)))
}
