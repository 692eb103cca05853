//! Counts beside the lists: capped, so that a large agent's are as quick as a small one's.

use super::{
    agent::{not_draft, section, unread},
    entity::order,
    list::in_statuses,
};
use crate::platform::scope::Rows;
use sea_orm::{Condition, DbErr, sea_query::ExprTrait};
use shared_types::{
    orders::{AgentOrderCounts, ClientOrderCounts, OrderFilter, OrderSection},
    page::CappedCount,
};

async fn capped(rows: &impl Rows, conditions: Vec<Condition>) -> Result<impl Iterator<Item = CappedCount>, DbErr> {
    let counted = rows
        .counts::<order::Entity>(conditions, u64::from(CappedCount::CAP) + 1)
        .await?;
    Ok(counted
        .into_iter()
        .map(|count| CappedCount::of(u32::try_from(count).unwrap_or(u32::MAX))))
}

/// The parts of a client's list.
pub(super) async fn client(rows: &impl Rows) -> Result<ClientOrderCounts, DbErr> {
    let part = |filter: OrderFilter| in_statuses(filter.statuses());
    let mut counts = capped(
        rows,
        [OrderFilter::Drafts, OrderFilter::Current, OrderFilter::Archive]
            .map(part)
            .into(),
    )
    .await?;
    let mut next = || counts.next().unwrap_or_default();
    Ok(ClientOrderCounts {
        drafts: next(),
        current: next(),
        archive: next(),
    })
}

/// The agent's sections and the unread orders.
pub(super) async fn agent(rows: &impl Rows, staff_id: i64) -> Result<AgentOrderCounts, DbErr> {
    use OrderSection::{Awaited, Mine, Problems, ToBuy, ToPrice, Warehouse};
    let mut conditions = vec![unread().and(not_draft()).into()];
    conditions.extend([ToPrice, ToBuy, Awaited, Warehouse, Problems, Mine].map(|part| section(part, staff_id)));
    let mut counts = capped(rows, conditions).await?;
    let mut next = || counts.next().unwrap_or_default();
    Ok(AgentOrderCounts {
        unread: next(),
        to_price: next(),
        to_buy: next(),
        awaited: next(),
        warehouse: next(),
        problems: next(),
        mine: next(),
    })
}
