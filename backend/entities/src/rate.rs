//! The table of accepted source rates.

use sea_orm::entity::prelude::*;
use shared_types::{fixed::Rate, money::Currency, rates::RateSource};

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
    pub for_date: Option<String>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
