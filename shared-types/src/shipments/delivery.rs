//! Delivery options of a shipment, its calculated cost, and merging of shipments.

use crate::id::{ListEntryId, RecipientId};
use crate::{id::ShipmentId, pricing::Calculation, settings::DeliveryOption};

/// The delivery options of a shipment.
#[apply(response)]
#[derive(Default)]
pub struct ShipmentDelivery {
    /// Delivery method from China.
    pub method: Option<DeliveryOption>,
    /// Category of the goods, which staff choose.
    pub goods_category: Option<DeliveryOption>,
    /// Packaging option.
    pub packaging: Option<DeliveryOption>,
    /// Insurance option.
    pub insurance: Option<DeliveryOption>,
    /// Transport company for the last mile. Its `detail` is the tracking URL.
    pub transport_company: Option<DeliveryOption>,
    /// Pickup point. Its `detail` is the address.
    pub pickup_point: Option<DeliveryOption>,
}

/// A destination that the delivery prices of a shipment are asked for.
#[apply(request)]
#[derive(Default)]
pub struct ShipmentPriceQuery {
    /// Destination country (ISO 3166-1 alpha-2). Defaults to the shipment's.
    pub country: Option<String>,
}

/// Changes to the delivery options of a shipment, as ids from the agent's settings. Absent fields stay unchanged; `null` clears a
/// field.
#[apply(request)]
#[derive(Copy, Default)]
pub struct ShipmentDeliveryChange {
    /// Delivery method from China.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub delivery_method_id: Option<Option<ListEntryId>>,
    /// Packaging option.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub packaging_id: Option<Option<ListEntryId>>,
    /// Insurance option.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub insurance_id: Option<Option<ListEntryId>>,
    /// Transport company for the last mile.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub transport_company_id: Option<Option<ListEntryId>>,
    /// Pickup point.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub pickup_point_id: Option<Option<ListEntryId>>,
}

/// Changes by the client to a shipment that is packed and not quoted. Absent fields stay unchanged; an empty string
/// clears a field.
#[apply(request)]
#[derive(Default)]
pub struct ClientShipmentChange {
    /// Destination country (ISO 3166-1 alpha-2).
    pub country: Option<String>,
    /// Destination city.
    pub city: Option<String>,
    /// Entry of the address book. The recipient of a packed shipment can be completed, but not replaced.
    pub recipient_id: Option<RecipientId>,
    /// Delivery options.
    pub delivery: Option<ShipmentDeliveryChange>,
}

/// The cost of a delivery by the agent's tariffs. Staff may quote another price.
#[apply(response)]
pub struct CostProposal {
    /// Calculation by charges, in yuan. Its total is the proposed cost.
    pub calculation: Calculation,
    /// Whether a tariff applies to the delivery method, the country and the size of the shipment.
    pub has_tariff: bool,
}

/// The shipment to merge into another one.
#[apply(request)]
#[derive(Copy)]
pub struct ShipmentMerge {
    /// Shipment whose items are taken. It is canceled.
    pub from: ShipmentId,
}
