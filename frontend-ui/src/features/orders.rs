//! Loading of an order with all its items.

use crate::{api::Error, prelude::*};
use shared_types::{
    endpoint::Endpoint,
    id::OrderId,
    orders::{ItemsPage, ItemsQuery, Order, limits},
};

/// Loads an order and the remaining pages of its items. If there are more pages, `show_part` gets the order with its first items, to
/// be shown until all are loaded.
pub async fn load_with_all_items<C, I>(id: OrderId, show_part: impl Fn(Order)) -> Result<Order, Error>
where
    C: Endpoint<Path = (OrderId,), Query = Nothing, Request = Nothing, Response = Order>,
    I: Endpoint<Path = (OrderId,), Query = ItemsQuery, Request = Nothing, Response = ItemsPage>,
{
    let mut order = api::send::<C>((id,), Nothing {}, Nothing {}, Options::default()).await?;
    if order.items_cursor.is_some() {
        show_part(order.clone());
    }
    while let Some(cursor) = order.items_cursor.take() {
        let query = ItemsQuery {
            limit: Some(limits::ITEMS_PAGE),
            cursor: Some(cursor),
        };
        let page = api::send::<I>((id,), query, Nothing {}, Options::default()).await?;
        order.items.extend(page.data);
        for group in page.groups {
            if !order.groups.iter().any(|known| known.id == group.id) {
                order.groups.push(group);
            }
        }
        order.items_cursor = page.next_cursor;
    }
    Ok(order)
}
