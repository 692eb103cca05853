//! Views of shipping requests.

use crate::shipments::views::{self, Viewer};
use entities::{
    client, json::Json, lists::delivery_method, order, order_item as item, shipment, shipping_request as request,
    shipping_request_history as history, shipping_request_item as requested,
};
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::{ListEntryId, OrderId, ShipmentId, ShippingRequestId},
    items::ItemStatus,
    orders::Side,
    page::Page,
    settings::DeliveryOption,
    shipments::*,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::views as order_views;

/// A request with its client.
pub(super) type RequestRow = (request::Model, Option<client::Model>);

/// Returns a page of requests.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &ShippingRequestQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<ShippingRequest>, DbErr> {
    let mut select = request::Entity::find().find_also_related(client::Entity);
    if let Some(status) = query.status {
        select = select.filter(request::Column::Status.eq(status));
    }
    let window = window.oldest_first(query.oldest_first);
    let found = rows
        .all_with(window.apply(select, request::Column::Id, request::Column::UpdatedAt))
        .await?;
    let (found, next_cursor) = window.take_sorted_page(found, |(row, _)| (row.id, row.updated_at));
    // Lists leave out documents.
    let viewer = Viewer {
        documents: false,
        ..viewer
    };
    Ok(Page {
        data: build(rows, found, viewer).await?,
        next_cursor,
    })
}

/// Returns one request with its history.
pub(super) async fn card(
    rows: &impl ScopedConnection,
    found: RequestRow,
    viewer: Viewer,
) -> Result<ShippingRequest, DbErr> {
    let select = history::Entity::find()
        .filter(history::Column::RequestId.eq(found.0.id))
        .order_by_asc(history::Column::Id);
    let entries = rows.all(select).await?.into_iter().map(|row| StatusChange {
        from: row.from_status.map(|from| from.as_str().to_owned()),
        to: row.to_status.as_str().to_owned(),
        actor_name: row.actor_name,
        reason: row.reason,
        changes: Vec::new(),
        details: Vec::new(),
        places: Vec::new(),
        paid: None,
        at: row.created_at,
    });
    let history = entries.collect();
    let card = build(rows, vec![found], viewer).await?.pop();
    card.map(|card| ShippingRequest { history, ..card })
        .ok_or_else(|| DbErr::RecordNotFound("the shipping request".to_owned()))
}

/// The rows that items of requests refer to.
struct Related {
    orders: BTreeMap<OrderId, order::Model>,
    shipments: BTreeMap<ShipmentId, shipment::Model>,
    methods: BTreeMap<ListEntryId, String>,
}

async fn build(
    rows: &impl ScopedConnection,
    found: Vec<RequestRow>,
    viewer: Viewer,
) -> Result<Vec<ShippingRequest>, DbErr> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let ids = found.iter().map(|(row, _)| row.id);
    let select = requested::Entity::find()
        .find_also_related(item::Entity)
        .filter(rows.id_in(requested::Column::RequestId, ids))
        .order_by_asc(requested::Column::Id);
    let items = rows.all_with(select).await?;
    let related = load_related(rows, &found, &items).await?;
    let mut by_request: BTreeMap<ShippingRequestId, Vec<RequestedItem>> = BTreeMap::new();
    for (row, item) in &items {
        let Some(item) = item else { continue };
        let view = item_view(row, item, &related, viewer);
        by_request.entry(row.request_id).or_default().push(view);
    }
    let request_view = |(row, client): RequestRow| {
        let items = by_request.remove(&row.id).unwrap_or_default();
        view(row, client, items, &related, viewer)
    };
    Ok(found.into_iter().map(request_view).collect())
}

async fn load_related(
    rows: &impl ScopedConnection,
    found: &[RequestRow],
    items: &[(requested::Model, Option<item::Model>)],
) -> Result<Related, DbErr> {
    let orders: BTreeSet<OrderId> = items
        .iter()
        .filter_map(|(_, item)| Some(item.as_ref()?.order_id))
        .collect();
    let shipments: BTreeSet<ShipmentId> = items.iter().filter_map(|(row, _)| row.shipment_id).collect();
    let methods: BTreeSet<ListEntryId> = found.iter().filter_map(|(row, _)| row.delivery_method_id).collect();
    let orders = rows
        .all(order::Entity::find().filter(rows.id_in(order::Column::Id, orders)))
        .await?;
    let shipments = if shipments.is_empty() {
        Vec::new()
    } else {
        rows.all(shipment::Entity::find().filter(rows.id_in(shipment::Column::Id, shipments)))
            .await?
    };
    let methods = if methods.is_empty() {
        Vec::new()
    } else {
        rows.all(delivery_method::Entity::find().filter(rows.id_in(delivery_method::Column::Id, methods)))
            .await?
    };
    Ok(Related {
        orders: orders.into_iter().map(|order| (order.id, order)).collect(),
        shipments: shipments.into_iter().map(|row| (row.id, row)).collect(),
        methods: methods.into_iter().map(|row| (row.id, row.name)).collect(),
    })
}

fn item_view(row: &requested::Model, item: &item::Model, related: &Related, viewer: Viewer) -> RequestedItem {
    let number = related
        .orders
        .get(&item.order_id)
        .map_or("", |order| order.number.as_str());
    let quantity = order_views::stock_quantity(item);
    // A client does not see a shipment that is being formed.
    let shipment = row
        .shipment_id
        .and_then(|id| related.shipments.get(&id))
        .filter(|shipment| viewer.side == Side::Staff || shipment.status != ShipmentStatus::Forming);
    RequestedItem {
        item: views::item_view(item, number, quantity, viewer),
        available: row.released_at.is_none() && item.status == ItemStatus::AtWarehouse,
        shipment_id: shipment.map(|shipment| shipment.id),
        shipment_number: shipment.map(|shipment| shipment.number.clone()),
    }
}

fn view(
    row: request::Model,
    client: Option<client::Model>,
    items: Vec<RequestedItem>,
    related: &Related,
    viewer: Viewer,
) -> ShippingRequest {
    let method = row.delivery_method_id.and_then(|id| {
        Some(DeliveryOption {
            id,
            name: related.methods.get(&id)?.clone(),
            detail: String::new(),
            price: None,
            percent: None,
            requires: Vec::new(),
        })
    });
    let (client_code, client_name) = client.map(|client| (client.code, client.name)).unwrap_or_default();
    ShippingRequest {
        id: row.id,
        number: row.number,
        status: row.status,
        client_id: row.client_id,
        client_code,
        client_name,
        grouping: row.grouping,
        wishes: row.wishes,
        recipient: row
            .recipient
            .map(Json::into_inner)
            .map(|snapshot| snapshot.view(viewer.documents)),
        method,
        items,
        answer: row.answer,
        history: Vec::new(),
        moves: lifecycle::allowed_request_moves(row.status, viewer.side),
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}
