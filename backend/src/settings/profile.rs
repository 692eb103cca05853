//! The agent's name, address and plan.

use super::kept::{self, Kept};
use crate::{
    clients::entity as client,
    identity::entity::{agent, staff},
    platform::{
        db::{Constraint, broken_unique},
        http::Failure,
        scope::{AgentScope, Rows, SystemScope},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    Condition, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    fields::{FieldErrors, Rule},
    money::{Currency, Money},
    problem::ProblemCode,
    settings::{AgentPlan, AgentProfile, AgentProfileChange, Invoice, limits},
};

/// Most invoices shown.
const INVOICES: u64 = 100;
/// Clients are counted up to here.
const COUNTED: u64 = 100_000;
/// Names that are, or may become, the service's own.
const TAKEN: [&str; 9] = [
    "www", "api", "app", "admin", "mail", "static", "assets", "agent", "client",
];

/// How clients reach the agent, and when its day begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Contacts {
    pub(super) contacts: String,
    pub(super) timezone: String,
}

impl Default for Contacts {
    fn default() -> Self {
        Self {
            contacts: String::new(),
            timezone: "Europe/Moscow".to_owned(),
        }
    }
}

impl Kept for Contacts {
    const KEY: &'static str = "contacts";
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
        currency: Currency::from_code(&row.currency).unwrap_or(Currency::Cny),
        contacts: contacts.contacts,
        timezone: contacts.timezone,
        version: row.version,
    }
}

/// Agents are the tenants themselves, behind no wall: the scope's own is the only one that is asked for.
fn own(scope: &AgentScope) -> i64 {
    scope.wall().agent_id()
}

pub(super) async fn show(scope: &AgentScope, system: &SystemScope, public_url: &str) -> Result<AgentProfile, Failure> {
    let row = system.one(agent::Entity::find_by_id(own(scope))).await?;
    let contacts = kept::read::<Contacts>(scope).await?.value;
    Ok(view(row.ok_or(ProblemCode::NotFound)?, contacts, public_url))
}

fn subdomain(errors: &mut FieldErrors, text: &str) -> String {
    let name = text.trim().to_ascii_lowercase();
    let decent = name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if name.len() < 3 {
        errors.add("subdomain", Rule::TooShort(3));
    } else if name.len() > 40 {
        errors.add("subdomain", Rule::TooLong(40));
    } else if !decent || name.starts_with('-') || name.ends_with('-') || TAKEN.contains(&name.as_str()) {
        errors.add("subdomain", Rule::UnknownValue);
    }
    name
}

fn timezone(errors: &mut FieldErrors, text: &str) -> String {
    let decent = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
    if text.is_empty() || text.len() > 64 || !text.bytes().all(decent) {
        errors.add("timezone", Rule::UnknownValue);
    }
    text.to_owned()
}

pub(super) async fn change(
    scope: &AgentScope,
    system: &SystemScope,
    public_url: &str,
    change: AgentProfileChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<AgentProfile, Failure> {
    let mut errors = FieldErrors::default();
    let name = change
        .name
        .map(|name| errors.required_text("name", &name, limits::NAME));
    let address = change.subdomain.map(|text| subdomain(&mut errors, &text));
    let contacts = change.contacts.map(|text| errors.text("contacts", &text, limits::NOTE));
    let zone = change.timezone.map(|text| timezone(&mut errors, &text));
    errors.or(())?;
    let mut update = agent::Entity::update_many()
        .col_expr(agent::Column::Version, Expr::col(agent::Column::Version).add(1))
        .col_expr(agent::Column::UpdatedAt, Expr::value(now))
        .filter(agent::Column::Id.eq(own(scope)));
    if let Some(name) = name {
        update = update.col_expr(agent::Column::Name, Expr::value(name));
    }
    if let Some(address) = address {
        update = update.col_expr(agent::Column::Subdomain, Expr::value(address));
    }
    if let Some(currency) = change.currency {
        update = update.col_expr(agent::Column::Currency, Expr::value(currency.code()));
    }
    if let Some(version) = version {
        update = update.filter(agent::Column::Version.eq(version));
    }
    let unique = Constraint {
        name: "uq_agents_subdomain",
        columns: "agents.subdomain",
    };
    // The agent's own row stands behind no wall, what it tells behind the agent's: both change, or neither.
    let tx = system.begin().await?;
    let row = tx
        .update(update)
        .await
        .map_err(|error| {
            if broken_unique(&error, unique) {
                ProblemCode::Conflict.into()
            } else {
                Failure::from(error)
            }
        })?
        .pop()
        .ok_or(ProblemCode::VersionStale)?;
    let within = tx.enter_agent(own(scope));
    let mut held = kept::read::<Contacts>(&within).await?.value;
    if contacts.is_some() || zone.is_some() {
        held.contacts = contacts.unwrap_or(held.contacts);
        held.timezone = zone.unwrap_or(held.timezone);
        held = kept::write(&within, held, None, now).await?.value;
    }
    tx.commit().await?;
    Ok(view(row, held, public_url))
}

/// What the plan allows, and its invoices.
pub(super) async fn plan(scope: &AgentScope, system: &SystemScope) -> Result<AgentPlan, Failure> {
    let row = system.one(agent::Entity::find_by_id(own(scope))).await?;
    let working = Condition::all().add(staff::Column::DisabledAt.is_null());
    let staff = scope.counts::<staff::Entity>(vec![working], COUNTED).await?;
    let clients = scope.counts::<client::Entity>(vec![Condition::all()], COUNTED).await?;
    let invoices = super::entity::invoice::Entity::find()
        .order_by_desc(super::entity::invoice::Column::Id)
        .limit(INVOICES);
    let invoice = |row: super::entity::invoice::Model| Invoice {
        id: row.id,
        tariff: row.tariff,
        amount: Money::new(
            row.amount_minor,
            Currency::from_code(&row.currency).unwrap_or(Currency::Rub),
        ),
        due_at: row.due_at,
        paid_at: row.paid_at,
    };
    Ok(AgentPlan {
        staff_limit: row.ok_or(ProblemCode::NotFound)?.staff_limit,
        staff_count: staff.first().copied().unwrap_or_default(),
        clients_count: clients.first().copied().unwrap_or_default(),
        invoices: scope.all(invoices).await?.into_iter().map(invoice).collect(),
    })
}
