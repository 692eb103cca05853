//! A one-time code, stored as its salted hash.

use platform::throttle::CountedBuckets;
use sea_orm::entity::prelude::*;
use shared_types::id::LoginCodeId;
use shared_types::{access::Guard, identity::Channel, phone::Phone};

shared_types::named_set! {
    /// The purpose of a code. A code for one purpose is refused for any other.
    pub enum CodePurpose {
        Login = "login",
        /// Verification of the phone of a registration.
        Confirm = "confirm",
        Recovery = "recovery",
        /// Authorization of payouts by staff.
        Payout = "payout",
        /// Change of a user's phone.
        Phone = "phone",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "login_codes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: LoginCodeId,
    pub guard: Guard,
    pub phone: Phone,
    pub purpose: CodePurpose,
    pub channel: Channel,
    pub code_hash: String,
    pub attempts: i32,
    pub expires_at: DateTimeUtc,
    pub used_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub request_hash: Option<String>,
    /// The buckets that counted the sending. They are refunded when the code is entered correctly.
    pub counted_as: CountedBuckets,
}

crate::relations!();

platform::owned!(Entity => Global);
