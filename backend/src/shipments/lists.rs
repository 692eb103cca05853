//! Lists of shipments and of what waits to be packed.

use super::{
    entity::{shipment, shipment_item},
    views::{self, Viewer},
};
use crate::{
    clients::entity as client,
    orders::{
        entity::{item, order},
        views as lines,
    },
    platform::{http::Window, scope::Rows},
};
use sea_orm::{Condition, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};
use shared_types::{
    id::ClientId,
    items::ItemStatus,
    orders::Side,
    page::{CappedCount, Page},
    shipments::*,
};
use std::collections::BTreeMap;

/// Most lines that wait shown at once.
const WAITING: u64 = 500;

/// A page of shipments; a client sees them once they are packed.
pub(super) async fn page(
    rows: &impl Rows,
    query: &ShipmentQuery,
    window: Window,
    viewer: Viewer,
) -> Result<Page<ShipmentSummary>, DbErr> {
    let mut select = shipment::Entity::find()
        .find_also_related(client::Entity)
        .order_by_desc(shipment::Column::Id)
        .limit(window.limit + 1);
    if let Some(status) = query.status {
        select = select.filter(shipment::Column::Status.eq(status.as_str()));
    }
    if viewer.side == Side::Client {
        select = select.filter(shipment::Column::Status.ne(ShipmentStatus::Forming.as_str()));
    }
    if let Some(country) = &query.country {
        select = select.filter(shipment::Column::Country.eq(country.to_ascii_uppercase()));
    }
    if let Some(client) = query.client_id {
        select = select.filter(shipment::Column::ClientId.eq(client.0));
    }
    if let Some(before) = window.beyond {
        select = select.filter(shipment::Column::Id.lt(before));
    }
    let found = rows.all_with(select).await?;
    let (found, next_cursor) = window.cut(found, |(row, _)| row.id);
    let data = found
        .iter()
        .map(|(row, client)| views::summary(row, client.as_ref(), viewer))
        .collect();
    Ok(Page { data, next_cursor })
}

/// Counts by state.
pub(super) async fn counts(rows: &impl Rows) -> Result<ShipmentCounts, DbErr> {
    let of = |status: &ShipmentStatus| Condition::all().add(shipment::Column::Status.eq(status.as_str()));
    let conditions = ShipmentStatus::ALL.iter().map(of).collect();
    let counted = rows
        .counts::<shipment::Entity>(conditions, u64::from(CappedCount::CAP) + 1)
        .await?;
    let capped = counted
        .into_iter()
        .map(|count| CappedCount::of(u32::try_from(count).unwrap_or(u32::MAX)));
    Ok(ShipmentCounts {
        by_status: ShipmentStatus::ALL.iter().copied().zip(capped).collect(),
    })
}

/// Lines in the warehouse that are in no shipment.
pub(super) async fn packable(
    rows: &impl Rows,
    client: Option<ClientId>,
    viewer: Viewer,
) -> Result<Vec<Packable>, DbErr> {
    let taken = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .into_query();
    let mut select = item::Entity::find()
        .filter(item::Column::Status.eq(ItemStatus::AtWarehouse.as_str()))
        .filter(item::Column::Id.not_in_subquery(taken))
        .order_by_asc(item::Column::ClientId)
        .order_by_asc(item::Column::Id)
        .limit(WAITING);
    if let Some(client) = client {
        select = select.filter(item::Column::ClientId.eq(client.0));
    }
    let waiting = rows.all(select).await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let ids: std::collections::BTreeSet<i64> = waiting.iter().map(|line| line.order_id).collect();
    let orders = order::Entity::find()
        .find_also_related(client::Entity)
        .filter(order::Column::Id.is_in(ids));
    let orders: BTreeMap<i64, (order::Model, Option<client::Model>)> = rows
        .all_with(orders)
        .await?
        .into_iter()
        .map(|(order, client)| (order.id, (order, client)))
        .collect();
    let view = |line: &item::Model| {
        let (order, client) = orders.get(&line.order_id)?;
        let quantity = line.counted_quantity.unwrap_or_else(|| lines::effective_quantity(line));
        Some(Packable {
            client_id: ClientId(line.client_id),
            client_code: client.as_ref().map(|client| client.code.clone()).unwrap_or_default(),
            item: views::line(line, &order.number, quantity, viewer),
        })
    };
    Ok(waiting.iter().filter_map(view).collect())
}
