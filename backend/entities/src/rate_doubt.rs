//! The table of rates that jumped and are not accepted yet.

use sea_orm::entity::prelude::*;
use shared_types::{fixed::Rate, money::Currency, rates::RateSource};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rate_doubts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub source: RateSource,
    pub base: Currency,
    pub quote: Currency,
    pub rate: Rate,
    /// How often the rate has been fetched in a row.
    pub times: i32,
    /// The time of the rate at its source.
    #[sea_orm(column_name = "told_at")]
    pub published_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
