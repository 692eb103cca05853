//! Terms that the agent offers to clients: self-buyout and payments. A client can have offers of its own.

use super::profile::Contacts;
use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::{
    agent_setting::{Column, Entity, SettingKey},
    client,
    json::Json,
};
use platform::scope::ScopedConnection;
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use shared_types::{
    fields::FieldErrors,
    id::ClientId,
    settings::{
        AgentTerms, OrderLimits, OwnLimits, OwnOffers, PaymentTerms, SelfBuyout, Versioned, WorkingWeek, limits,
    },
};

impl KeyedSetting for SelfBuyout {
    const KEY: SettingKey = SettingKey::SelfBuyout;
}

impl KeyedSetting for PaymentTerms {
    const KEY: SettingKey = SettingKey::PaymentTerms;
}

impl KeyedSetting for WorkingWeek {
    const KEY: SettingKey = SettingKey::WorkingHours;
}

/// Returns the terms of self-buyout for all clients.
pub(super) async fn self_buyout(rows: &impl ScopedConnection) -> Result<Versioned<SelfBuyout>, DbErr> {
    keyed_setting::read(rows).await
}

/// Returns the terms of payment for all clients.
pub(super) async fn payment_terms(rows: &impl ScopedConnection) -> Result<Versioned<PaymentTerms>, DbErr> {
    keyed_setting::read(rows).await
}

pub async fn update_self_buyout(
    rows: &impl ScopedConnection,
    value: SelfBuyout,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<SelfBuyout>, SettingsError> {
    let mut errors = FieldErrors::default();
    let value = SelfBuyout {
        enabled: value.enabled,
        warehouse_address: errors.text("warehouse_address", &value.warehouse_address, limits::NOTE),
        note: errors.text("note", &value.note, limits::NOTE),
    };
    errors.into_result(())?;
    keyed_setting::write(rows, value, version, now).await
}

pub(super) async fn update_payment_terms(
    rows: &impl ScopedConnection,
    value: PaymentTerms,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<PaymentTerms>, SettingsError> {
    let mut errors = FieldErrors::default();
    let note = errors.text("note", &value.note, limits::NOTE);
    errors.into_result(())?;
    keyed_setting::write(rows, PaymentTerms { note, ..value }, version, now).await
}

/// Returns the working hours of the week.
pub(super) async fn working_week(rows: &impl ScopedConnection) -> Result<Versioned<WorkingWeek>, DbErr> {
    keyed_setting::read(rows).await
}

/// Replaces the working hours of the week, sorted by day and time.
pub async fn update_working_week(
    rows: &impl ScopedConnection,
    mut week: WorkingWeek,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<WorkingWeek>, SettingsError> {
    week.validate()?;
    week.hours.sort();
    keyed_setting::write(rows, week, version, now).await
}

/// The settings that clients see.
const KEYS: [SettingKey; 5] = [
    SelfBuyout::KEY,
    PaymentTerms::KEY,
    Contacts::KEY,
    WorkingWeek::KEY,
    OrderLimits::KEY,
];

fn parse_terms(stored: &[(SettingKey, String)]) -> Result<AgentTerms, DbErr> {
    let text = |key: SettingKey| {
        stored
            .iter()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value.as_str())
    };
    let Contacts { contacts, timezone } = keyed_setting::parse(text(Contacts::KEY))?;
    Ok(AgentTerms {
        contacts,
        hours: keyed_setting::parse::<WorkingWeek>(text(WorkingWeek::KEY))?.hours,
        timezone: timezone.as_str().to_owned(),
        self_buyout: keyed_setting::parse(text(SelfBuyout::KEY))?,
        payments: keyed_setting::parse(text(PaymentTerms::KEY))?,
        limits: keyed_setting::parse(text(OrderLimits::KEY))?,
    })
}

/// Returns the terms of all clients. Takes one statement.
pub async fn general_terms(rows: &impl ScopedConnection) -> Result<AgentTerms, DbErr> {
    let stored = rows.all(Entity::find().filter(Column::Key.is_in(KEYS))).await?;
    let stored: Vec<_> = stored.into_iter().map(|row| (row.key, row.value)).collect();
    parse_terms(&stored)
}

/// A setting of the agent, with the client's own offers.
#[derive(FromQueryResult)]
struct ClientSetting {
    offers: Option<Json<OwnOffers>>,
    limits: Option<Json<OwnLimits>>,
    key: Option<SettingKey>,
    value: Option<String>,
}

/// Returns the terms of a client in the scope: the general ones, with the client's own offers and limits. Takes one statement.
pub async fn terms_of_client(rows: &impl ScopedConnection, client_id: ClientId) -> Result<AgentTerms, DbErr> {
    let mut select = client::Entity::find_by_id(client_id)
        .select_only()
        .column(client::Column::Offers)
        .column(client::Column::Limits)
        .column_as(Expr::col((Entity, Column::Key)), "key")
        .column_as(Expr::col((Entity, Column::Value)), "value");
    // The row policy is applied to the first table only, so the join also compares the agents.
    let by_key = Expr::col((client::Entity, client::Column::AgentId))
        .equals((Entity, Column::AgentId))
        .and(Expr::col((Entity, Column::Key)).is_in(KEYS));
    QueryTrait::query(&mut select).join(JoinType::LeftJoin, Entity, by_key.into_condition());
    let joined: Vec<ClientSetting> = rows.all_as(select).await?;
    let Some(first) = joined.first() else {
        return Err(DbErr::RecordNotFound("the client".to_owned()));
    };
    let own = first.offers.as_deref().copied().unwrap_or_default();
    let own_limits = first.limits.as_deref().copied().unwrap_or_default();
    let stored: Vec<_> = joined.into_iter().filter_map(|row| row.key.zip(row.value)).collect();
    let mut terms = parse_terms(&stored)?;
    own.apply(&mut terms);
    terms.limits = own_limits.apply(terms.limits);
    Ok(terms)
}
