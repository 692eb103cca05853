//! Plans: views, and the ones that an agent can choose.

use super::service_ledger::rubles;
use entities::plan::{Column, Entity, Model};
use platform::scope::ScopedConnection;
use sea_orm::{Condition, QueryOrder, entity::prelude::*};
use shared_types::{
    billing::{Plan, PlanLimits},
    id::{AgentId, PlanId},
};

/// Converts a plan to its API representation.
pub(super) fn view(row: &Model) -> Plan {
    Plan {
        id: row.id,
        name: row.name.clone(),
        price: rubles(row.price_minor),
        limits: PlanLimits {
            staff: row.staff_limit,
            clients: row.clients_limit,
            orders: row.orders_limit,
            storage: row.storage_limit,
        },
    }
}

/// The condition of the plans that an agent can choose: the public plans and its own. The agent's scope reads no others.
fn choosable(agent_id: AgentId) -> Condition {
    Condition::all().add(Column::RetiredAt.is_null()).add(
        Condition::any()
            .add(Column::AgentId.is_null())
            .add(Column::AgentId.eq(agent_id)),
    )
}

/// The plans that an agent can choose, by price.
pub(super) async fn list_choosable(rows: &impl ScopedConnection, agent_id: AgentId) -> Result<Vec<Model>, DbErr> {
    let select = Entity::find()
        .filter(choosable(agent_id))
        .order_by_asc(Column::PriceMinor)
        .order_by_asc(Column::Id);
    rows.all(select).await
}

/// A plan that an agent can choose.
pub(super) async fn find_choosable(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    id: PlanId,
) -> Result<Option<Model>, DbErr> {
    rows.one(Entity::find_by_id(id).filter(choosable(agent_id))).await
}
