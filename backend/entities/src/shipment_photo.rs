//! A photo of a problem with a shipment, or of the scale at a new weighing.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ReweighingId, ShipmentId, ShipmentPhotoId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_photos")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ShipmentPhotoId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub shipment_id: ShipmentId,
    /// The weighing that it shows. `None` for a photo of a problem.
    pub reweighing_id: Option<ReweighingId>,
    /// The folder of its files in the storage.
    pub path: String,
    pub width: i32,
    pub height: i32,
    /// The storage that the files of the photo take.
    pub bytes: i64,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::ShipmentId)
);
