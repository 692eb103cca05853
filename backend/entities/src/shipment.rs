//! A shipment to a client.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, DeliveryId, ListEntryId, ShipmentId};
use shared_types::{
    fixed::Rate,
    money::Currency,
    shipments::{PlaceSides, ShipmentStatus},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ShipmentId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub number: String,
    pub status: ShipmentStatus,
    pub delivery_id: Option<DeliveryId>,
    pub delivery_method_id: Option<ListEntryId>,
    pub pickup_point_id: Option<ListEntryId>,
    pub transport_company_id: Option<ListEntryId>,
    pub country: Option<shared_types::country::Country>,
    pub city: Option<String>,
    pub recipient: Option<crate::json::Json<shared_types::recipients::RecipientSnapshot>>,
    pub weight_grams: Option<i64>,
    pub volume_cm3: Option<i64>,
    pub places: Option<i32>,
    /// The sides of a place.
    pub length_mm: Option<i64>,
    pub width_mm: Option<i64>,
    pub height_mm: Option<i64>,
    pub packaging_id: Option<ListEntryId>,
    pub insurance_id: Option<ListEntryId>,
    pub goods_category_id: Option<ListEntryId>,
    pub delivery_cost_minor: Option<i64>,
    pub currency: Option<Currency>,
    pub cost_rub_minor: Option<i64>,
    /// The part of the carrier's charge for the delivery that falls to the shipment.
    pub freight_minor: Option<i64>,
    pub freight_currency: Option<Currency>,
    /// The same in rubles. `None` if no rate was stated to the client.
    pub freight_rub_minor: Option<i64>,
    pub rate: Option<Rate>,
    /// When the delivery was paid, from a balance or in cash. `None` while a sum is due.
    pub paid_at: Option<DateTimeUtc>,
    /// The part of the price that is paid, while the rest is due after a new weighing.
    pub paid_part_minor: Option<i64>,
    pub paid_part_rub_minor: Option<i64>,
    /// When the shipment was last weighed after its price was set.
    pub reweighed_at: Option<DateTimeUtc>,
    pub comment: String,
    pub track: Option<String>,
    pub problem_reason: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl Model {
    /// The sides of a place, if all three are known.
    pub fn sides(&self) -> Option<PlaceSides> {
        Some(PlaceSides {
            length_mm: self.length_mm?,
            width_mm: self.width_mm?,
            height_mm: self.height_mm?,
        })
    }
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::Id)
);
