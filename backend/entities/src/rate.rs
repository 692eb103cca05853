//! The table of accepted source rates.

use sea_orm::entity::prelude::*;
use shared_types::{fixed::Rate, money::Currency, rates::RateSource};

/// The day that a rate is set for, stored as text like `2026-11-23`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateDate(pub Date);

shared_types::stored!(RateDate, |date| date.0.to_string(), |text| text
    .parse()
    .ok()
    .map(RateDate));

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rates")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub source: RateSource,
    pub base: Currency,
    pub quote: Currency,
    pub rate: Rate,
    pub fetched_at: DateTimeUtc,
    pub detail: String,
    pub for_date: Option<RateDate>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
