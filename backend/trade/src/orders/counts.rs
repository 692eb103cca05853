//! Counts shown next to the order lists. They are capped, so their cost does not grow with the number of orders.

use super::{
    activity::Reader,
    agent::{not_draft, section_condition},
    statuses::in_statuses,
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr,
    sea_query::{ExprTrait, IntoCondition},
};
use shared_types::{
    id::StaffId,
    orders::{AgentOrderCounts, ClientOrderCounts, OrderFilter, OrderSection},
};

/// Counts of the parts of the client's order list.
pub(super) async fn client(rows: &impl ScopedConnection) -> Result<ClientOrderCounts, DbErr> {
    let part = |filter: OrderFilter| in_statuses(filter.statuses());
    let parts = [OrderFilter::Drafts, OrderFilter::Current, OrderFilter::Archive].map(part);
    let mut counts = rows.capped_counts::<order::Entity>(parts.into()).await?.into_iter();
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
    use OrderSection::{Awaited, Mine, Overdue, Problems, Services, ToBuy, ToPrice, Warehouse};
    let mut conditions = vec![not_draft().into_condition(), reader.unread().and(not_draft()).into()];
    conditions.extend(
        [ToPrice, ToBuy, Awaited, Warehouse, Problems, Mine, Services, Overdue]
            .map(|part| section_condition(part, staff_id, now)),
    );
    let mut counts = rows.capped_counts::<order::Entity>(conditions).await?.into_iter();
    let mut next = || counts.next().unwrap_or_default();
    Ok(AgentOrderCounts {
        all: next(),
        unread: next(),
        to_price: next(),
        to_buy: next(),
        awaited: next(),
        warehouse: next(),
        problems: next(),
        mine: next(),
        services: next(),
        overdue: next(),
    })
}
