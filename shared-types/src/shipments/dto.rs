//! Request and response bodies of shipments and deliveries.

use super::{
    PlaceSides, Reweighing, ShipmentDelivery, ShipmentDeliveryChange, ShipmentMove, ShipmentPhoto, ShipmentStatus,
    StatusChange, density,
};
use crate::{
    fixed::Rate,
    id::{ClientId, DeliveryId, ItemId, ListEntryId, OrderId, ShipmentId},
    money::{Currency, Money, PriceText},
    next_step::{NextStep, ShipmentAction, shipment_step},
    orders::{PayOption, Payment, Side},
    page::CappedCount,
    recipients::{RecipientCopy, RecipientForm},
    translation::ItemTranslation,
};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::BTreeMap;

/// A row of a shipment list.
#[apply(response)]
pub struct ShipmentSummary {
    pub id: ShipmentId,
    /// Shipment number.
    pub number: String,
    /// Current status.
    pub status: ShipmentStatus,
    pub client_id: ClientId,
    pub client_code: String,
    pub client_name: String,
    /// Destination country (ISO 3166-1 alpha-2).
    pub country: Option<crate::country::Country>,
    /// Destination city.
    pub city: Option<String>,
    /// Recipient. Lists leave out the documents.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recipient: Option<RecipientCopy>,
    /// Number of places (boxes).
    pub places: Option<i32>,
    pub weight_grams: Option<i64>,
    /// Volume, in cm³.
    pub volume_cm3: Option<i64>,
    /// Sides of a place. Absent unless all three are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sides: Option<PlaceSides>,
    /// Cost of the delivery. Absent until the shipment is quoted, or if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<Money>,
    /// The part of the carrier's charge for the delivery that falls to the shipment. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub freight: Option<Money>,
    /// The remaining amount to pay for the delivery, in rubles. Absent if nothing is due, or if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub due: Option<Money>,
    /// Time of the payment.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub paid_at: Option<DateTime<Utc>>,
    /// Whether a delivery method is chosen.
    pub has_method: bool,
    /// Cargo delivery that carries the shipment.
    pub delivery_id: Option<DeliveryId>,
    /// The staff's entries about that delivery: in lists, and on the client's card.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub transport: Option<ShipmentTransport>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

impl ShipmentSummary {
    /// The next step as `side` sees it.
    pub fn next_step(&self, side: Side) -> NextStep<ShipmentAction> {
        shipment_step(self.status, self.has_method, side)
    }

    /// The density in kilograms per cubic metre.
    pub fn density(&self) -> Option<i64> {
        density(self.weight_grams, self.volume_cm3)
    }
}

/// How and when a shipment travels.
#[apply(response)]
pub struct ShipmentTransport {
    /// Carrier of the cargo delivery.
    pub carrier: Option<String>,
    /// Route of the cargo delivery.
    pub route: Option<String>,
    /// Day on which the arrival is expected.
    pub expected_on: Option<NaiveDate>,
    /// Time of the departure.
    pub departed_at: Option<DateTime<Utc>>,
    /// Time of the arrival.
    pub arrived_at: Option<DateTime<Utc>>,
    /// Pickup point that staff chose, with its address.
    pub pickup_place: Option<String>,
}

/// A shipment that items of an order are in.
#[apply(response)]
pub struct OrderShipment {
    pub id: ShipmentId,
    /// Shipment number.
    pub number: String,
    /// Current status.
    pub status: ShipmentStatus,
    /// Items of the order that are in it.
    pub items: Vec<ItemId>,
}

/// An item in a shipment, or one that can be added.
#[apply(response)]
pub struct ShipmentItem {
    /// Id of the order item.
    pub item_id: ItemId,
    pub order_id: OrderId,
    pub order_number: String,
    /// Product title.
    pub title: String,
    /// Selected options, such as colour and size.
    pub variant: Option<String>,
    /// The texts in the caller's language, translated by a machine. Absent if none is translated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub translation: Option<ItemTranslation>,
    /// URL of the picture.
    pub image_url: Option<String>,
    /// Number of pieces.
    pub quantity: i32,
    /// Name of the warehouse cell. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<String>,
    /// Total weight of all pieces, in grams.
    pub weight_grams: Option<i64>,
}

/// A shipment with its items, delivery and payment. Both sides see the same delivery page.
#[apply(response)]
pub struct Shipment {
    /// Fields of the list row.
    #[serde(flatten)]
    pub summary: ShipmentSummary,
    pub items: Vec<ShipmentItem>,
    /// Delivery options.
    pub delivery: ShipmentDelivery,
    /// The agent's comment.
    pub comment: String,
    /// Tracking number of the last mile.
    pub track: Option<String>,
    /// Problem reported by the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem_reason: Option<String>,
    /// Photos of the problem by the client, oldest first. Staff see them once the problem is reported.
    pub problem_photos: Vec<ShipmentPhoto>,
    /// Cost in rubles.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost_rub: Option<Money>,
    /// Rubles for one unit of the cost's currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rate: Option<Rate>,
    /// Balances that the delivery can be paid from now. Client side only.
    pub pay_from: Vec<PayOption>,
    /// Payments, oldest first.
    pub payments: Vec<Payment>,
    /// Weighings after the price was set, newest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub reweighings: Vec<Reweighing>,
    /// Status changes, oldest first.
    pub history: Vec<StatusChange>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<ShipmentMove>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// Payment of the delivery, from a balance or in cash. Contains the version and the amount that the client saw.
#[apply(request)]
#[derive(Copy)]
pub struct ShipmentPayRequest {
    /// Version of the shipment that the client saw.
    pub version: i64,
    /// Amount that the client saw. Its currency selects the balance. If the shipment or the amount has changed, nothing
    /// is paid and the response is 409 `amount_changed` with the new amount in `current_amount`.
    pub amount: Money,
}

/// Receipt of cash for the delivery by staff. Contains the version and the amount that the person saw.
#[apply(request)]
#[derive(Copy)]
pub struct CashReceipt {
    /// Version of the shipment that the person saw.
    pub version: i64,
    /// Received amount in rubles: the amount due. If the shipment or the amount has changed, nothing is booked and the response
    /// is 409 `amount_changed` with the new amount in `current_amount`.
    pub amount: Money,
}

#[apply(request)]
pub struct NewShipment {
    pub client_id: ClientId,
    /// Items that are in the warehouse and in no other shipment.
    pub items: Vec<ItemId>,
}

/// Changes by staff to a shipment. Absent fields stay unchanged; an empty string or 0 clears a field.
#[apply(request)]
#[derive(Default)]
pub struct ShipmentChange {
    /// Destination country (ISO 3166-1 alpha-2).
    pub country: Option<String>,
    /// Destination city.
    pub city: Option<String>,
    pub weight_grams: Option<i64>,
    /// Volume, in cm³.
    pub volume_cm3: Option<i64>,
    /// Number of places (boxes).
    pub places: Option<i64>,
    /// Length of a place, in millimetres. Without `volume_cm3`, the volume of all places is calculated as soon as all sides are
    /// known.
    pub length_mm: Option<i64>,
    /// Width of a place, in millimetres.
    pub width_mm: Option<i64>,
    /// Height of a place, in millimetres.
    pub height_mm: Option<i64>,
    /// Recipient. Replaces the previous one, also of a packed shipment; the history has the corrected values.
    pub recipient: Option<RecipientForm>,
    /// Delivery options.
    pub delivery: Option<ShipmentDeliveryChange>,
    /// Category of the goods, from the agent's settings. `null` clears it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub goods_category_id: Option<Option<ListEntryId>>,
    /// Comment for the client.
    pub comment: Option<String>,
    /// Tracking number of the last mile.
    pub track: Option<String>,
}

/// Items to add to a shipment, or to remove from it.
#[apply(request)]
pub struct ShipmentItems {
    /// Ids of the items.
    pub items: Vec<ItemId>,
}

/// A move of a shipment by staff.
#[apply(request)]
pub struct ShipmentStep {
    /// Move to make.
    pub step: ShipmentMove,
    /// Reason. Required for `cancel` and `resolve`.
    pub reason: Option<String>,
    /// Cost of the delivery, for `quote`.
    pub cost: Option<PriceText>,
    /// Currency of the cost, CNY or RUB, for `quote`. Defaults to CNY.
    pub currency: Option<Currency>,
    /// Rubles for one yuan, for `quote`. Defaults to the agent's current rate.
    pub rate: Option<Rate>,
}

/// A problem with a received shipment.
#[apply(request)]
pub struct CargoProblem {
    /// Description by the client.
    pub reason: String,
    /// Items concerned. All items of the shipment if absent or empty.
    #[serde(default)]
    pub items: Vec<ItemId>,
}

/// Filters of the shipment list.
#[apply(request)]
#[derive(Default)]
pub struct ShipmentQuery {
    /// Text contained in the number, the track, or the client's code or name.
    pub search: Option<String>,
    /// Filter by status.
    pub status: Option<ShipmentStatus>,
    /// Filter by country.
    pub country: Option<crate::country::Country>,
    /// Filter by client.
    pub client_id: Option<ClientId>,
    /// Only shipments whose delivery is priced and not paid.
    pub unpaid: Option<bool>,
    /// Only packed shipments that no cargo delivery carries.
    pub loadable: Option<bool>,
    /// Only packed shipments whose delivery method is not chosen.
    pub without_method: Option<bool>,
    /// The oldest shipments first, as a queue is worked off. `updated_since` keeps its own order.
    pub oldest_first: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Capped counts of shipments by status.
#[apply(response)]
#[derive(Default)]
pub struct ShipmentCounts {
    /// All shipments.
    pub all: CappedCount,
    /// Number of shipments by status.
    pub by_status: BTreeMap<ShipmentStatus, CappedCount>,
    /// Shipments whose delivery is priced and not paid.
    pub unpaid: CappedCount,
    /// Items in the warehouse that are in no shipment.
    pub to_pack: CappedCount,
}

/// Filter of the items that can be packed.
#[apply(request)]
#[derive(Default)]
pub struct PackableQuery {
    /// Filter by client. All clients if absent.
    pub client_id: Option<ClientId>,
    /// Items of the client of this order, which can lie together with items of the order.
    pub order_id: Option<OrderId>,
    /// Page size, 1 to 500. Defaults to 500.
    #[cfg_attr(feature = "openapi", schema(maximum = 500))]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}
