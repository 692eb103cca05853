//! Reads of a single order with its items, through a tenant scope.

use super::{
    OrderError,
    activity::Reader,
    item_rows::select_items,
    summary::ClientLabel,
    translation,
    viewer::Viewer,
    views::{self, NoteFlags},
    warehouse,
};
use entities::{
    client,
    note_flags::{self, ObjectsWithNotes},
    order, order_group as group, order_item as item,
};
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{FromQueryResult, JoinType, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::OrderId,
    orders::{ItemsPage, ItemsQuery, Order, OrderStatus, limits},
};

/// Finds an order in the scope.
pub async fn find(rows: &impl ScopedConnection, id: OrderId) -> Result<order::Model, OrderError> {
    rows.one(order::Entity::find_by_id(id))
        .await?
        .ok_or(OrderError::NotFound)
}

#[derive(FromQueryResult)]
struct StatusOfOrder {
    status: OrderStatus,
}

/// The status of an order in the scope.
pub async fn status(rows: &impl ScopedConnection, id: OrderId) -> Result<OrderStatus, OrderError> {
    let select = order::Entity::find_by_id(id)
        .select_only()
        .column(order::Column::Status);
    let found: Option<StatusOfOrder> = rows.one_as(select).await?;
    found.map(|order| order.status).ok_or(OrderError::NotFound)
}

/// Fails with [`OrderError::NotFound`] if the order is not in the scope.
pub async fn ensure_exists(rows: &impl ScopedConnection, id: OrderId) -> Result<(), OrderError> {
    status(rows, id).await.map(drop)
}

/// An order with the client's data that its card shows.
#[derive(FromQueryResult)]
struct OrderWithClient {
    #[sea_orm(nested)]
    order: order::Model,
    client_code: String,
    client_name: String,
    is_unread: bool,
    notes: Option<ObjectsWithNotes>,
}

/// An order, and whether a person has not read it.
#[derive(FromQueryResult)]
struct OrderOfReader {
    #[sea_orm(nested)]
    order: order::Model,
    is_unread: bool,
}

/// Finds an order, and whether the reader has not read it.
pub(super) async fn find_for_reader(
    rows: &impl ScopedConnection,
    id: OrderId,
    reader: Reader,
) -> Result<(order::Model, bool), OrderError> {
    let select = order::Entity::find_by_id(id).column_as(reader.is_unread(), "is_unread");
    let OrderOfReader { order, is_unread } = rows.one_as(select).await?.ok_or(OrderError::NotFound)?;
    Ok((order, is_unread))
}

/// An order as its card for staff begins.
pub(super) struct CardOrder {
    pub(super) order: order::Model,
    pub(super) client: ClientLabel,
    /// Whether the reader, if there is one, has not read it.
    pub(super) is_unread: bool,
    pub(super) notes: NoteFlags,
}

/// Finds an order with its client and the objects that have a note. The row policy of orders applies; the others are reached by
/// their foreign keys.
pub(super) async fn find_for_card(
    rows: &impl ScopedConnection,
    id: OrderId,
    reader: Option<Reader>,
) -> Result<CardOrder, OrderError> {
    let is_unread = reader.map_or_else(|| Expr::val(false), Reader::is_unread);
    let select = order::Entity::find_by_id(id)
        .column_as(is_unread, "is_unread")
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .column_as(client::Column::Code, "client_code")
        .column_as(client::Column::Name, "client_name")
        .column_as(note_flags::objects_with_notes(), "notes");
    let OrderWithClient {
        order,
        client_code,
        client_name,
        is_unread,
        notes,
    } = rows.one_as(select).await?.ok_or(OrderError::NotFound)?;
    Ok(CardOrder {
        order,
        client: ClientLabel {
            code: client_code,
            name: client_name,
        },
        is_unread,
        notes: NoteFlags(notes.map(|objects| objects.0).unwrap_or_default()),
    })
}

/// Finds an order and locks its row until the transaction ends.
pub async fn lock(rows: &impl ScopedConnection, id: OrderId) -> Result<order::Model, OrderError> {
    rows.one(order::Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(OrderError::NotFound)
}

/// Locks the order, and fails with [`OrderError::Stale`] unless it still has the version that the caller saw. Without a version
/// nothing is read.
pub(super) async fn ensure_version(
    rows: &impl ScopedConnection,
    id: OrderId,
    version: Option<i64>,
) -> Result<(), OrderError> {
    match version {
        Some(seen) if lock(rows, id).await?.version != seen => Err(OrderError::Stale),
        _ => Ok(()),
    }
}

/// A page of the items of an order that the caller has read.
pub(super) async fn items_page(
    rows: &impl ScopedConnection,
    order: &order::Model,
    query: &ItemsQuery,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Result<ItemsPage, OrderError> {
    let window = PageWindow::with_limits(
        query.limit,
        query.cursor.as_deref(),
        limits::CARD_ITEMS,
        limits::ITEMS_PAGE,
    )?;
    let mut select = select_items(order.id).limit(window.limit + 1);
    if let Some(last) = window.beyond {
        select = select.filter(item::Column::Id.gt(last));
    }
    let mut items = rows.all_with(select.find_also_related(group::Entity)).await?;
    translation::queue_missing(rows, order, &items, viewer).await?;
    let next_cursor = views::truncate_page(&mut items, window.limit);
    Ok(ItemsPage {
        groups: views::group_views(&items, order, viewer, notes),
        data: views::item_views(items, order, viewer, notes),
        next_cursor,
    })
}

/// Builds the card of an order that the caller has read.
pub(super) async fn build(
    rows: &impl ScopedConnection,
    order: order::Model,
    client: ClientLabel,
    agent_name: &str,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Result<Order, OrderError> {
    // One more item than the card shows, to know whether there is a next page. Totals in other currencies need all items.
    let limit = if order.mixed_currencies && viewer.prices {
        limits::ITEMS.unsigned_abs().into()
    } else {
        limits::CARD_ITEMS + 1
    };
    let select = select_items(order.id).limit(limit).find_also_related(group::Entity);
    let items = rows.all_with(select).await?;
    translation::queue_missing(rows, &order, &items, viewer).await?;
    let mut card = views::order_card(&order, client, agent_name.to_owned(), items, viewer, notes);
    warehouse::add_to(rows, std::slice::from_mut(&mut card.summary), viewer.side, false).await?;
    Ok(card)
}
