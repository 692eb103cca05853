//! Who reads a chat, and of which order.

use super::ChatError;
use entities::order;
use platform::{auth::Caller, error::OperationError, scope::ScopedConnection};
use shared_types::{
    id::{OrderId, UserId},
    orders::{OrderStatus, Side},
};
use trade::orders::card;

/// A person who reads the chat, and the side they are on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) side: Side,
    pub(super) user_id: UserId,
}

impl Reader {
    pub(super) fn from_caller(caller: &Caller) -> Self {
        Self {
            side: caller.guard().into(),
            user_id: caller.user_id,
        }
    }
}

/// Staff find no drafts.
fn hide_draft(side: Side, status: OrderStatus) -> Result<(), ChatError> {
    if side == Side::Staff && status == OrderStatus::Draft {
        return Err(OperationError::NotFound.into());
    }
    Ok(())
}

/// The order of a chat.
pub(super) async fn order(rows: &impl ScopedConnection, side: Side, id: OrderId) -> Result<order::Model, ChatError> {
    let order = card::find(rows, id).await?;
    hide_draft(side, order.status)?;
    Ok(order)
}

/// Fails unless the side finds the order of a chat.
pub(super) async fn ensure_order(rows: &impl ScopedConnection, side: Side, id: OrderId) -> Result<(), ChatError> {
    hide_draft(side, card::status(rows, id).await?)
}

/// Refuses a draft: it has no chat.
pub(super) fn require_chat(order: &order::Model) -> Result<(), ChatError> {
    if order.status == OrderStatus::Draft {
        return Err(ChatError::Draft);
    }
    Ok(())
}
