//! A received update, stored once per update id. Its payload is cleared once it is processed.

use crate::messenger_contact::Messenger;
use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_updates")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub messenger: Messenger,
    pub update_id: String,
    pub payload: String,
    pub received_at: DateTimeUtc,
    pub done_at: Option<DateTimeUtc>,
}

crate::relations!();

platform::owned!(Entity => Global);
