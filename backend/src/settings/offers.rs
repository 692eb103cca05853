//! What the agent offers its clients: self-buyouts, ways to pay.

use super::{
    entity::{Column, Entity},
    kept::{self, Kept},
    lists,
    profile::Contacts,
};
use crate::platform::{http::Failure, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::FieldErrors,
    settings::{AgentTerms, PaymentTerms, SelfBuyout, Versioned, WorkingHours, limits},
};

impl Kept for SelfBuyout {
    const KEY: &'static str = "self_buyout";
}

impl Kept for PaymentTerms {
    const KEY: &'static str = "payments";
}

/// Whether and how clients may send in what they bought themselves.
pub(crate) async fn self_buyout(rows: &impl Rows) -> Result<Versioned<SelfBuyout>, DbErr> {
    kept::read(rows).await
}

/// How the agent takes money.
pub(crate) async fn payments(rows: &impl Rows) -> Result<Versioned<PaymentTerms>, DbErr> {
    kept::read(rows).await
}

pub(crate) async fn change_self_buyout(
    rows: &impl Rows,
    value: SelfBuyout,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<SelfBuyout>, Failure> {
    let mut errors = FieldErrors::default();
    let value = SelfBuyout {
        enabled: value.enabled,
        warehouse_address: errors.text("warehouse_address", &value.warehouse_address, limits::NOTE),
        note: errors.text("note", &value.note, limits::NOTE),
    };
    errors.or(())?;
    kept::write(rows, value, version, now).await
}

pub(super) async fn change_payments(
    rows: &impl Rows,
    value: PaymentTerms,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<PaymentTerms>, Failure> {
    let mut errors = FieldErrors::default();
    let note = errors.text("note", &value.note, limits::NOTE);
    errors.or(())?;
    kept::write(rows, PaymentTerms { note, ..value }, version, now).await
}

/// All that clients are told, in two statements.
pub(super) async fn told(rows: &impl Rows) -> Result<AgentTerms, DbErr> {
    let keys = [SelfBuyout::KEY, PaymentTerms::KEY, Contacts::KEY];
    let held = rows.all(Entity::find().filter(Column::Key.is_in(keys))).await?;
    let text = |key: &str| held.iter().find(|row| row.key == key).map(|row| row.value.as_str());
    let Contacts { contacts, timezone } = kept::value(text(Contacts::KEY));
    let hours = lists::all::<lists::entities::working_hours::Entity>(rows, false).await?;
    let mut hours: Vec<WorkingHours> = hours.into_iter().map(|entry| entry.values).collect();
    hours.sort_by(|one, other| (one.weekday, &one.opens).cmp(&(other.weekday, &other.opens)));
    Ok(AgentTerms {
        contacts,
        hours,
        timezone,
        self_buyout: kept::value(text(SelfBuyout::KEY)),
        payments: kept::value(text(PaymentTerms::KEY)),
    })
}
