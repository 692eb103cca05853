//! The table of cash boxes. The currency of a box never changes.

use sea_orm::{Condition, QuerySelect, entity::prelude::*};
use shared_types::cash::BankAccount;
use shared_types::id::{AgentId, CashBoxId, StaffId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cash_boxes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CashBoxId,
    pub agent_id: AgentId,
    pub name: String,
    pub currency: Currency,
    /// The person who keeps the box.
    pub holder_staff_id: Option<StaffId>,
    /// The sum of its entries, which is also the balance of its ledger account.
    pub balance_minor: i64,
    pub bank_account: Option<BankAccount>,
    /// The last day that is closed: no entry can have it, or an earlier one.
    pub closed_through: Option<Date>,
    pub archived_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

/// Matches rows of the boxes that a staff member keeps.
pub fn kept_by(box_id: impl ColumnTrait, staff_id: StaffId) -> Condition {
    let kept = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::HolderStaffId.eq(staff_id));
    box_id.in_subquery(sea_orm::QueryTrait::into_query(kept)).into()
}

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |staff_id| platform::scope::Assigned::Only(Column::HolderStaffId.eq(staff_id).into()),
    live = (platform::scope::Topic::CashBox, Column::Id)
);
