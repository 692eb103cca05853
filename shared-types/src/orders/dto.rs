//! Request and response bodies of orders.

use super::WarehouseItems;
use super::lifecycle::{OrderMove, OrderStatus, OrderType, Side};
use crate::id::ListEntryId;
use crate::{
    id::{ClientId, OrderId, RecipientId, StaffId},
    items::{Item, ItemGroup},
    money::{Currency, Money},
    next_step::{NextStep, OrderAction, OrderStepFacts},
    recipients::RecipientCopy,
};
use chrono::{DateTime, Utc};

/// A row of an order list.
#[apply(response)]
pub struct OrderSummary {
    pub id: OrderId,
    /// Order number: client code and sequence number.
    pub number: String,
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// Current status.
    pub status: OrderStatus,
    /// Title given by the client. May be empty.
    pub title: String,
    pub client_id: ClientId,
    pub client_code: String,
    pub client_name: String,
    /// Number of items.
    pub items_count: i32,
    /// The known cost of the order, in its currency. Without a quote: the live items at the agent's prices, or else the client's,
    /// with the shipping within China, but without the commission. With a quote: its amount due, less the refunds. Both include
    /// the order's share of shipments that have a price, and services that were paid at once. Absent if the caller may not see
    /// prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total: Option<Money>,
    /// The amount to pay now, while it is `quoted`: its total without the services that were paid at once. Only in lists, and
    /// absent if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub due: Option<Money>,
    /// Whether there are items in other currencies. The total does not include them.
    pub mixed_currencies: bool,
    /// Number of items with a problem.
    pub problem_count: i32,
    /// Whether the other side did something that the caller has not seen yet. Opening the card marks the order as read for the
    /// caller; that response has the value from before. `false` in responses to changes.
    pub unread: bool,
    /// Pictures of the first items, at most four.
    pub thumbnails: Vec<String>,
    /// Assigned staff member. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub assigned_staff_id: Option<StaffId>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the submission.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Time of the last activity.
    pub last_activity_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Where its received items are. Absent until the order is purchased or expected, and after its end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub warehouse: Option<WarehouseItems>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

impl OrderSummary {
    /// The next step as `side` sees it.
    pub fn next_step(&self, side: Side) -> NextStep<OrderAction> {
        let facts = OrderStepFacts {
            status: self.status,
            order_type: self.order_type,
            has_items: self.items_count > 0,
            has_problem: self.problem_count > 0,
            warehouse: self.warehouse.unwrap_or_default(),
        };
        facts.next_step(side)
    }
}

/// An order with its first items.
#[apply(response)]
pub struct Order {
    /// Fields of the list row.
    #[serde(flatten)]
    pub summary: OrderSummary,
    /// The agent's name.
    pub agent_name: String,
    /// The client's comment on the whole order.
    pub comment: String,
    /// Currency of the totals.
    pub currency: Currency,
    /// Destination country (ISO 3166-1 alpha-2).
    pub destination_country: Option<crate::country::Country>,
    pub destination_city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recipient: Option<RecipientCopy>,
    /// Delivery options.
    pub delivery: DeliveryChoice,
    /// Sums of the items in currencies other than the order's.
    pub other_totals: Vec<Money>,
    /// Groups of the items below.
    pub groups: Vec<ItemGroup>,
    /// Items in the order in which they were added, at most one hundred.
    pub items: Vec<Item>,
    /// Cursor of the following items, or null if there are none.
    pub items_cursor: Option<String>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<OrderMove>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
    /// Whether items stay untranslated because the agent's limit of this month is reached.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub translation_exhausted: bool,
}

/// Selects items of an order.
#[apply(request)]
#[derive(Default)]
pub struct ItemsQuery {
    /// Page size, 1 to 1000. Defaults to 100.
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub limit: Option<u64>,
    /// `items_cursor` of the order, or `next_cursor` of the previous page. The first items if absent.
    pub cursor: Option<String>,
}

/// A page of an order's items.
#[apply(response)]
pub struct ItemsPage {
    /// Items in the order in which they were added.
    pub data: Vec<Item>,
    /// Groups of these items.
    pub groups: Vec<ItemGroup>,
    /// Cursor of the next page, or null on the last page.
    pub next_cursor: Option<String>,
}

#[apply(request)]
pub struct NewOrder {
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// Title that helps the client to recognize the order.
    pub title: Option<String>,
    /// Destination country (ISO 3166-1 alpha-2).
    pub destination_country: Option<String>,
    pub destination_city: Option<String>,
    /// Comment on the whole order.
    pub comment: Option<String>,
    /// Entry of the address book. If neither this nor a destination is given, the default entry is used.
    pub recipient_id: Option<RecipientId>,
}

/// A new order of a client, created by staff.
#[apply(request)]
pub struct NewAgentOrder {
    pub client_id: ClientId,
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// Title that helps to recognize the order.
    pub title: Option<String>,
    /// Comment on the whole order. The client sees it.
    pub comment: Option<String>,
}

/// Changes to the delivery options of an order, as ids from the agent's settings. Absent fields stay unchanged; `null`
/// clears a field.
#[apply(request)]
#[derive(Copy, Default)]
pub struct OrderDeliveryChange {
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
}

/// Delivery options of an order, as ids from the agent's settings.
#[apply(request)]
#[derive(Copy, Default)]
pub struct DeliveryChoice {
    /// Delivery method from China.
    pub delivery_method_id: Option<ListEntryId>,
    /// Packaging option.
    pub packaging_id: Option<ListEntryId>,
    /// Insurance option.
    pub insurance_id: Option<ListEntryId>,
}

/// Changes to an order. Absent fields stay unchanged; an empty string clears a field.
#[apply(request)]
#[derive(Default)]
pub struct OrderChange {
    #[serde(rename = "type")]
    pub order_type: Option<OrderType>,
    /// Delivery options.
    pub delivery: Option<OrderDeliveryChange>,
    pub title: Option<String>,
    /// Comment on the whole order.
    pub comment: Option<String>,
    /// Destination country (ISO 3166-1 alpha-2).
    pub destination_country: Option<String>,
    pub destination_city: Option<String>,
}

#[apply(request)]
#[derive(Default)]
pub struct MoveReason {
    /// Reason. Shown to both sides in the history.
    pub reason: Option<String>,
}
