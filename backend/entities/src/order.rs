//! Table `orders`.

use sea_orm::{Condition, QuerySelect, entity::prelude::*};
use shared_types::id::{AgentId, ClientId, ListEntryId, OrderId, QuoteId, StaffId};
use shared_types::{
    money::{Currency, Money},
    orders::{OrderStatus, OrderType, Origin},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "orders")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: OrderId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub number: String,
    #[sea_orm(column_name = "type")]
    pub order_type: OrderType,
    pub status: OrderStatus,
    pub title: String,
    /// The client's comment on the whole order.
    pub comment: String,
    pub currency: Currency,
    pub total_minor: i64,
    pub items_count: i32,
    pub mixed_currencies: bool,
    pub destination_country: Option<shared_types::country::Country>,
    pub destination_city: Option<String>,
    pub recipient: Option<crate::json::Json<shared_types::recipients::RecipientSnapshot>>,
    pub delivery_method_id: Option<ListEntryId>,
    pub packaging_id: Option<ListEntryId>,
    pub insurance_id: Option<ListEntryId>,
    pub assigned_staff_id: Option<StaffId>,
    pub source: Origin,
    pub problem_count: i32,
    /// The number of the client's last activity.
    pub client_activity: i64,
    /// When it happened; `None` if staff have nothing to read.
    pub client_activity_at: Option<DateTimeUtc>,
    /// The number of the last activity of the agent's side.
    pub staff_activity: i64,
    /// When it happened; `None` if the client has nothing to read.
    pub staff_activity_at: Option<DateTimeUtc>,
    pub search_text: String,
    pub submitted_at: Option<DateTimeUtc>,
    pub pricing_opened_at: Option<DateTimeUtc>,
    pub quote_id: Option<QuoteId>,
    /// The amount that is reserved on the client's balance until the order is paid.
    pub deposit_minor: Option<i64>,
    pub deposit_currency: Option<Currency>,
    pub last_activity_at: DateTimeUtc,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl Model {
    /// The deposit that is reserved on the client's balance.
    pub fn deposit(&self) -> Option<Money> {
        Some(Money::new(self.deposit_minor?, self.deposit_currency?))
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The client who placed the order.
    #[sea_orm(
        belongs_to = "crate::client::Entity",
        from = "Column::ClientId",
        to = "crate::client::Column::Id"
    )]
    Client,
}

impl Related<crate::client::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Client.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(Column::AssignedStaffId.eq(staff_id).into())
);

/// Limits rows to the orders assigned to a staff member; `order_id` is the column that references the order.
pub fn assigned_orders(order_id: impl ColumnTrait, staff_id: StaffId) -> Condition {
    let assigned = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::AssignedStaffId.eq(staff_id));
    order_id.in_subquery(sea_orm::QueryTrait::into_query(assigned)).into()
}
