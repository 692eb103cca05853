//! Table `shop_states`: reports of staff on how well the extension reads a shop.

use sea_orm::entity::prelude::*;
use shared_types::{ext::ShopState, id::AgentId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shop_states")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    /// A marketplace, or the host of a shop without an adapter.
    pub shop: String,
    pub state: ShopState,
    /// Shown to people in the extension.
    pub note: String,
    /// When the state was last changed.
    pub since: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Published(Column::AgentId));
