//! Items of an order: adding, editing, status transitions, splitting and merging.

mod add;
mod agent;
mod agent_routes;
mod board;
mod bulk;
mod capture;
mod draft_items;
pub mod exports;
mod link_routes;
mod list;
mod list_routes;
pub mod measures;
mod paid_prices;
pub mod proof;
mod proof_routes;
mod receipt;
mod routes;
mod rules;
mod totals;
mod track;
pub mod tracks;
pub mod transitions;

pub use add::{Added, add};
pub(super) use add::{new_row, upsert_group};
pub use agent_routes::routes as agent_routes;
pub use bulk::BulkEdit;
pub use capture::Capture;
pub use draft_items::ensure_open;
pub use link_routes::routes as link_routes;
pub use list_routes::routes as list_routes;
pub use proof_routes::routes as proof_routes;
pub use routes::routes;
pub use rules::{CheckedItem, check_item};
pub(super) use rules::{basket_item, shop_key};

use chrono::{DateTime, Utc};
use entities::order_item;
use platform::scope::ScopedConnection;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::id::ItemId;

/// Moves items to another cell of the warehouse. The caller records the change in the history.
pub async fn set_cell(
    rows: &impl ScopedConnection,
    items: &[ItemId],
    cell: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = order_item::Entity::update_many()
        .col_expr(order_item::Column::Cell, Expr::value(cell))
        .col_expr(
            order_item::Column::Version,
            Expr::col(order_item::Column::Version).add(1),
        )
        .col_expr(order_item::Column::UpdatedAt, Expr::value(now))
        .filter(order_item::Column::Id.is_in(items.iter().map(|id| id.0)));
    rows.update_count(update).await.map(drop)
}
