//! A pending verification of a phone: the browser that requested it, and the login or registration that follows.

use crate::json::Json;
use crate::messenger_contact::Messenger;
use platform::timezone::TimeZone;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use shared_types::{access::Guard, email_address::EmailAddress, id::AgentId, phone::Phone, translation::Language};

shared_types::named_set! {
    /// The next step when the phone is verified.
    pub enum LinkPurpose {
        Login = "login",
        Register = "register",
    }
}

/// The data that a confirmation needs for its purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ConfirmationDetails {
    Registration(PendingRegistration),
    Login(LoginDetails),
}

/// A login needs no details. Stored as `{}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginDetails {}

/// A registration whose phone is not verified yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRegistration {
    /// Name of the person.
    pub name: String,
    pub password_hash: Option<String>,
    /// The address that can confirm the registration in place of a messenger.
    #[serde(default)]
    pub email: Option<EmailAddress>,
    /// Language of the browser that requested the registration.
    pub locale: Language,
    /// Time zone of that browser, if it is known.
    #[serde(default)]
    pub timezone: Option<TimeZone>,
    pub what: RegistrationKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationKind {
    Agent { company: String, subdomain: Option<String> },
    Client { agent_id: AgentId },
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "phone_confirmations")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub guard: Guard,
    pub phone: Phone,
    pub token_hash: String,
    pub confirmed_at: Option<DateTimeUtc>,
    pub expires_at: DateTimeUtc,
    pub created_at: DateTimeUtc,
    pub purpose: LinkPurpose,
    pub request_hash: Option<String>,
    pub details: Json<ConfirmationDetails>,
    pub device: String,
    pub messenger: Option<Messenger>,
    pub chat_id: Option<String>,
    pub used_at: Option<DateTimeUtc>,
}

crate::relations!();

platform::owned!(Entity => Global);
