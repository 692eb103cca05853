//! An entry in the history of a shipment.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ShipmentId, UserId};
use shared_types::{
    money::Currency,
    shipments::{DeliveryDetailChange, PlaceRevision, RecipientChange, ShipmentStatus},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub shipment_id: ShipmentId,
    pub from_status: Option<ShipmentStatus>,
    pub to_status: ShipmentStatus,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub reason: Option<String>,
    /// Changes of the recipient.
    pub changes: Option<crate::json::Json<Vec<RecipientChange>>>,
    /// Changes of the fields.
    pub details: Option<crate::json::Json<Vec<DeliveryDetailChange>>>,
    /// Places that were added, measured or removed.
    pub place_changes: Option<crate::json::Json<Vec<PlaceRevision>>>,
    /// The amount that was paid with this change.
    pub paid_minor: Option<i64>,
    pub paid_currency: Option<Currency>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::ShipmentId)
);
