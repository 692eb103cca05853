//! Repeating an order: a new draft with its products.

use super::{OrderError, create::create, history::Actor, item_rows, items::BulkEdit};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::entity::prelude::*;
use shared_types::{
    id::{ClientId, OrderId},
    orders::{HistoryEvent, NewOrder, Side},
};

/// Creates a draft with the items of an order of the client, at their last prices. Items that were not bought after all are left
/// out, unless none was bought. The draft goes to the client's default recipient.
pub(super) async fn repeat(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (client_id, client_name): (ClientId, &str),
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let source = rows.one(order::Entity::find_by_id(id)).await?;
    let source = source.ok_or(OrderError::NotFound)?;
    let mut items = item_rows::items_with_groups(rows, id).await?;
    if items.iter().any(|(item, _)| item.status.is_live()) {
        items.retain(|(item, _)| item.status.is_live());
    }
    let new = NewOrder {
        order_type: source.order_type,
        title: Some(source.title),
        comment: Some(source.comment),
        destination_country: None,
        destination_city: None,
        recipient_id: None,
    };
    let (draft, _) = create(rows, actor, client_id, new, now).await?;
    let mut edit = BulkEdit::open(rows, Side::Client, draft.id, now).await?;
    edit.copy(items, actor.via).await?;
    edit.finish(actor, client_name, HistoryEvent::Repeated, source.number, Vec::new())
        .await?;
    let draft = rows.one(order::Entity::find_by_id(draft.id)).await?;
    draft.ok_or(OrderError::NotFound)
}
