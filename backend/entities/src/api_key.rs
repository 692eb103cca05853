//! A key of a program, which acts in the name of a member of a cabinet.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::{
    access::Guard,
    api_keys::{KeyEnd, KeyEnvironment, KeyRights},
    id::{AgentId, ApiKeyId, ClientId, MemberId, StaffId, UserId},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_keys")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ApiKeyId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub guard: Guard,
    pub user_id: UserId,
    pub staff_id: Option<StaffId>,
    pub member_id: Option<MemberId>,
    pub name: String,
    pub environment: KeyEnvironment,
    /// The part of the key that finds the row.
    pub public_id: String,
    /// SHA-256 of the secret.
    pub secret_hash: String,
    pub last_characters: String,
    pub rights: Json<KeyRights>,
    pub networks: Json<Vec<String>>,
    pub origins: Json<Vec<String>>,
    pub expires_at: Option<DateTimeUtc>,
    pub revoked_at: Option<DateTimeUtc>,
    pub revoke_reason: Option<KeyEnd>,
    pub last_used_at: Option<DateTimeUtc>,
    pub last_ip: Option<String>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
