//! A user: a person who can log in.

use platform::timezone::TimeZone;
use sea_orm::entity::prelude::*;
use shared_types::email_address::EmailAddress;
use shared_types::id::UserId;
use shared_types::identity::Channel;
use shared_types::phone::Phone;
use shared_types::translation::Language;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: UserId,
    pub phone: Phone,
    /// When the person registered by e-mail without proving the phone number. The person who proves it gets the account.
    pub phone_unproved_at: Option<DateTimeUtc>,
    pub name: String,
    pub email: Option<EmailAddress>,
    pub password_hash: Option<String>,
    pub locale: Language,
    pub timezone: TimeZone,
    /// Whether the person, or the browser at the first login, has chosen the time zone.
    pub timezone_chosen: bool,
    pub avatar_key: Option<String>,
    pub second_factor_since: Option<DateTimeUtc>,
    pub contact_channel: Option<Channel>,
    pub disabled_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
