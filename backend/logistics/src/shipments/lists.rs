//! Lists of shipments, counts by status, and the items that can be packed.

use super::{
    ShipmentError, transports,
    views::{self, Viewer},
};
use entities::{client, lists::delivery_method, note_flags, order, order_item as item};
use entities::{shipment, shipment_item, shipping_request_item};
use people::clients;
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    Condition, Order, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LikeExpr},
};
use shared_types::{
    codes::normalize,
    fields::FieldErrors,
    id::{ItemId, ListEntryId, OrderId, ShipmentId},
    items::ItemStatus,
    notes::NoteKind,
    orders::Side,
    page::Page,
    search_text::fold,
    shipments::*,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::views as order_views;

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
    if query.without_method == Some(true) {
        select = select.filter(without_method());
    }
    if query.unpaid == Some(true) {
        select = select.filter(unpaid());
    }
    let window = window.oldest_first(query.oldest_first);
    let found = rows
        .all_with(window.apply(select, shipment::Column::Id, shipment::Column::UpdatedAt))
        .await?;
    let (found, next_cursor) = window.take_sorted_page(found, |(row, _)| (row.id, row.updated_at));
    let mut data: Vec<_> = found
        .iter()
        .map(|(row, client)| views::summary(row, client.as_ref(), viewer))
        .collect();
    transports::add_to(rows, &mut data).await?;
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

/// Packed shipments whose client has not chosen a delivery method.
pub fn without_method() -> Condition {
    Condition::all()
        .add(shipment::Column::Status.eq(ShipmentStatus::Packed))
        .add(shipment::Column::DeliveryMethodId.is_null())
}

/// Shipments whose delivery is priced and not paid.
fn unpaid() -> Condition {
    Condition::all()
        .add(shipment::Column::Status.ne(ShipmentStatus::Canceled))
        .add(shipment::Column::CostRubMinor.is_not_null())
        .add(shipment::Column::PaidAt.is_null())
}

/// Items that are in the warehouse and in no shipment.
pub(super) fn packable() -> Condition {
    let packed = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ItemId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .into_query();
    Condition::all()
        .add(item::Column::Status.eq(ItemStatus::AtWarehouse))
        .add(item::Column::Id.not_in_subquery(packed))
}

/// The same items, by the partial index of items in the warehouse: the status is a part of the statement.
fn counted_packable() -> Condition {
    let at_warehouse = Expr::Constant(ItemStatus::AtWarehouse.as_str().into());
    packable().add(Expr::col((item::Entity, item::Column::Status)).eq(at_warehouse))
}

/// Counts the shipments of each tab, and the items to pack.
pub(super) async fn counts(rows: &impl ScopedConnection) -> Result<ShipmentCounts, DbErr> {
    let has_status = |status: &ShipmentStatus| Condition::all().add(shipment::Column::Status.eq(*status));
    let conditions = [Condition::all(), unpaid()]
        .into_iter()
        .chain(ShipmentStatus::ALL.iter().map(has_status));
    let counts = rows.capped_counts::<shipment::Entity>(conditions.collect()).await?;
    let mut counts = counts.into_iter();
    let to_pack = rows.capped_counts::<item::Entity>(vec![counted_packable()]).await?;
    Ok(ShipmentCounts {
        all: counts.next().unwrap_or_default(),
        unpaid: counts.next().unwrap_or_default(),
        to_pack: to_pack.into_iter().next().unwrap_or_default(),
        by_status: ShipmentStatus::ALL.iter().copied().zip(counts).collect(),
    })
}

/// Returns a page of the items that are in the warehouse and in no shipment.
pub(super) async fn list_packable(
    rows: &impl ScopedConnection,
    query: &PackableQuery,
    viewer: Viewer,
) -> Result<Page<PackableItem>, ShipmentError> {
    let mut select = item::Entity::find().filter(packable());
    if let Some(client) = query.client_id {
        select = select.filter(item::Column::ClientId.eq(client.0));
    }
    if let Some(order) = query.order_id {
        let client = order::Entity::find_by_id(order)
            .select_only()
            .column(order::Column::ClientId)
            .into_query();
        select = select.filter(item::Column::ClientId.in_subquery(client));
    }
    let window = packable_window(query.limit, query.cursor.as_deref())?;
    Ok(packable_page(rows, select, window, viewer).await?)
}

/// Items that can be requested: in the warehouse, in no shipment and in no open shipping request.
pub(super) fn shippable() -> Condition {
    let asked = shipping_request_item::Entity::find()
        .select_only()
        .column(shipping_request_item::Column::ItemId)
        .filter(shipping_request_item::Column::ReleasedAt.is_null())
        .into_query();
    packable().add(item::Column::Id.not_in_subquery(asked))
}

/// Returns a page of the client's items that can be requested.
pub(super) async fn list_shippable(
    rows: &impl ScopedConnection,
    query: &ShippableQuery,
    viewer: Viewer,
) -> Result<Page<PackableItem>, ShipmentError> {
    let select = item::Entity::find().filter(shippable());
    let window = packable_window(query.limit, query.cursor.as_deref())?;
    Ok(packable_page(rows, select, window, viewer).await?)
}

fn packable_window(limit: Option<u64>, cursor: Option<&str>) -> Result<PageWindow, FieldErrors> {
    PageWindow::with_limits(limit, cursor, PACKABLE_ITEMS, PACKABLE_ITEMS)
}

/// The oldest items come first: a queue is worked off in this order.
async fn packable_page(
    rows: &impl ScopedConnection,
    select: Select<item::Entity>,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<PackableItem>, DbErr> {
    let found = rows.all(window.select(select, item::Column::Id, Order::Asc)).await?;
    let (unpacked, next_cursor) = window.take_page(found, |item| item.id);
    if unpacked.is_empty() {
        return Ok(Page {
            data: Vec::new(),
            next_cursor,
        });
    }
    let ids: BTreeSet<OrderId> = unpacked.iter().map(|item| item.order_id).collect();
    let orders = order::Entity::find()
        .find_also_related(client::Entity)
        .filter(rows.id_in(order::Column::Id, ids));
    let orders: BTreeMap<OrderId, (order::Model, Option<client::Model>)> = rows
        .all_with(orders)
        .await?
        .into_iter()
        .map(|(order, client)| (order.id, (order, client)))
        .collect();
    let methods = delivery_method_names(rows, orders.values().map(|(order, _)| order)).await?;
    let view = |item: &item::Model| {
        let (order, client) = orders.get(&item.order_id)?;
        let quantity = order_views::stock_quantity(item);
        Some(PackableItem {
            client_id: item.client_id,
            client_code: client.as_ref().map(|client| client.code.clone()).unwrap_or_default(),
            target: packing_target(order, &methods),
            item: views::item_view(item, &order.number, quantity, viewer),
        })
    };
    Ok(Page {
        data: unpacked.iter().filter_map(view).collect(),
        next_cursor,
    })
}

/// The names of the delivery methods of orders.
async fn delivery_method_names(
    rows: &impl ScopedConnection,
    orders: impl Iterator<Item = &order::Model>,
) -> Result<BTreeMap<ListEntryId, String>, DbErr> {
    let ids: BTreeSet<ListEntryId> = orders.filter_map(|order| order.delivery_method_id).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = delivery_method::Entity::find().filter(rows.id_in(delivery_method::Column::Id, ids));
    let methods = rows.all(select).await?.into_iter();
    Ok(methods.map(|method| (method.id, method.name)).collect())
}

/// Where and how the items of an order travel: as a shipment of them would.
fn packing_target(order: &order::Model, methods: &BTreeMap<ListEntryId, String>) -> PackingTarget {
    PackingTarget {
        country: order.destination_country,
        city: order.destination_city.clone(),
        recipient: order.recipient.as_ref().map(|snapshot| snapshot.recipient.line()),
        delivery_method_id: order.delivery_method_id,
        delivery_method: order.delivery_method_id.and_then(|id| methods.get(&id).cloned()),
    }
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
