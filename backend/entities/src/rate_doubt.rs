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
    pub times: i32,
    pub told_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
