//! Names and badges of item statuses and moves.

use crate::{
    components::{StateMark, Tone, state_badge},
    prelude::*,
};
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
        ItemMove::UndoReceipt => LifecycleTexts::MoveUndoReceipt,
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
        ItemMove::UndoReceipt => LifecycleTexts::DoneUndoReceipt,
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

/// How a status looks.
const fn status_mark(status: ItemStatus) -> StateMark {
    match status {
        ItemStatus::New => StateMark::new(Icon::CircleDashed, Tone::Quiet),
        ItemStatus::Approved => StateMark::new(Icon::CircleCheck, Tone::Accent),
        ItemStatus::Refused => StateMark::new(Icon::CircleX, Tone::Quiet),
        ItemStatus::Bought => StateMark::new(Icon::ShoppingBag, Tone::Accent),
        ItemStatus::Sent => StateMark::new(Icon::Truck, Tone::Moving),
        ItemStatus::AtWarehouse => StateMark::new(Icon::Warehouse, Tone::Good),
        ItemStatus::Packed => StateMark::new(Icon::Package, Tone::Good),
        ItemStatus::Shipped => StateMark::new(Icon::Ship, Tone::Moving),
        ItemStatus::Accepted => StateMark::new(Icon::PackageCheck, Tone::Good),
        ItemStatus::Problem => StateMark::new(Icon::TriangleAlert, Tone::Bad),
        ItemStatus::Returned => StateMark::new(Icon::UndoTwo, Tone::Quiet),
        ItemStatus::Refunded => StateMark::new(Icon::Banknote, Tone::Quiet),
    }
}

/// An item status with its icon.
#[component]
pub fn ItemBadge(status: ItemStatus) -> impl IntoView {
    let class = format!("item-{}", status.as_str());
    state_badge(&class, status_mark(status), Some("item-status"), status_name(status))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::state_badge::are_distinct;

    #[test]
    fn no_two_states_look_alike() {
        assert!(are_distinct(
            &ItemStatus::ALL.iter().copied().map(status_mark).collect::<Vec<_>>()
        ));
    }
}
