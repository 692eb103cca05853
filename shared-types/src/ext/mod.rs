//! The API of the browser extension.

mod reports;

pub use reports::*;

use crate::{
    access::Access,
    endpoint::{Nothing, RawFile},
    fixed::{Percent, Rate},
    id::{AgentId, ClientId, ItemId, OrderId, UserId},
    items::{CurrencyCode, Item, NewItem, UnitSize},
    money::{Currency, Money, PriceText},
    orders::{CostSum, lifecycle::OrderType},
    page::Listing,
    pricing::Commission,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The owner of an extension token.
#[apply(response)]
pub struct ExtUser {
    /// Id of the user.
    pub id: UserId,
    pub name: String,
    /// Phone number in E.164 format.
    pub phone: String,
}

#[apply(response)]
pub struct ExtAgent {
    pub id: AgentId,
    pub name: String,
}

/// A client account of the person.
#[apply(response)]
pub struct ExtClient {
    /// Client id. Pass it as `client_id` of a new draft.
    pub id: ClientId,
    /// Name of the client account.
    pub name: String,
    /// Client code.
    pub code: String,
    /// Currency of its orders.
    pub currency: Currency,
    /// The agent of the client.
    pub agent: ExtAgent,
    /// The client's price of a product.
    pub pricing: ExtPricing,
}

/// The agent's rates and commission for a client.
#[apply(response)]
pub struct ExtPricing {
    /// Currency of the client.
    pub currency: Currency,
    /// How much of `currency` one unit of a shop's currency costs, the agent's markup included. Currencies without a current
    /// rate are absent.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Rate>))]
    pub rates: BTreeMap<Currency, Rate>,
    /// The agent's commission on goods below its first bracket.
    pub fee_percent: Percent,
    /// The whole commission of an order, in minor units of `currency`. It is charged on all goods of an order together, so the
    /// commission of a product is the amount that it adds.
    pub commission: Commission,
}

/// A field of a new item that servers of the first version of this API do not accept.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are the fields of NewItem")]
pub enum ItemField {
    Options,
    SkuId,
    Images,
    WeightGrams,
    SizeMm,
    PriceSource,
    Uncertain,
    PricePer,
    MinQuantity,
    Corrected,
}

impl ItemField {
    /// All fields.
    pub const ALL: [Self; 10] = [
        Self::Options,
        Self::SkuId,
        Self::Images,
        Self::WeightGrams,
        Self::SizeMm,
        Self::PriceSource,
        Self::Uncertain,
        Self::PricePer,
        Self::MinQuantity,
        Self::Corrected,
    ];
}

/// An optional part of this API that the server offers.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum ExtFeature {
    /// Screenshots of product pages.
    Proof,
    /// Reports about pages that are read wrongly.
    Reports,
    /// The estimate of a draft with a product.
    Estimates,
    /// Translation of texts of product pages. Listed if an agent of the person has items translated.
    Translation,
}

impl ExtFeature {
    /// The features that every server of this version offers.
    pub const OFFERED: [Self; 3] = [Self::Proof, Self::Reports, Self::Estimates];
}

/// The token of the request.
#[apply(response)]
pub struct ExtToken {
    /// Name given by the person.
    pub name: String,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last request with the token, which is this one.
    pub last_used_at: DateTime<Utc>,
}

/// The owner of the token and their client accounts.
#[apply(response)]
pub struct ExtMe {
    /// Owner of the token.
    pub user: ExtUser,
    /// Client accounts with a confirmed membership of the person.
    pub clients: Vec<ExtClient>,
    /// Fields that a new item can have in addition to the fields of the first version.
    pub item_fields: Vec<ItemField>,
    /// Optional parts of the API that this server offers.
    pub features: Vec<ExtFeature>,
    /// Known states of shops, by marketplace or by host without `www.`.
    pub shops: BTreeMap<String, ShopStatus>,
    /// The token of the request.
    pub token: ExtToken,
}

/// A draft order that items can be added to.
#[apply(response)]
pub struct Draft {
    pub id: OrderId,
    /// Order number.
    pub number: String,
    /// Title of the order. May be empty.
    pub title: String,
    /// Order type. A self-buyout has no commission.
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// Client account of the order.
    pub client_id: ClientId,
    pub agent_name: String,
    /// Currency of the total.
    pub currency: Currency,
    /// Number of items.
    pub items_count: i32,
    /// Sum of the items in the currency of the draft.
    pub total: Money,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A draft to create.
#[apply(request)]
pub struct NewDraft {
    /// Client account to create the draft in.
    pub client_id: ClientId,
    /// Order type. Defaults to `standard`.
    #[serde(rename = "type")]
    pub order_type: Option<OrderType>,
    pub title: Option<String>,
}

/// The added item and the updated draft.
#[apply(response)]
pub struct AddedItem {
    /// The added item.
    pub item: Item,
    /// The draft after the change.
    pub order: Draft,
}

/// The numbers of a product that the cost of an order depends on, with the rules of [`NewItem`].
#[apply(request)]
pub struct ProductToEstimate {
    /// Price of one piece, or of `price_per` pieces, in the currency of the shop.
    pub price: PriceText,
    /// Number of pieces that the price is for. Defaults to 1.
    pub price_per: Option<i64>,
    /// Currency of the price (ISO 4217). Defaults to CNY.
    pub currency: Option<CurrencyCode>,
    /// Number of pieces. Defaults to 1.
    pub quantity: Option<i64>,
    /// Weight of one piece, in grams.
    pub weight_grams: Option<i64>,
    /// Size of one piece, in millimetres.
    pub size_mm: Option<UnitSize>,
}

/// A draft and the products that it is to get. Nothing of it is stored.
#[apply(request)]
pub struct EstimateRequest {
    /// Client account of the draft.
    pub client_id: ClientId,
    /// The draft. A new one of the client if absent.
    pub order_id: Option<OrderId>,
    /// 1 to 1,000 products.
    pub items: Vec<ProductToEstimate>,
}

/// The estimate that the page of the order shows when the products are in it.
#[apply(response)]
#[derive(Copy)]
pub struct DraftEstimate {
    /// The preliminary sum of the order: `cost.total` of its calculation.
    pub total: CostSum,
    /// The approximate price of the delivery, which is paid with the shipment and not part of the sum. Absent if the method, the
    /// country, the tariff or the weight is not known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delivery: Option<CostSum>,
    /// Number of items in other currencies. The sums do not include them until the agent sets their prices.
    pub left_out: i64,
}

crate::endpoints! {
    extension_endpoints:

    [Extension]
    ExtShowMe, "ext_me": Get "/api/ext/me", Access::ExtensionToken, 200;
    "Returns the owner of the token and their client accounts.";
    path = (), query = Nothing, body = Nothing => ExtMe;

    ExtListDrafts, "ext_list_drafts": Get "/api/ext/drafts", Access::ExtensionToken, 200;
    "Lists the drafts in all client accounts of the person, last changed first, at most 200.";
    path = (), query = Nothing, body = Nothing => Listing<Draft>;

    ExtCreateDraft, "ext_create_draft": Post "/api/ext/drafts", Access::ExtensionToken, 201, idempotent = true;
    "Creates a draft in one of the person's client accounts.";
    path = (), query = Nothing, body = NewDraft => Draft;

    ExtAddItem, "ext_add_item": Post "/api/ext/drafts/{order}/items", Access::ExtensionToken, 201, idempotent = true;
    "Adds an item to a draft.";
    path = (OrderId,), query = Nothing, body = NewItem => AddedItem;

    ExtEstimate, "ext_estimate": Post "/api/ext/estimates", Access::ExtensionToken, 200;
    "Returns what a draft costs with products that are not in it yet. Changes nothing.";
    path = (), query = Nothing, body = EstimateRequest => DraftEstimate;

    ExtAddProof, "ext_add_proof": Post "/api/ext/drafts/{order}/items/{item}/proof", Access::ExtensionToken, 201, idempotent = true;
    "Adds a screenshot of the product page to an item: a JPEG, PNG or WebP of at most 4 MB.";
    path = (OrderId, ItemId), query = Nothing, body = RawFile => Nothing;

    ExtAddReport, "ext_add_report": Post "/api/ext/reports", Access::ExtensionToken, 201, idempotent = true;
    "Reports a product page that the extension reads wrongly to the person's agents.";
    path = (), query = Nothing, body = PageReport => Nothing;

    ExtRevokeToken, "ext_revoke_token": Delete "/api/ext/token", Access::ExtensionToken, 204;
    "Revokes the token of the request.";
    path = (), query = Nothing, body = Nothing => Nothing;
}
