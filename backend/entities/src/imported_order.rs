//! The table of orders that came from an earlier system, until their import is undone.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, OrderId, OrderImportId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "imported_orders")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub import_id: OrderImportId,
    pub order_id: OrderId,
    /// The number of the order in the earlier system.
    pub earlier_number: String,
    /// The version of the order after the import. Any change raises it.
    pub order_version: i64,
    /// The credit of the amount that the client had paid.
    pub entry_id: Option<EntryId>,
}

crate::relations!();

// A number is taken also for a person who does not see its order.
platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
