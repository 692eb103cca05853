//! Terms that the agent offers to clients: self-buyout and payments.

use super::profile::Contacts;
use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::agent_setting::{Column, Entity};
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::FieldErrors,
    settings::{AgentTerms, PaymentTerms, SelfBuyout, Versioned, WorkingWeek, limits},
};

impl KeyedSetting for SelfBuyout {
    const KEY: &'static str = "self_buyout";
}

impl KeyedSetting for PaymentTerms {
    const KEY: &'static str = "payments";
}

impl KeyedSetting for WorkingWeek {
    const KEY: &'static str = "working_hours";
}

/// Returns the terms of self-buyout.
pub async fn self_buyout(rows: &impl ScopedConnection) -> Result<Versioned<SelfBuyout>, DbErr> {
    keyed_setting::read(rows).await
}

/// Returns the terms of payment.
pub async fn payment_terms(rows: &impl ScopedConnection) -> Result<Versioned<PaymentTerms>, DbErr> {
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

/// Returns all terms that clients see. Takes one statement.
pub(super) async fn agent_terms(rows: &impl ScopedConnection) -> Result<AgentTerms, DbErr> {
    let keys = [SelfBuyout::KEY, PaymentTerms::KEY, Contacts::KEY, WorkingWeek::KEY];
    let stored = rows.all(Entity::find().filter(Column::Key.is_in(keys))).await?;
    let text = |key: &str| stored.iter().find(|row| row.key == key).map(|row| row.value.as_str());
    let Contacts { contacts, timezone } = keyed_setting::parse(text(Contacts::KEY))?;
    Ok(AgentTerms {
        contacts,
        hours: keyed_setting::parse::<WorkingWeek>(text(WorkingWeek::KEY))?.hours,
        timezone: timezone.as_str().to_owned(),
        self_buyout: keyed_setting::parse(text(SelfBuyout::KEY))?,
        payments: keyed_setting::parse(text(PaymentTerms::KEY))?,
    })
}
