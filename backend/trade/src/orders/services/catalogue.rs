//! The catalogue of services: system services and an agent's own ones, with the agent's settings and prices.

use crate::orders::services::ServiceError;
use chrono::{DateTime, Utc};
use entities::json::Json;
use entities::{service, service_price as price, service_setting as setting};
use platform::error::OperationError;
use platform::{rng, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, JoinType, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{AgentId, ServiceId},
    money::{Currency, Money},
    services::{limits, *},
    translation::Language,
};

/// A service joined with the agent's setting and one of its prices. A service with several prices has several rows.
#[derive(Debug, FromQueryResult)]
struct ServiceRow {
    id: ServiceId,
    agent_id: Option<AgentId>,
    code: String,
    name: String,
    name_i18n: Json<LocalizedName>,
    icon: String,
    media_kind: ServiceMedia,
    enabled: Option<bool>,
    mode: Option<ServiceMode>,
    version: Option<i64>,
    currency: Option<Currency>,
    price_minor: Option<i64>,
}

/// Reads the stored names of a service. A language without a name gets the plain `name`.
pub(super) fn localized_names(name: &str, stored: &LocalizedName) -> LocalizedName {
    let mut names = stored.clone();
    for empty in [&mut names.ru, &mut names.en, &mut names.zh] {
        if empty.is_empty() {
            name.clone_into(empty);
        }
    }
    names
}

/// Reads all services, or only the one with this id, in one statement.
async fn read(rows: &impl ScopedConnection, agent_id: AgentId, only: Option<ServiceId>) -> Result<Vec<Service>, DbErr> {
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
        .column(setting::Column::Version)
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
    for row in rows.all_as::<_, ServiceRow>(select).await? {
        let price = row
            .price_minor
            .zip(row.currency)
            .map(|(minor, currency)| Money::new(minor, currency));
        match services.last_mut().filter(|last| last.id == row.id) {
            Some(last) => last.prices.extend(price),
            None => services.push(Service {
                id: row.id,
                names: localized_names(&row.name, &row.name_i18n),
                code: row.code,
                icon: row.icon,
                media_kind: row.media_kind,
                is_system: row.agent_id.is_none(),
                enabled: row.enabled.unwrap_or(false),
                // A service that the agent has not configured is free.
                mode: row.mode.unwrap_or(ServiceMode::Free),
                prices: price.into_iter().collect(),
                version: row.version.unwrap_or(0),
            }),
        }
    }
    Ok(services)
}

/// Returns all services of the agent's catalogue.
pub async fn list(rows: &impl ScopedConnection, agent_id: AgentId) -> Result<Vec<Service>, DbErr> {
    read(rows, agent_id, None).await
}

/// Returns one service of the agent's catalogue.
pub(super) async fn get(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    id: ServiceId,
) -> Result<Service, ServiceError> {
    let found = read(rows, agent_id, Some(id)).await?.pop();
    found.ok_or_else(|| OperationError::NotFound.into())
}

/// The price of one unit in `currency`: zero for a free service, `None` for a paid service without a price in it.
pub(super) fn price_in(service: &Service, currency: Currency) -> Option<Money> {
    match service.mode {
        ServiceMode::Free => Some(Money::zero(currency)),
        ServiceMode::Paid => service.prices.iter().copied().find(|price| price.currency == currency),
    }
}

/// The enabled services that can be ordered in `currency`; the prices are left out unless `prices` is set.
pub(super) fn offered_services(services: &[Service], currency: Currency, prices: bool) -> Vec<OfferedService> {
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

fn validate_names(errors: &mut FieldErrors, names: &LocalizedName) -> LocalizedName {
    let checked = LocalizedName {
        ru: errors.text("names.ru", &names.ru, limits::NAME),
        en: errors.text("names.en", &names.en, limits::NAME),
        zh: errors.text("names.zh", &names.zh, limits::NAME),
    };
    if checked.in_language(Language::Ru).is_empty() {
        errors.add("names", Rule::Required);
    }
    checked
}

fn validate_prices(errors: &mut FieldErrors, prices: &[ServicePrice]) -> Vec<Money> {
    let mut checked: Vec<Money> = Vec::new();
    for (index, requested) in prices.iter().enumerate() {
        let field = format!("prices.{index}");
        if checked.iter().any(|price| price.currency == requested.currency) {
            errors.add(&format!("{field}.currency"), Rule::UnknownValue);
        }
        match Money::parse(&requested.price.0, requested.currency) {
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

/// Serializes names for the database.
fn names_to_json(names: &LocalizedName) -> Result<Json<LocalizedName>, DbErr> {
    Json::new(names.clone())
}

/// Stores the setting and returns its new version.
async fn save_setting(rows: &impl ScopedConnection, service: &Service, now: DateTime<Utc>) -> Result<i64, DbErr> {
    let row = setting::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        service_id: Set(service.id),
        enabled: Set(service.enabled),
        mode: Set(service.mode),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([setting::Column::AgentId, setting::Column::ServiceId])
        .update_columns([
            setting::Column::Enabled,
            setting::Column::Mode,
            setting::Column::UpdatedAt,
        ])
        .value(
            setting::Column::Version,
            Expr::col((setting::Entity, setting::Column::Version)).add(1),
        )
        .to_owned();
    Ok(rows.upsert(row, on_conflict).await?.version)
}

async fn insert_prices(rows: &impl ScopedConnection, service: &Service, now: DateTime<Utc>) -> Result<(), DbErr> {
    let prices = service.prices.iter().map(|price| price::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        service_id: Set(service.id),
        currency: Set(price.currency),
        price_minor: Set(price.minor),
        created_at: Set(now),
        updated_at: Set(now),
    });
    rows.insert_many(prices.collect::<Vec<_>>(), None).await
}

/// Adds a service of the agent's own. It is enabled at once.
pub async fn add(rows: &impl ScopedConnection, new: &NewService, now: DateTime<Utc>) -> Result<Service, ServiceError> {
    let mut errors = FieldErrors::default();
    let names = validate_names(&mut errors, &new.names);
    let icon = errors.text("icon", &new.icon, limits::ICON);
    let prices = validate_prices(&mut errors, &new.prices);
    errors.into_result(())?;
    let own = Condition::all().add(service::Column::AgentId.is_not_null());
    let counts = rows.counts::<service::Entity>(vec![own], limits::OWN_SERVICES).await?;
    if counts
        .first()
        .is_some_and(|count| count.unsigned_abs() >= limits::OWN_SERVICES)
    {
        return Err(OperationError::LimitReached(limits::OWN_SERVICES).into());
    }
    let row = service::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        code: Set(format!("own-{}", rng::short_code(10))),
        name: Set(names.in_language(Language::Ru).to_owned()),
        name_i18n: Set(names_to_json(&names)?),
        icon: Set(icon),
        media_kind: Set(new.media_kind),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let mut added = Service {
        id: row.id,
        code: row.code,
        names,
        icon: row.icon,
        media_kind: new.media_kind,
        is_system: false,
        enabled: true,
        mode: new.mode,
        prices,
        version: 0,
    };
    added.version = save_setting(rows, &added, now).await?;
    insert_prices(rows, &added, now).await?;
    Ok(added)
}

/// Updates the fields that are present. The names and the icon of a system service can't be changed. Fails with
/// [`OperationError::Stale`] if `version` is given and is not the current one; the caller rolls the transaction back then.
pub async fn update(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    id: ServiceId,
    change: &ServiceChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Service, ServiceError> {
    let mut service = get(rows, agent_id, id).await?;
    let mut errors = FieldErrors::default();
    if service.is_system {
        for (field, given) in [("names", change.names.is_some()), ("icon", change.icon.is_some())] {
            if given {
                errors.add(field, Rule::NotYours);
            }
        }
    }
    if let Some(names) = &change.names {
        service.names = validate_names(&mut errors, names);
    }
    if let Some(icon) = &change.icon {
        service.icon = errors.text("icon", icon, limits::ICON);
    }
    if let Some(prices) = &change.prices {
        service.prices = validate_prices(&mut errors, prices);
    }
    errors.into_result(())?;
    service.enabled = change.enabled.unwrap_or(service.enabled);
    service.mode = change.mode.unwrap_or(service.mode);
    if change.names.is_some() || change.icon.is_some() {
        let update = service::Entity::update_many()
            .col_expr(
                service::Column::Name,
                Expr::value(service.names.in_language(Language::Ru)),
            )
            .col_expr(service::Column::NameI18n, Expr::value(names_to_json(&service.names)?))
            .col_expr(service::Column::Icon, Expr::value(service.icon.clone()))
            .col_expr(service::Column::UpdatedAt, Expr::value(now))
            .filter(service::Column::Id.eq(id.0));
        rows.update_count(update).await?;
    }
    service.version = save_setting(rows, &service, now).await?;
    if version.is_some_and(|seen| seen.checked_add(1) != Some(service.version)) {
        return Err(OperationError::Stale.into());
    }
    if change.prices.is_some() {
        let old_prices = price::Entity::delete_many().filter(price::Column::ServiceId.eq(id.0));
        rows.delete_where(old_prices).await?;
        insert_prices(rows, &service, now).await?;
    }
    Ok(service)
}

/// Removes a service of the agent's own. A service that has been ordered can't be removed.
pub(super) async fn remove(rows: &impl ScopedConnection, agent_id: AgentId, id: ServiceId) -> Result<(), ServiceError> {
    let service = get(rows, agent_id, id).await?;
    if service.is_system {
        return Err(ServiceError::BuiltIn);
    }
    let ordered = entities::item_service::Entity::find().filter(entities::item_service::Column::ServiceId.eq(id.0));
    if rows.one(ordered).await?.is_some() {
        return Err(ServiceError::InUse);
    }
    rows.delete_where(service::Entity::delete_many().filter(service::Column::Id.eq(id.0)))
        .await?;
    Ok(())
}
