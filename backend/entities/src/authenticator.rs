//! The authenticator app of a user.

use sea_orm::entity::prelude::*;
use shared_types::id::UserId;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "authenticators")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    /// The shared secret, encrypted by `platform::sealed`.
    pub secret: String,
    /// The time step of the last code that was used. Codes of it and of earlier steps are refused.
    pub last_step: Option<i64>,
    /// `None` until a code of the app was entered.
    pub confirmed_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
