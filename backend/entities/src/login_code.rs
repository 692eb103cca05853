//! A one-time code, stored as its salted hash.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "login_codes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub guard: String,
    pub phone: String,
    pub purpose: String,
    pub channel: String,
    pub code_hash: String,
    pub attempts: i32,
    pub expires_at: DateTimeUtc,
    pub used_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub request_hash: Option<String>,
    /// The buckets that counted the sending. They are refunded when the code is entered correctly.
    pub counted_as: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
