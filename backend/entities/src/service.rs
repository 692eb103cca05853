//! A service that can be ordered on items: a system service, or an agent's own one.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ServiceId};
use shared_types::services::{LocalizedName, ServiceMedia};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "services")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ServiceId,
    /// None for a system service.
    pub agent_id: Option<AgentId>,
    pub code: String,
    pub name: String,
    /// Every insert sets it: the default in the schema, an object without names, is not a value of this type.
    pub name_i18n: Json<LocalizedName>,
    pub icon: String,
    pub media_kind: ServiceMedia,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Catalogue(Column::AgentId));
