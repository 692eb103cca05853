//! The items of many orders, for programs that keep a copy: a page costs the same few statements, whatever it contains.

use crate::orders::{OrderError, list::parse_order_ids, viewer::Viewer, views};
use entities::{order, order_item as item};
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::entity::prelude::*;
use shared_types::{
    fields::FieldErrors,
    items::{ItemListQuery, ListedItem},
    orders::{OrderStatus, Side, limits},
    page::Page,
};

/// The page that a query asks for. Items are always sorted by the time of their last change.
pub(super) fn window(query: &ItemListQuery) -> Result<PageWindow, FieldErrors> {
    let window = PageWindow::with_limits(query.limit, None, limits::CARD_ITEMS, limits::ITEMS_PAGE)?;
    window.updated_since(query.updated_since.unwrap_or_default(), query.cursor.as_deref())
}

/// A page of items, without the marks of notes. Staff see no items of drafts.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &ItemListQuery,
    window: PageWindow,
    viewer: Viewer,
) -> Result<Page<ListedItem>, OrderError> {
    let mut select = item::Entity::find().find_also_related(order::Entity);
    if let Some(list) = &query.order_ids {
        select = select.filter(rows.id_in(item::Column::OrderId, parse_order_ids(list)?));
    }
    if let Some(status) = query.status {
        select = select.filter(item::Column::Status.eq(status));
    }
    if viewer.side == Side::Staff {
        select = select.filter(order::Column::Status.ne(OrderStatus::Draft));
    }
    let found = rows
        .all_with(window.apply(select, item::Column::Id, item::Column::UpdatedAt))
        .await?;
    let (found, next_cursor) = window.take_sorted_page(found, |(row, _)| (row.id, row.updated_at));
    let view = |(row, order): (item::Model, Option<order::Model>)| {
        let order = order?;
        Some(ListedItem {
            order_id: row.order_id,
            client_id: row.client_id,
            item: views::item(row, &order, viewer, None),
            order_number: order.number,
        })
    };
    Ok(Page {
        data: found.into_iter().filter_map(view).collect(),
        next_cursor,
    })
}
