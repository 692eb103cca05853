//! By what a shipment is delivered and what that costs; putting shipments together.

use crate::{id::ShipmentId, pricing::Calculation, settings::Choice};
use serde::{Deserialize, Serialize};

/// By what a shipment is delivered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentDelivery {
    /// The way from China.
    pub method: Option<Choice>,
    /// How it is packed.
    pub packaging: Option<Choice>,
    /// How it is insured.
    pub insurance: Option<Choice>,
    /// Who carries the last mile; its detail is where the track is followed.
    pub transport_company: Option<Choice>,
    /// Where it is fetched; its detail is the address.
    pub pickup_point: Option<Choice>,
}

/// By what a shipment is to be delivered, as ids of the agent's settings; absent fields stay, 0 clears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ParcelChoice {
    /// The way from China.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_method_id: Option<i64>,
    /// How it is packed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packaging_id: Option<i64>,
    /// How it is insured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance_id: Option<i64>,
    /// Who carries the last mile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport_company_id: Option<i64>,
    /// Where it is fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup_point_id: Option<i64>,
}

/// What a client chooses while the shipment is packed and has no price; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientShipmentChange {
    /// Destination country, ISO 3166 alpha-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Destination city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// By what it is to be delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<ParcelChoice>,
}

/// What the delivery costs by the agent's tariffs; staff may name another price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposal {
    /// Line by line, in yuan; the total is what is proposed.
    pub calculation: Calculation,
    /// Whether a tariff was found for the way, the country and the parcel's size.
    pub has_tariff: bool,
}

/// Which shipment to take everything from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MergeFrom {
    /// The other one.
    pub from: ShipmentId,
}
