//! The services there are: everybody's and the agent's own, with what the agent asks for them.

use super::entity::{price, service, setting};
use crate::platform::{http::Failure, rng, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, JoinType, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::ServiceId,
    money::{Currency, Money},
    problem::{Problem, ProblemCode},
    services::{limits, *},
};

/// A service with one of its prices.
#[derive(Debug, FromQueryResult)]
struct Row {
    id: i64,
    agent_id: Option<i64>,
    code: String,
    name: String,
    name_i18n: String,
    icon: String,
    media_kind: String,
    enabled: Option<bool>,
    mode: Option<String>,
    currency: Option<String>,
    price_minor: Option<i64>,
}

/// What a service is called; the plain name stands in for a language without one.
pub(super) fn names(name: &str, name_i18n: &str) -> Names {
    let mut names: Names = serde_json::from_str(name_i18n).unwrap_or_default();
    for empty in [&mut names.ru, &mut names.en, &mut names.zh] {
        if empty.is_empty() {
            name.clone_into(empty);
        }
    }
    names
}

/// What a service brings.
pub(super) fn media_kind(name: &str) -> ServiceMedia {
    ServiceMedia::from_name(name).unwrap_or(ServiceMedia::None)
}

/// All services, or one, in one statement.
async fn read(rows: &impl Rows, agent_id: i64, only: Option<i64>) -> Result<Vec<Service>, DbErr> {
    let of_agent = move |column: Expr| Condition::all().add(column.eq(agent_id));
    let settings = setting::Relation::Service
        .def()
        .rev()
        .on_condition(move |_, _| of_agent(Expr::col((setting::Entity, setting::Column::AgentId))));
    let prices = price::Relation::Service
        .def()
        .rev()
        .on_condition(move |_, _| of_agent(Expr::col((price::Entity, price::Column::AgentId))));
    let mut select = service::Entity::find()
        .select_only()
        .columns([
            service::Column::Id,
            service::Column::AgentId,
            service::Column::Code,
            service::Column::Name,
            service::Column::NameI18n,
            service::Column::Icon,
            service::Column::MediaKind,
        ])
        .column(setting::Column::Enabled)
        .column(setting::Column::Mode)
        .column(price::Column::Currency)
        .column(price::Column::PriceMinor)
        .join(JoinType::LeftJoin, settings)
        .join(JoinType::LeftJoin, prices)
        .order_by_asc(service::Column::Id)
        .order_by_asc(price::Column::Id);
    if let Some(id) = only {
        select = select.filter(service::Column::Id.eq(id));
    }
    let mut services: Vec<Service> = Vec::new();
    for row in rows.all_as::<_, Row>(select).await? {
        let price = row
            .price_minor
            .zip(row.currency.as_deref().and_then(Currency::from_code))
            .map(|(minor, currency)| Money::new(minor, currency));
        match services.last_mut().filter(|last| last.id.0 == row.id) {
            Some(last) => last.prices.extend(price),
            None => services.push(Service {
                id: ServiceId(row.id),
                names: names(&row.name, &row.name_i18n),
                code: row.code,
                icon: row.icon,
                media_kind: media_kind(&row.media_kind),
                is_system: row.agent_id.is_none(),
                enabled: row.enabled.unwrap_or(false),
                mode: match row.mode.as_deref() {
                    Some("paid") => ServiceMode::Paid,
                    _ => ServiceMode::Free,
                },
                prices: price.into_iter().collect(),
            }),
        }
    }
    Ok(services)
}

/// All services.
pub(crate) async fn all(rows: &impl Rows, agent_id: i64) -> Result<Vec<Service>, DbErr> {
    read(rows, agent_id, None).await
}

/// One service.
pub(super) async fn one(rows: &impl Rows, agent_id: i64, id: ServiceId) -> Result<Service, Failure> {
    let found = read(rows, agent_id, Some(id.0)).await?.pop();
    found.ok_or_else(|| ProblemCode::NotFound.into())
}

/// What one costs in a currency: nothing where it is free, and no answer where it has no price.
pub(super) fn price_in(service: &Service, currency: Currency) -> Option<Money> {
    match service.mode {
        ServiceMode::Free => Some(Money::zero(currency)),
        ServiceMode::Paid => service.prices.iter().copied().find(|price| price.currency == currency),
    }
}

/// What can be ordered in a currency.
pub(super) fn offered(services: &[Service], currency: Currency, prices: bool) -> Vec<OfferedService> {
    let offer = |service: &Service| {
        let price = price_in(service, currency).filter(|_| service.enabled)?;
        Some(OfferedService {
            id: service.id,
            code: service.code.clone(),
            names: service.names.clone(),
            icon: service.icon.clone(),
            media_kind: service.media_kind,
            price: Some(price).filter(|price| prices && price.minor > 0),
        })
    };
    services.iter().filter_map(offer).collect()
}

fn checked_names(errors: &mut FieldErrors, names: &Names) -> Names {
    let checked = Names {
        ru: errors.text("names.ru", &names.ru, limits::NAME),
        en: errors.text("names.en", &names.en, limits::NAME),
        zh: errors.text("names.zh", &names.zh, limits::NAME),
    };
    if checked.of("ru").is_empty() {
        errors.add("names", Rule::Required);
    }
    checked
}

fn checked_prices(errors: &mut FieldErrors, prices: &[ServicePrice]) -> Vec<Money> {
    let mut checked: Vec<Money> = Vec::new();
    for (index, asked) in prices.iter().enumerate() {
        let field = format!("prices.{index}");
        if checked.iter().any(|price| price.currency == asked.currency) {
            errors.add(&format!("{field}.currency"), Rule::UnknownValue);
        }
        match Money::parse(&asked.price.0, asked.currency) {
            Ok(price) if (0..=limits::PRICE_MINOR).contains(&price.minor) => checked.push(price),
            Ok(_) => errors.add(
                &format!("{field}.price"),
                Rule::OutOfRange(0, limits::PRICE_MINOR / 100),
            ),
            Err(_) => errors.add(&format!("{field}.price"), Rule::NotAnAmount),
        }
    }
    checked
}

/// Text for the database; names always serialise.
fn json(names: &Names) -> Result<String, Failure> {
    serde_json::to_string(names).map_err(Failure::internal)
}

async fn set(rows: &impl Rows, service: &Service, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = setting::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        service_id: Set(service.id.0),
        enabled: Set(service.enabled),
        mode: Set(service.mode.as_str().to_owned()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let there = OnConflict::columns([setting::Column::AgentId, setting::Column::ServiceId])
        .update_columns([
            setting::Column::Enabled,
            setting::Column::Mode,
            setting::Column::UpdatedAt,
        ])
        .to_owned();
    rows.upsert(row, there).await.map(drop)
}

async fn set_prices(rows: &impl Rows, service: &Service, now: DateTime<Utc>) -> Result<(), DbErr> {
    let prices = service.prices.iter().map(|price| price::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        service_id: Set(service.id.0),
        currency: Set(price.currency.code().to_owned()),
        price_minor: Set(price.minor),
        created_at: Set(now),
        updated_at: Set(now),
    });
    rows.insert_many(prices.collect::<Vec<_>>(), None).await
}

/// Adds a service of the agent's own; it can be ordered at once.
pub(crate) async fn add(rows: &impl Rows, new: &NewService, now: DateTime<Utc>) -> Result<Service, Failure> {
    let mut errors = FieldErrors::default();
    let names = checked_names(&mut errors, &new.names);
    let icon = errors.text("icon", &new.icon, limits::ICON);
    let prices = checked_prices(&mut errors, &new.prices);
    errors.or(())?;
    let own = Condition::all().add(service::Column::AgentId.is_not_null());
    let held = rows.counts::<service::Entity>(vec![own], limits::OWN).await?;
    if held.first().is_some_and(|held| held.unsigned_abs() >= limits::OWN) {
        let most = format!("an agent may have {} services of its own", limits::OWN);
        return Err(Problem::new(ProblemCode::Conflict).detail(most).into());
    }
    let row = service::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        code: Set(format!("own-{}", rng::short_code(10))),
        name: Set(names.of("ru").to_owned()),
        name_i18n: Set(json(&names)?),
        icon: Set(icon),
        media_kind: Set(new.media_kind.as_str().to_owned()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let added = Service {
        id: ServiceId(row.id),
        code: row.code,
        names,
        icon: row.icon,
        media_kind: new.media_kind,
        is_system: false,
        enabled: true,
        mode: new.mode,
        prices,
    };
    set(rows, &added, now).await?;
    set_prices(rows, &added, now).await?;
    Ok(added)
}

/// Changes what is present.
pub(crate) async fn change(
    rows: &impl Rows,
    agent_id: i64,
    id: ServiceId,
    change: &ServiceChange,
    now: DateTime<Utc>,
) -> Result<Service, Failure> {
    let mut service = one(rows, agent_id, id).await?;
    let mut errors = FieldErrors::default();
    if service.is_system {
        for (field, given) in [("names", change.names.is_some()), ("icon", change.icon.is_some())] {
            if given {
                errors.add(field, Rule::NotYours);
            }
        }
    }
    if let Some(names) = &change.names {
        service.names = checked_names(&mut errors, names);
    }
    if let Some(icon) = &change.icon {
        service.icon = errors.text("icon", icon, limits::ICON);
    }
    if let Some(prices) = &change.prices {
        service.prices = checked_prices(&mut errors, prices);
    }
    errors.or(())?;
    service.enabled = change.enabled.unwrap_or(service.enabled);
    service.mode = change.mode.unwrap_or(service.mode);
    if change.names.is_some() || change.icon.is_some() {
        let update = service::Entity::update_many()
            .col_expr(service::Column::Name, Expr::value(service.names.of("ru")))
            .col_expr(service::Column::NameI18n, Expr::value(json(&service.names)?))
            .col_expr(service::Column::Icon, Expr::value(service.icon.clone()))
            .col_expr(service::Column::UpdatedAt, Expr::value(now))
            .filter(service::Column::Id.eq(id.0));
        rows.update_count(update).await?;
    }
    set(rows, &service, now).await?;
    if change.prices.is_some() {
        let old = price::Entity::delete_many().filter(price::Column::ServiceId.eq(id.0));
        rows.delete_where(old).await?;
        set_prices(rows, &service, now).await?;
    }
    Ok(service)
}

/// Removes a service of the agent's own that was never ordered.
pub(super) async fn remove(rows: &impl Rows, agent_id: i64, id: ServiceId) -> Result<(), Failure> {
    let service = one(rows, agent_id, id).await?;
    let refused = |detail: &str| Failure::from(Problem::new(ProblemCode::Conflict).detail(detail));
    if service.is_system {
        return Err(refused("a service of everybody's is turned off, not removed"));
    }
    let ordered =
        super::entity::item_service::Entity::find().filter(super::entity::item_service::Column::ServiceId.eq(id.0));
    if rows.one(ordered).await?.is_some() {
        return Err(refused("the service was ordered: turn it off instead"));
    }
    rows.delete_where(service::Entity::delete_many().filter(service::Column::Id.eq(id.0)))
        .await?;
    Ok(())
}
