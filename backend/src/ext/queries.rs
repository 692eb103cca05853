//! Queries of the extension's API.

use entities::{agent, client, json::Json, order};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::id::{AgentId, ClientId, OrderId};
use shared_types::money::Currency;
use shared_types::orders::{OrderStatus, OrderType};
use shared_types::pricing::Commission;
use shared_types::rates::OwnRate;

/// Maximum number of drafts in the list.
const MAX_DRAFTS: u64 = 200;

#[derive(FromQueryResult)]
pub(super) struct ClientRow {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) code: String,
    pub(super) currency: Currency,
    pub(super) agent_id: AgentId,
    pub(super) agent_name: String,
    pub(super) commission: Option<Json<Commission>>,
    pub(super) rates: Option<Json<Vec<OwnRate>>>,
}

/// The clients in the scope with their agents.
pub(super) async fn clients(rows: &impl ScopedConnection) -> Result<Vec<ClientRow>, DbErr> {
    use client::Column;
    let to_agent = client::Entity::belongs_to(agent::Entity)
        .from(Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = client::Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Name,
            Column::Code,
            Column::Currency,
            Column::AgentId,
            Column::Commission,
            Column::Rates,
        ])
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .join(JoinType::InnerJoin, to_agent)
        .order_by_asc(Column::Id);
    rows.all_as(select).await
}

#[derive(FromQueryResult)]
pub(super) struct DraftRow {
    pub(super) id: OrderId,
    pub(super) number: String,
    pub(super) title: String,
    pub(super) order_type: OrderType,
    pub(super) client_id: ClientId,
    pub(super) agent_name: String,
    pub(super) currency: Currency,
    pub(super) items_count: i32,
    pub(super) total_minor: i64,
    pub(super) updated_at: chrono::DateTime<chrono::Utc>,
}

fn drafts_with_agents() -> sea_orm::Select<order::Entity> {
    use order::Column;
    let to_agent = order::Entity::belongs_to(agent::Entity)
        .from(Column::AgentId)
        .to(agent::Column::Id)
        .into();
    order::Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Number,
            Column::Title,
            Column::ClientId,
            Column::Currency,
            Column::ItemsCount,
            Column::TotalMinor,
            Column::UpdatedAt,
        ])
        .column_as(Column::OrderType, "order_type")
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .join(JoinType::InnerJoin, to_agent)
        .filter(Column::Status.eq(OrderStatus::Draft))
}

/// The drafts in the scope with their agents, most recently updated first.
pub(super) async fn drafts(rows: &impl ScopedConnection) -> Result<Vec<DraftRow>, DbErr> {
    rows.all_as(
        drafts_with_agents()
            .order_by_desc(order::Column::UpdatedAt)
            .order_by_desc(order::Column::Id)
            .limit(MAX_DRAFTS),
    )
    .await
}
