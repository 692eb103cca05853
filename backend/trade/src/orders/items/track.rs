//! The track number of an item of a self-buyout.

use crate::orders::{
    OrderError, card,
    history::{self, Actor, Event},
    views,
};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    codes::without_scanner_marks,
    fields::FieldErrors,
    id::{ItemId, OrderId},
    items::{ItemMove, ItemStatus, Track, lifecycle, limits},
    orders::{OrderStatus, Side},
};

/// Sets the track number of an item of a self-buyout on behalf of the client. The first number moves the item to `sent`.
pub(super) async fn set_track(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (order_id, item_id): (OrderId, ItemId),
    track: &Track,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let mut errors = FieldErrors::default();
    let number = without_scanner_marks(&track.domestic_track);
    let number = errors.required_text("domestic_track", &number, limits::NUMBER);
    errors.into_result(())?;
    let order = card::lock(rows, order_id).await?;
    let select = item::Entity::find_by_id(item_id).filter(item::Column::OrderId.eq(order_id.0));
    let item = rows.one(select).await?.ok_or(OrderError::NotFound)?;
    let facts = views::item_facts(&item, &order);
    let to = match lifecycle::resulting_status(facts, ItemMove::Send, Side::Client) {
        Some(to) => to,
        // The client can correct the track number while the package is on its way.
        None if facts.status == ItemStatus::Sent && facts.order == OrderStatus::Expected => ItemStatus::Sent,
        None => {
            return Err(OrderError::ItemMoveNotAllowed {
                item: item.id,
                from: facts.status,
                step: ItemMove::Send,
                possible: lifecycle::allowed_moves(facts, Side::Client),
            });
        }
    };
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(to))
        .col_expr(item::Column::DomesticTrack, Expr::value(number.clone()))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id));
    let item = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let event = Event::item_moved(ItemMove::Send, item.id, &format!("{} · {number}", item.title), None);
    history::write(rows, &order, actor, event, now).await?;
    Ok((item, order))
}
