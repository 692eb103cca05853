//! The key by which push services know this server. There is one row.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "push_keys")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The key pair as PKCS #8, encrypted by `platform::sealed`.
    pub private_key: String,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
