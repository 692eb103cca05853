//! Lists of shipments, counts by status, and the items that can be packed.

use super::{
    transports,
    views::{self, Viewer},
};
use entities::{client, note_flags, order, order_item as item};
use entities::{shipment, shipment_item, shipping_request_item};
use people::clients;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{
    codes::normalize,
    id::{ClientId, ItemId, OrderId, ShipmentId},
    items::ItemStatus,
    notes::NoteKind,
    orders::Side,
    page::{CappedCount, Page},
    search_text::fold,
    shipments::*,
};
use std::collections::BTreeMap;
use trade::orders::views as order_views;

/// Maximum number of items in the list of packable items.
const MAX_PACKABLE: u64 = 500;

/// Returns a page of shipments. Clients don't see shipments that are still being formed.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &ShipmentQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<ShipmentSummary>, DbErr> {
    let mut select = shipment::Entity::find().find_also_related(client::Entity);
    if let Some(status) = query.status {
        select = select.filter(shipment::Column::Status.eq(status));
    }
    if viewer.side == Side::Client {
        select = select.filter(shipment::Column::Status.ne(ShipmentStatus::Forming));
    }
    if let Some(country) = query.country {
        select = select.filter(shipment::Column::Country.eq(country));
    }
    if let Some(client) = query.client_id {
        select = select.filter(shipment::Column::ClientId.eq(client.0));
    }
    if let Some(text) = query.search.as_deref().filter(|text| !text.trim().is_empty()) {
        select = select.filter(matches_text(text));
    }
    if query.loadable == Some(true) {
        let loadable = ShipmentStatus::ALL
            .iter()
            .copied()
            .filter(|status| status.is_loadable());
        select = select
            .filter(shipment::Column::Status.is_in(loadable))
            .filter(shipment::Column::DeliveryId.is_null());
    }
    if query.unpaid == Some(true) {
        select = select
            .filter(shipment::Column::Status.ne(ShipmentStatus::Canceled))
            .filter(shipment::Column::CostRubMinor.is_not_null())
            .filter(shipment::Column::PaidAt.is_null());
    }
    let found = rows
        .all_with(window.apply(select, shipment::Column::Id, shipment::Column::UpdatedAt))
        .await?;
    let (found, next_cursor) = window.take_sorted_page(found, |(row, _)| (row.id, row.updated_at));
    let data = found
        .iter()
        .map(|(row, client)| views::summary(row, client.as_ref(), viewer))
        .collect();
    Ok(Page { data, next_cursor })
}

/// A page of shipments, with the shipments marked that have a note.
pub(super) async fn page_for_staff(
    rows: &impl ScopedConnection,
    query: &ShipmentQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<ShipmentSummary>, DbErr> {
    let mut page = page(rows, query, window, viewer).await?;
    let noted = note_flags::ids_with_notes(rows, NoteKind::Shipment, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(page)
}

/// A page of shipments, with what staff say about the deliveries that carry them.
pub(super) async fn page_for_client(
    rows: &impl ScopedConnection,
    query: &ShipmentQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<ShipmentSummary>, DbErr> {
    let mut page = page(rows, query, window, viewer).await?;
    transports::add_to(rows, &mut page.data).await?;
    Ok(page)
}

/// Matches shipments whose number, track, or client's code or name contains the text. Spaces in tracks do not matter.
fn matches_text(text: &str) -> Condition {
    let contains = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        LikeExpr::new(format!("%{escaped}%")).escape('\\')
    };
    // Numbers have capital Latin letters.
    let number = fold(text).to_uppercase();
    Condition::any()
        .add(shipment::Column::Number.like(contains(&number)))
        .add(Expr::cust("upper(replace(shipments.track, ' ', ''))").like(contains(&normalize(text))))
        .add(clients::search_filter(text.trim()))
}

/// Counts shipments by status, up to [`CappedCount::CAP`] each.
pub(super) async fn counts(rows: &impl ScopedConnection) -> Result<ShipmentCounts, DbErr> {
    let has_status = |status: &ShipmentStatus| Condition::all().add(shipment::Column::Status.eq(*status));
    let conditions = ShipmentStatus::ALL.iter().map(has_status).collect();
    let counted = rows
        .counts::<shipment::Entity>(conditions, u64::from(CappedCount::CAP) + 1)
        .await?;
    let capped = counted
        .into_iter()
        .map(|count| CappedCount::from_count(u32::try_from(count).unwrap_or(u32::MAX)));
    Ok(ShipmentCounts {
        by_status: ShipmentStatus::ALL.iter().copied().zip(capped).collect(),
    })
}

/// Returns items that are in the warehouse and in no shipment.
pub(super) async fn list_packable(
    rows: &impl ScopedConnection,
    client: Option<ClientId>,
    viewer: Viewer,
) -> Result<Vec<PackableItem>, DbErr> {
    let packed = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .into_query();
    let mut select = item::Entity::find()
        .filter(item::Column::Status.eq(ItemStatus::AtWarehouse))
        .filter(item::Column::Id.not_in_subquery(packed));
    if let Some(client) = client {
        select = select.filter(item::Column::ClientId.eq(client.0));
    }
    packable_views(rows, select, viewer).await
}

/// Returns items of the client that are in the warehouse, in no shipment and in no open shipping request.
pub(super) async fn list_shippable(rows: &impl ScopedConnection, viewer: Viewer) -> Result<Vec<PackableItem>, DbErr> {
    let packed = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .into_query();
    let asked = shipping_request_item::Entity::find()
        .select_only()
        .column(shipping_request_item::Column::ItemId)
        .filter(shipping_request_item::Column::ReleasedAt.is_null())
        .into_query();
    let select = item::Entity::find()
        .filter(item::Column::Status.eq(ItemStatus::AtWarehouse))
        .filter(item::Column::Id.not_in_subquery(packed))
        .filter(item::Column::Id.not_in_subquery(asked));
    packable_views(rows, select, viewer).await
}

async fn packable_views(
    rows: &impl ScopedConnection,
    select: Select<item::Entity>,
    viewer: Viewer,
) -> Result<Vec<PackableItem>, DbErr> {
    let select = select
        .order_by_asc(item::Column::ClientId)
        .order_by_asc(item::Column::Id)
        .limit(MAX_PACKABLE);
    let unpacked = rows.all(select).await?;
    if unpacked.is_empty() {
        return Ok(Vec::new());
    }
    let ids: std::collections::BTreeSet<OrderId> = unpacked.iter().map(|item| item.order_id).collect();
    let orders = order::Entity::find()
        .find_also_related(client::Entity)
        .filter(rows.id_in(order::Column::Id, ids));
    let orders: BTreeMap<OrderId, (order::Model, Option<client::Model>)> = rows
        .all_with(orders)
        .await?
        .into_iter()
        .map(|(order, client)| (order.id, (order, client)))
        .collect();
    let view = |item: &item::Model| {
        let (order, client) = orders.get(&item.order_id)?;
        let quantity = order_views::stock_quantity(item);
        Some(PackableItem {
            client_id: item.client_id,
            client_code: client.as_ref().map(|client| client.code.clone()).unwrap_or_default(),
            item: views::item_view(item, &order.number, quantity, viewer),
        })
    };
    Ok(unpacked.iter().filter_map(view).collect())
}

/// Returns the shipments that items of an order are in, oldest first.
pub(super) async fn of_order(
    rows: &impl ScopedConnection,
    order: OrderId,
    viewer: Viewer,
) -> Result<Vec<OrderShipment>, DbErr> {
    let items = item::Entity::find()
        .select_only()
        .column(item::Column::Id)
        .filter(item::Column::OrderId.eq(order))
        .into_query();
    let contents = shipment_item::Entity::find()
        .filter(shipment_item::Column::ItemId.in_subquery(items))
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .order_by_asc(shipment_item::Column::Id);
    let mut by_shipment: BTreeMap<ShipmentId, Vec<ItemId>> = BTreeMap::new();
    for row in rows.all(contents).await? {
        by_shipment.entry(row.shipment_id).or_default().push(row.item_id);
    }
    if by_shipment.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = shipment::Entity::find()
        .filter(rows.id_in(shipment::Column::Id, by_shipment.keys().copied()))
        .order_by_asc(shipment::Column::Id);
    if viewer.side == Side::Client {
        select = select.filter(shipment::Column::Status.ne(ShipmentStatus::Forming));
    }
    let view = |row: shipment::Model| OrderShipment {
        items: by_shipment.remove(&row.id).unwrap_or_default(),
        id: row.id,
        number: row.number,
        status: row.status,
    };
    Ok(rows.all(select).await?.into_iter().map(view).collect())
}
