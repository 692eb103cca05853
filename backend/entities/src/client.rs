//! A client of an agent. Its id is the tenant key of everything the client owns.

use crate::json::Json;
use sea_orm::{Condition, QuerySelect, entity::prelude::*};
use shared_types::id::{AgentId, ClientId, StaffId};
use shared_types::money::Currency;
use shared_types::pricing::Commission;
use shared_types::rates::OwnRate;
use shared_types::settings::{OwnLimits, OwnOffers};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clients")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ClientId,
    pub agent_id: AgentId,
    pub code: String,
    pub name: String,
    pub company: Option<String>,
    pub currency: Currency,
    pub manager_staff_id: Option<StaffId>,
    /// The client's own commission. That of the agent applies without one.
    pub commission: Option<Json<Commission>>,
    /// The client's own rates. The agent's rates apply without them.
    pub rates: Option<Json<Vec<OwnRate>>>,
    /// Offers to this client that differ from the general ones.
    pub offers: Option<Json<OwnOffers>>,
    /// How much the client may order before it pays, where that differs from other clients.
    pub limits: Option<Json<OwnLimits>>,
    /// The number of the client's last order, from which the next one is counted: `K1-7` is the seventh order of `K1`.
    pub order_seq: i64,
    pub shipment_seq: i64,
    pub disabled_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::Id),
    assigned = |staff_id| platform::scope::Assigned::Only(Column::ManagerStaffId.eq(staff_id).into())
);

/// Matches rows whose client is managed by the staff member.
pub fn managed_by(client_id: impl ColumnTrait, staff_id: StaffId) -> Condition {
    let managed = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ManagerStaffId.eq(staff_id));
    client_id.in_subquery(sea_orm::QueryTrait::into_query(managed)).into()
}
