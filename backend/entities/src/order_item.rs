//! Table `order_items`: the items of an order.

use crate::{json::Json, translations::StoredTranslations};
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, GroupId, ImportId, ItemId, OrderId, PurchaseId};
use shared_types::{
    items::{CorrectedField, ItemOption, ItemStatus, PriceSource, UncertainField, UnitSize},
    money::Currency,
    orders::Origin,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_items")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ItemId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub group_id: GroupId,
    pub status: ItemStatus,
    pub title: String,
    pub url: String,
    pub marketplace: Option<String>,
    pub external_id: Option<String>,
    pub variant: Option<String>,
    pub image_url: Option<String>,
    pub price_minor: i64,
    /// The number of pieces that the price is for.
    pub price_per: i32,
    pub currency: Currency,
    pub price_uncertain: bool,
    pub quantity: i32,
    /// The smallest number of pieces that the shop sells.
    pub min_quantity: Option<i32>,
    pub comment: String,
    pub agent_price_minor: Option<i64>,
    /// The number of pieces that the agent's price is for; null without one.
    pub agent_price_per: Option<i32>,
    pub agent_currency: Option<Currency>,
    pub agent_quantity: Option<i32>,
    pub agent_comment: Option<String>,
    pub refuse_reason: Option<String>,
    pub marketplace_order_number: Option<String>,
    pub domestic_track: Option<String>,
    pub cell: Option<String>,
    pub counted_quantity: Option<i32>,
    pub weight_grams: Option<i64>,
    pub volume_cm3: Option<i64>,
    pub agent_bought_minor: Option<i64>,
    /// The payment to the seller that paid for it.
    pub purchase_id: Option<PurchaseId>,
    pub problem_reason: Option<String>,
    pub refunded_minor: i64,
    /// Pieces that were refunded.
    pub refunded_quantity: i32,
    /// Selected options one by one; null if there are none.
    pub options: Option<Json<Vec<ItemOption>>>,
    /// Id of the selected variant on the marketplace.
    pub sku_id: Option<String>,
    /// Further pictures, without the main one; null if there are none.
    pub images: Option<Json<Vec<String>>>,
    /// Weight of one piece as the shop states it.
    pub unit_weight_grams: Option<i64>,
    /// Size of one piece as the shop states it.
    pub unit_size_mm: Option<Json<UnitSize>>,
    pub price_source: Option<Json<PriceSource>>,
    /// Fields that were not read reliably; null if there are none.
    pub uncertain: Option<Json<Vec<UncertainField>>>,
    /// Fields that a person corrected by hand; null if there are none. Only of items that the extension added.
    pub corrected: Option<Json<Vec<CorrectedField>>>,
    /// The folder of the screenshot of the product page. Items that were split share it.
    pub proof_path: Option<String>,
    pub proof_at: Option<DateTimeUtc>,
    /// The storage that the files of the screenshot take; null for a screenshot from before 2026-11-26.
    pub proof_bytes: Option<i64>,
    /// The shop that the capture counts for: a marketplace or a host. Only of items that the extension added.
    pub captured_shop: Option<String>,
    pub source: Origin,
    pub import_id: Option<ImportId>,
    /// Translations of the texts; null if there are none.
    pub translations: Option<StoredTranslations>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

/// SQL of the value of pieces at a price of `per` pieces, rounded once, half to even, as [`shared_types::items::LotPrice::value`]
/// does. The parts are SQL expressions of whole numbers that are not negative.
pub fn value_sql(price: &str, pieces: &str, per: &str) -> String {
    let (exact, per) = (format!("(CAST({price} AS bigint) * {pieces})"), format!("({per})"));
    let twice = format!("(2 * ({exact} % {per}))");
    format!(
        "({exact} / {per} + CASE WHEN {twice} > {per} OR ({twice} = {per} AND {exact} / {per} % 2 = 1) THEN 1 ELSE 0 END)"
    )
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The group of items from the same shop.
    #[sea_orm(
        belongs_to = "crate::order_group::Entity",
        from = "Column::GroupId",
        to = "crate::order_group::Column::Id"
    )]
    Group,
    /// The order that contains the item.
    #[sea_orm(
        belongs_to = "super::order::Entity",
        from = "Column::OrderId",
        to = "super::order::Column::Id"
    )]
    Order,
}

impl Related<super::order::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Order.def()
    }
}

impl Related<crate::order_group::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Group.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
