//! Tariff plans: the price of the service, and the limits of its use. A plan with an agent is for that agent only.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, PlanId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "plans")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PlanId,
    pub agent_id: Option<AgentId>,
    pub name: String,
    /// Kopecks a month.
    pub price_minor: i64,
    /// Without a value, there is no limit; so with the next three.
    pub staff_limit: Option<i64>,
    pub clients_limit: Option<i64>,
    pub orders_limit: Option<i64>,
    pub storage_limit: Option<i64>,
    /// Whether new agents get the plan.
    pub is_default: bool,
    pub retired_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Catalogue(Column::AgentId));
