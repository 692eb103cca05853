//! Bodies of shipments and deliveries.

use super::{DeliveryMove, DeliveryPart, DeliveryStatus, ParcelChoice, ShipmentDelivery, ShipmentMove, ShipmentStatus};
use crate::{
    fixed::Rate,
    id::{ClientId, DeliveryId, ItemId, OrderId, ShipmentId, ShipmentPhotoId},
    media::PhotoAddresses,
    money::{Currency, Money, PriceText},
    orders::{PayOption, Payment},
    page::CappedCount,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A row of the shipment lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentSummary {
    /// Its id.
    pub id: ShipmentId,
    /// The number people name it by.
    pub number: String,
    /// Where it is in its life.
    pub status: ShipmentStatus,
    /// The client account.
    pub client_id: ClientId,
    /// The client account's code.
    pub client_code: String,
    /// The client account's name.
    pub client_name: String,
    /// Destination country, ISO 3166 alpha-2.
    pub country: Option<String>,
    /// Destination city.
    pub city: Option<String>,
    /// Places.
    pub places: Option<i32>,
    /// Weight, grams.
    pub weight_grams: Option<i64>,
    /// Volume, cm³.
    pub volume_cm3: Option<i64>,
    /// What its delivery costs; absent until it is priced, or without the right to see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<Money>,
    /// The delivery that carries it.
    pub delivery_id: Option<DeliveryId>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// An item in a shipment, or one that could be put into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentItem {
    /// The line of its order.
    pub item_id: ItemId,
    /// The order.
    pub order_id: OrderId,
    /// The order's number.
    pub order_number: String,
    /// The product's title.
    pub title: String,
    /// The chosen options.
    pub variant: Option<String>,
    /// The picture's address.
    pub image_url: Option<String>,
    /// Pieces.
    pub quantity: i32,
    /// The cell of the warehouse (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<String>,
    /// Weight of all pieces, grams.
    pub weight_grams: Option<i64>,
}

/// What happened to a shipment or a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Passage {
    /// The state before, as its name.
    pub from: Option<String>,
    /// The state after, as its name.
    pub to: String,
    /// Who acted.
    pub actor_name: String,
    /// Why, where a reason was given.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// A shipment's card, and the delivery page that both sides share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Shipment {
    /// The row of the list.
    #[serde(flatten)]
    pub summary: ShipmentSummary,
    /// Its items.
    pub items: Vec<ShipmentItem>,
    /// By what it is delivered.
    pub delivery: ShipmentDelivery,
    /// What the agent says to it.
    pub comment: String,
    /// The track of the last mile.
    pub track: Option<String>,
    /// What the client reported.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem_reason: Option<String>,
    /// What the client photographed of it, oldest first; staff see the photos with the report, not before.
    pub problem_photos: Vec<ShipmentPhoto>,
    /// The cost in rubles.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost_rub: Option<Money>,
    /// Rubles for one unit of the cost's currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rate: Option<Rate>,
    /// The balances it can be paid from now (client side only).
    pub pay_from: Vec<PayOption>,
    /// Payments, oldest first.
    pub payments: Vec<Payment>,
    /// What happened to it, oldest first.
    pub history: Vec<Passage>,
    /// The moves this side can make now.
    pub moves: Vec<ShipmentMove>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Paying the delivery, from a balance or in cash, as the shipment was shown to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentPayRequest {
    /// The version of the shipment that the client saw.
    pub version: i64,
    /// The sum that the client saw; its currency names the balance. If the shipment or the sum is another one by now,
    /// nothing is paid: 409 `amount_changed`, with the sum of today as `current_amount`.
    pub amount: Money,
}

/// A new shipment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewShipment {
    /// Whose.
    pub client_id: ClientId,
    /// Lines that are in the warehouse and in no other shipment.
    pub items: Vec<ItemId>,
}

/// The delivery form; absent fields stay, an empty text or 0 clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentChange {
    /// Destination country, ISO 3166 alpha-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Destination city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Weight, grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_grams: Option<i64>,
    /// Volume, cm³.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume_cm3: Option<i64>,
    /// Places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<i64>,
    /// By what it is to be delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<ParcelChoice>,
    /// What to tell the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The track of the last mile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
}

/// Lines to put in or take out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentItems {
    /// The lines.
    pub items: Vec<ItemId>,
}

/// A move of a shipment by staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentStep {
    /// The move.
    pub step: ShipmentMove,
    /// Why: needed to cancel and to resolve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The cost of its delivery, for `quote`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<PriceText>,
    /// The cost's currency, CNY or RUB, for `quote`; CNY when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Rubles for one yuan, for `quote`; the agent's current rate when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
}

/// What is wrong with what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CargoProblem {
    /// In the client's words.
    pub reason: String,
    /// The lines concerned; all of the shipment when absent or empty.
    #[serde(default)]
    pub items: Vec<ItemId>,
}

/// A photo of what is wrong with a shipment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentPhoto {
    /// Its id.
    pub id: ShipmentPhotoId,
    /// Where it is seen.
    pub addresses: PhotoAddresses,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
}

/// Which shipments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentQuery {
    /// One state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ShipmentStatus>,
    /// One country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// One client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Counts by state, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ShipmentCounts {
    /// State → count.
    pub by_status: BTreeMap<ShipmentStatus, CappedCount>,
}

/// What a client has in the warehouse that is in no shipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PackableQuery {
    /// One client's; of all clients when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
}

/// A line that waits to be packed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Packable {
    /// Whose.
    pub client_id: ClientId,
    /// The client account's code.
    pub client_code: String,
    /// The line.
    #[serde(flatten)]
    pub item: ShipmentItem,
}

/// A row of the cargo list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliverySummary {
    /// Its id.
    pub id: DeliveryId,
    /// The number people name it by.
    pub number: String,
    /// Where it is in its life.
    pub status: DeliveryStatus,
    /// The carrier's track.
    pub track: Option<String>,
    /// When it left.
    pub departed_at: Option<DateTime<Utc>>,
    /// When it came.
    pub arrived_at: Option<DateTime<Utc>>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// A cargo card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delivery {
    /// The row of the list.
    #[serde(flatten)]
    pub summary: DeliverySummary,
    /// What it carries.
    pub shipments: Vec<ShipmentSummary>,
    /// What happened to it, oldest first.
    pub history: Vec<Passage>,
    /// The moves that can be made now.
    pub moves: Vec<DeliveryMove>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// A new delivery, or changes to one; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryChange {
    /// The carrier's track.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
}

/// Shipments to load or to unload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Load {
    /// The shipments.
    pub shipments: Vec<ShipmentId>,
}

/// A move of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryStep {
    /// The move.
    pub step: DeliveryMove,
}

/// Which deliveries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryQuery {
    /// Which part; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<DeliveryPart>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}
