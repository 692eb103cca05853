//! A new intermediary: its owner, the groups it begins with.

use super::{Waiting, What};
use crate::{
    identity::{
        asker::{Asker, Mark},
        entity::{access_group, access_group_right, agent, staff},
        link, login,
        recovery::check_password,
        session::Device,
    },
    platform::{
        http::Failure,
        rng,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{
    access::{Breadth, Guard, Level, Object},
    fields::{FieldErrors, Rule},
    identity::{
        AgentRegistration, LinkOffer,
        limits::{NAME, SUBDOMAIN},
    },
};

/// Names that stand before the host for other things.
const RESERVED: &[&str] = &[
    "admin", "agent", "api", "app", "assets", "client", "docs", "help", "karavan", "mail", "static", "status",
    "support", "webhooks", "www",
];
/// Staff that a new intermediary may have.
const STAFF_LIMIT: i32 = 20;

type Group = (&'static str, &'static [(Object, Level, Breadth)]);

/// The groups that an intermediary begins with; it changes them as it likes. Managers see everything: no page of the
/// cabinet assigns orders or clients yet, and with the narrower breadth a new manager would see nothing.
const GROUPS: &[Group] = &[
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
            (Object::Reports, Level::View, Breadth::All),
        ],
    ),
];

fn is_name(text: &str) -> bool {
    let (least, most) = SUBDOMAIN;
    (least..=most).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && !text.ends_with('-')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Takes a registration; it waits until the phone is proved.
pub(in crate::identity) async fn ask(
    state: &AppState,
    new: AgentRegistration,
    asker: &Asker,
    device: &Device,
) -> Result<(LinkOffer, Mark), Failure> {
    let mut errors = FieldErrors::default();
    let company = errors.required_text("company", &new.company, NAME);
    let name = errors.required_text("name", &new.name, NAME);
    let subdomain = errors
        .optional_text("subdomain", new.subdomain.as_deref(), SUBDOMAIN.1)
        .map(|text| text.to_ascii_lowercase());
    if let Some(subdomain) = &subdomain {
        if !is_name(subdomain) {
            errors.add("subdomain", Rule::NotASubdomain);
        } else if RESERVED.contains(&subdomain.as_str()) || is_taken(state, subdomain).await? {
            errors.add("subdomain", Rule::Taken);
        }
    }
    let password = new.password.filter(|password| !password.is_empty());
    if let Some(password) = &password {
        check_password(&mut errors, password);
    }
    let phone = login::phone(&new.phone);
    if phone.is_err() {
        let rule = if new.phone.trim().is_empty() {
            Rule::Required
        } else {
            Rule::NotAPhone
        };
        errors.add("phone", rule);
    }
    errors.or(())?;
    let phone = phone?;
    let allowed = link::allow(state, Guard::Agent, &phone, asker, device).await?;
    let password_hash = match password {
        Some(password) => Some(allowed.slot(state).await?.hash(password).await?),
        None => None,
    };
    let waiting = Waiting {
        name,
        password_hash,
        locale: device.language.to_owned(),
        what: What::Agent { company, subdomain },
    };
    let details = serde_json::to_string(&waiting).map_err(Failure::internal)?;
    link::offer(state, allowed, link::Purpose::Register, details).await
}

async fn is_taken(state: &AppState, subdomain: &str) -> Result<bool, DbErr> {
    let known = agent::Entity::find().filter(agent::Column::Subdomain.eq(subdomain));
    Ok(state.system().one(known).await?.is_some())
}

/// Makes the intermediary and its owner.
pub(super) async fn begin(
    tx: &Tx<SystemWall>,
    user_id: i64,
    company: &str,
    subdomain: Option<&str>,
    now: DateTime<Utc>,
) -> Result<i64, Failure> {
    let agent_id = found(tx, company, subdomain, now).await?;
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
    for (name, grants) in GROUPS {
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
                    object: Set(object.as_str().to_owned()),
                    level: Set(level.as_str().to_owned()),
                    breadth: Set(breadth.as_str().to_owned()),
                }),
        );
    }
    tx.insert_many(rights, None).await?;
    Ok(agent_id)
}

/// The row itself. A name that was taken while the phone was proved gives way to one made up: a proved person is not sent back.
async fn found(
    tx: &Tx<SystemWall>,
    company: &str,
    subdomain: Option<&str>,
    now: DateTime<Utc>,
) -> Result<i64, Failure> {
    for wish in [subdomain, None, None] {
        let name = wish.map_or_else(|| rng::short_code(8), ToOwned::to_owned);
        let row = agent::ActiveModel {
            name: Set(company.to_owned()),
            subdomain: Set(name.clone()),
            referral_hash: Set(rng::short_code(12)),
            currency: Set("CNY".to_owned()),
            staff_limit: Set(STAFF_LIMIT),
            onboarding_step: Set(Some("company".to_owned())),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        if tx
            .insert_unless_there(row, OnConflict::column(agent::Column::Subdomain))
            .await?
        {
            let new = agent::Entity::find().filter(agent::Column::Subdomain.eq(name));
            return Ok(tx
                .one(new)
                .await?
                .ok_or_else(|| Failure::internal("an agent vanished"))?
                .id);
        }
    }
    Err(Failure::internal("no subdomain is free"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subdomain_can_stand_before_a_host() {
        for name in ["lotus", "lotus-cargo", "k2o"] {
            assert!(is_name(name), "{name}");
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
            assert!(!is_name(name), "{name}");
        }
    }
}
