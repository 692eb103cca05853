//! Counts shown next to the order lists. They are capped, so their cost does not grow with the number of orders.

use super::{
    activity::Reader,
    agent::{not_draft, section_condition},
    statuses::in_statuses,
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::{Condition, DbErr, sea_query::ExprTrait};
use shared_types::{
    id::StaffId,
    orders::{AgentOrderCounts, ClientOrderCounts, OrderFilter, OrderSection},
    page::CappedCount,
};

async fn capped_counts(
    rows: &impl ScopedConnection,
    conditions: Vec<Condition>,
) -> Result<impl Iterator<Item = CappedCount>, DbErr> {
    let counts = rows
        .counts::<order::Entity>(conditions, u64::from(CappedCount::CAP) + 1)
        .await?;
    Ok(counts
        .into_iter()
        .map(|count| CappedCount::from_count(u32::try_from(count).unwrap_or(u32::MAX))))
}

/// Counts of the parts of the client's order list.
pub(super) async fn client(rows: &impl ScopedConnection) -> Result<ClientOrderCounts, DbErr> {
    let part = |filter: OrderFilter| in_statuses(filter.statuses());
    let mut counts = capped_counts(
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

/// Counts of the orders that a person has not read and of the sections of the agent's table.
pub(super) async fn agent(
    rows: &impl ScopedConnection,
    staff_id: StaffId,
    (reader, now): (Reader, DateTime<Utc>),
) -> Result<AgentOrderCounts, DbErr> {
    use OrderSection::{Awaited, Mine, Problems, ToBuy, ToPrice, Warehouse};
    let mut conditions = vec![reader.unread().and(not_draft()).into()];
    conditions.extend(
        [ToPrice, ToBuy, Awaited, Warehouse, Problems, Mine].map(|part| section_condition(part, staff_id, now)),
    );
    let mut counts = capped_counts(rows, conditions).await?;
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
