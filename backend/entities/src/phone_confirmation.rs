//! A pending verification of a phone: the browser that requested it, and the login or registration that follows.

use crate::messenger_contact::Messenger;
use sea_orm::entity::prelude::*;
use shared_types::access::Guard;

closed_set! {
    /// What follows when the phone is verified.
    LinkPurpose {
        Login = "login",
        Register = "register",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "phone_confirmations")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub guard: Guard,
    pub phone: String,
    pub token_hash: String,
    pub confirmed_at: Option<DateTimeUtc>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
    pub purpose: LinkPurpose,
    pub request_hash: Option<String>,
    pub details: String,
    pub device: String,
    pub messenger: Option<Messenger>,
    pub chat_id: Option<String>,
    pub used_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
