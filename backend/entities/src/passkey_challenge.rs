//! A challenge that a user's browser answers with a passkey. A user has one of each purpose at most.

use sea_orm::entity::prelude::*;
use shared_types::id::UserId;

shared_types::named_set! {
    /// The purpose of the browser's call.
    pub enum ChallengePurpose {
        /// Create a passkey.
        Creation = "creation",
        /// Prove with a passkey that the person is there.
        Proof = "proof",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkey_challenges")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub purpose: ChallengePurpose,
    /// Random bytes in Base64url.
    pub challenge: String,
    pub expires_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
