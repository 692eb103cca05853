//! The table of entries of the cash book. Entries are never changed or deleted.

use sea_orm::entity::prelude::*;
use shared_types::cash::CashEntryKind;
use shared_types::id::{AgentId, CashBoxId, CashEntryId, ClientId, DeliveryId, EntryId, ListEntryId, OrderId, UserId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cash_entries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CashEntryId,
    pub agent_id: AgentId,
    pub kind: CashEntryKind,
    pub day: Date,
    /// The box of an income or expense, or the one that a transfer leaves.
    pub box_id: CashBoxId,
    /// The change of the box: negative if money leaves it.
    pub amount_minor: i64,
    pub currency: Currency,
    /// The balance of the box after the entry.
    pub balance_minor: i64,
    /// The other box of a transfer or exchange.
    pub to_box_id: Option<CashBoxId>,
    pub to_amount_minor: Option<i64>,
    pub to_currency: Option<Currency>,
    pub to_balance_minor: Option<i64>,
    pub category_id: Option<ListEntryId>,
    pub note: String,
    pub order_id: Option<OrderId>,
    pub client_id: Option<ClientId>,
    pub delivery_id: Option<DeliveryId>,
    /// The entry of the ledger.
    pub entry_id: EntryId,
    pub reverses_id: Option<CashEntryId>,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |staff_id| {
        let of_box = |column| crate::cash_box::kept_by(column, staff_id);
        let either = sea_orm::Condition::any().add(of_box(Column::BoxId)).add(of_box(Column::ToBoxId));
        platform::scope::Assigned::Only(either)
    }
);
