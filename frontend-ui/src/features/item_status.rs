//! Names and badges of item statuses and moves.

use crate::i18n::{LifecycleTexts, t};
use leptos::prelude::*;
use shared_types::items::{ItemMove, ItemStatus};

/// Returns the name of a status.
pub fn status_name(status: ItemStatus) -> &'static str {
    t(match status {
        ItemStatus::New => LifecycleTexts::StatusNew,
        ItemStatus::Approved => LifecycleTexts::StatusApproved,
        ItemStatus::Refused => LifecycleTexts::StatusRefused,
        ItemStatus::Bought => LifecycleTexts::StatusBought,
        ItemStatus::Sent => LifecycleTexts::StatusSent,
        ItemStatus::AtWarehouse => LifecycleTexts::StatusAtWarehouse,
        ItemStatus::Packed => LifecycleTexts::StatusPacked,
        ItemStatus::Shipped => LifecycleTexts::StatusShipped,
        ItemStatus::Accepted => LifecycleTexts::StatusAccepted,
        ItemStatus::Problem => LifecycleTexts::StatusProblem,
        ItemStatus::Returned => LifecycleTexts::StatusReturned,
        ItemStatus::Refunded => LifecycleTexts::StatusRefunded,
    })
}

/// Returns the button text of a move.
pub fn move_name(step: ItemMove) -> &'static str {
    t(match step {
        ItemMove::Approve => LifecycleTexts::MoveApprove,
        ItemMove::Refuse => LifecycleTexts::MoveRefuse,
        ItemMove::Buy => LifecycleTexts::MoveBuy,
        ItemMove::Send => LifecycleTexts::MoveSend,
        ItemMove::Receive => LifecycleTexts::MoveReceive,
        ItemMove::Report => LifecycleTexts::MoveReport,
        ItemMove::Resolve => LifecycleTexts::MoveResolve,
        ItemMove::Return => LifecycleTexts::MoveReturn,
        ItemMove::Refund => LifecycleTexts::MoveRefund,
        ItemMove::Pack => LifecycleTexts::MovePack,
        ItemMove::Unpack => LifecycleTexts::MoveUnpack,
        ItemMove::Ship => LifecycleTexts::MoveShip,
        ItemMove::Accept => LifecycleTexts::MoveAccept,
    })
}

/// Returns the text of a move in the history.
pub fn move_done_text(made: ItemMove) -> &'static str {
    t(match made {
        ItemMove::Approve => LifecycleTexts::DoneApprove,
        ItemMove::Refuse => LifecycleTexts::DoneRefuse,
        ItemMove::Buy => LifecycleTexts::DoneBuy,
        ItemMove::Send => LifecycleTexts::DoneSend,
        ItemMove::Receive => LifecycleTexts::DoneReceive,
        ItemMove::Report => LifecycleTexts::DoneReport,
        ItemMove::Resolve => LifecycleTexts::DoneResolve,
        ItemMove::Return => LifecycleTexts::DoneReturn,
        ItemMove::Refund => LifecycleTexts::DoneRefund,
        ItemMove::Pack => LifecycleTexts::DonePack,
        ItemMove::Unpack => LifecycleTexts::DoneUnpack,
        ItemMove::Ship => LifecycleTexts::DoneShip,
        ItemMove::Accept => LifecycleTexts::DoneAccept,
    })
}

/// An item status as a coloured badge.
#[component]
pub fn ItemBadge(status: ItemStatus) -> impl IntoView {
    view! {
        <span class=format!("badge item-{}", status.as_str()) data-testid="item-status">
            {status_name(status)}
        </span>
    }
}
