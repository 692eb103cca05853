//! The names of a line's states and moves.

use crate::i18n::{Life, t};
use leptos::prelude::*;
use shared_types::items::{ItemMove, ItemStatus};

/// The state's name.
pub fn name(status: ItemStatus) -> &'static str {
    t(match status {
        ItemStatus::New => Life::StNew,
        ItemStatus::Approved => Life::StApproved,
        ItemStatus::Refused => Life::StRefused,
        ItemStatus::Bought => Life::StBought,
        ItemStatus::Sent => Life::StSent,
        ItemStatus::AtWarehouse => Life::StAtWarehouse,
        ItemStatus::Packed => Life::StPacked,
        ItemStatus::Shipped => Life::StShipped,
        ItemStatus::Accepted => Life::StAccepted,
        ItemStatus::Problem => Life::StProblem,
        ItemStatus::Returned => Life::StReturned,
        ItemStatus::Refunded => Life::StRefunded,
    })
}

/// The move's name.
pub fn step(step: ItemMove) -> &'static str {
    t(match step {
        ItemMove::Approve => Life::MvApprove,
        ItemMove::Refuse => Life::MvRefuse,
        ItemMove::Buy => Life::MvBuy,
        ItemMove::Send => Life::MvSend,
        ItemMove::Receive => Life::MvReceive,
        ItemMove::Report => Life::MvReport,
        ItemMove::Resolve => Life::MvResolve,
        ItemMove::Return => Life::MvReturn,
        ItemMove::Refund => Life::MvRefund,
        ItemMove::Pack => Life::MvPack,
        ItemMove::Unpack => Life::MvUnpack,
        ItemMove::Ship => Life::MvShip,
        ItemMove::Accept => Life::MvAccept,
    })
}

/// What the history says once the move was made.
pub fn done(made: ItemMove) -> &'static str {
    t(match made {
        ItemMove::Approve => Life::DnApprove,
        ItemMove::Refuse => Life::DnRefuse,
        ItemMove::Buy => Life::DnBuy,
        ItemMove::Receive => Life::DnReceive,
        ItemMove::Report => Life::DnReport,
        ItemMove::Resolve => Life::DnResolve,
        ItemMove::Return => Life::DnReturn,
        ItemMove::Refund => Life::DnRefund,
        ItemMove::Unpack => Life::DnUnpack,
        // Their buttons say it already.
        ItemMove::Send | ItemMove::Pack | ItemMove::Ship | ItemMove::Accept => return step(made),
    })
}

/// A line's state as a coloured label.
#[component]
pub fn ItemBadge(status: ItemStatus) -> impl IntoView {
    view! { <span class=format!("badge item-{}", status.as_str()) data-testid="item-status">{name(status)}</span> }
}
