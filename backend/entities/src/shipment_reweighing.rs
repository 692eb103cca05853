//! A weighing of a shipment after its price was set.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::{
    id::{AgentId, ClientId, ReweighingId, ShipmentId},
    money::Currency,
    pricing::Charge,
    shipments::ReweighingStatus,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_reweighings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ReweighingId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub shipment_id: ShipmentId,
    pub status: ReweighingStatus,
    /// Currency of both prices.
    pub currency: Currency,
    pub weight_before_grams: Option<i64>,
    pub volume_before_cm3: Option<i64>,
    pub places_before: Option<i32>,
    pub cost_before_minor: i64,
    pub cost_before_rub_minor: i64,
    /// Charges by the tariffs for the size before, at the time of the weighing.
    pub charges_before: Option<Json<Vec<Charge>>>,
    pub weight_grams: i64,
    pub volume_cm3: Option<i64>,
    pub places: Option<i32>,
    pub cost_minor: i64,
    pub cost_rub_minor: i64,
    /// Charges by the tariffs for the measured size.
    pub charges: Option<Json<Vec<Charge>>>,
    /// Note of staff for the client.
    pub note: Option<String>,
    /// Reason of a client who does not agree.
    pub reason: Option<String>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
    /// When the client answered, or staff withdrew it.
    pub answered_at: Option<DateTimeUtc>,
}

crate::relations!(Shipment: ShipmentId => crate::shipment);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::ShipmentId)
);
