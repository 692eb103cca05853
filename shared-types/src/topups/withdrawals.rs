//! Withdrawals: money that a client takes off its balance. Bodies, and the lifecycle: which side may make which move.

use crate::{
    id::{ClientId, WithdrawalId},
    money::{Currency, Money, PriceText},
    orders::Side,
};
use chrono::{DateTime, Utc};

closed_set! {
    /// The status of a withdrawal. Its amount is reserved in every status in which [`WithdrawalStatus::is_open`] holds.
    pub enum WithdrawalStatus {
        /// Requested; waiting for the agent's decision.
        Requested = "requested",
        /// Confirmed by the agent; waiting for the payment.
        Confirmed = "confirmed",
        /// Paid to the client.
        Paid = "paid",
        /// Rejected by the agent. The amount is back on the balance.
        Rejected = "rejected",
        /// Canceled by the client. The amount is back on the balance.
        Canceled = "canceled",
    }
}

impl WithdrawalStatus {
    /// The statuses in which staff have to act next.
    pub const WAITING: &[Self] = &[Self::Requested, Self::Confirmed];

    /// Whether the amount is reserved.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Confirmed)
    }
}

closed_set! {
    pub enum WithdrawalMove {
        /// The agent agrees to pay.
        Confirm = "confirm",
        /// The agent has paid.
        Pay = "pay",
        /// The agent refuses.
        Reject = "reject",
        /// The client takes the request back.
        Cancel = "cancel",
    }
}

/// Returns the status that a move leads to, or `None` if the move is not allowed. A client can't cancel a confirmed
/// request, because the agent may be paying it.
pub const fn resulting_withdrawal_status(
    status: WithdrawalStatus,
    step: WithdrawalMove,
    side: Side,
) -> Option<WithdrawalStatus> {
    use WithdrawalStatus as S;
    match (step, side, status) {
        (WithdrawalMove::Confirm, Side::Staff, S::Requested) => Some(S::Confirmed),
        (WithdrawalMove::Pay, Side::Staff, S::Confirmed) => Some(S::Paid),
        (WithdrawalMove::Reject, Side::Staff, S::Requested | S::Confirmed) => Some(S::Rejected),
        (WithdrawalMove::Cancel, Side::Client, S::Requested) => Some(S::Canceled),
        _ => None,
    }
}

/// Returns the moves that `side` may make now.
pub fn allowed_withdrawal_moves(status: WithdrawalStatus, side: Side) -> Vec<WithdrawalMove> {
    WithdrawalMove::ALL
        .into_iter()
        .filter(|step| resulting_withdrawal_status(status, *step, side).is_some())
        .collect()
}

/// A status change of a withdrawal.
#[apply(response)]
pub struct WithdrawalChange {
    /// Status before. Null for the request.
    pub from: Option<WithdrawalStatus>,
    /// Status after.
    pub to: WithdrawalStatus,
    /// Side of the actor.
    pub side: Side,
    pub actor_name: String,
    /// Reason of the rejection.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// A request to pay out a part of a client's balance.
#[apply(response)]
pub struct Withdrawal {
    pub id: WithdrawalId,
    /// Current status.
    pub status: WithdrawalStatus,
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    /// Amount. It never changes.
    pub amount: Money,
    /// Requisites: where the agent pays.
    pub requisites: String,
    /// Comment of the person who asked.
    pub comment: String,
    /// Reason of the rejection. Shown to the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reject_reason: Option<String>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<WithdrawalMove>,
    /// Status changes, oldest first.
    pub history: Vec<WithdrawalChange>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last status change.
    pub updated_at: DateTime<Utc>,
}

/// A new withdrawal. The amount is reserved at once; a balance that is too low refuses it.
#[apply(request)]
pub struct NewWithdrawal {
    pub amount: PriceText,
    /// Currency of the balance.
    pub currency: Currency,
    /// Bank, card number and holder, or the account of a payment app.
    pub requisites: String,
    /// Comment for the other side.
    pub comment: Option<String>,
}

/// Filters of the list of withdrawals.
#[apply(request)]
#[derive(Default)]
pub struct WithdrawalQuery {
    /// Filter by status.
    pub status: Option<WithdrawalStatus>,
    /// Only requests that wait for staff, the longest waiting first. The others are newest first.
    pub waiting: Option<bool>,
    /// Filter by currency.
    pub currency: Option<Currency>,
    /// Filter by client.
    pub client_id: Option<ClientId>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn nothing_is_paid_unconfirmed_and_closed_requests_stay_closed(
            steps in prop::collection::vec((0..WithdrawalMove::ALL.len(), 0..Side::ALL.len()), 1..40)
        ) {
            let (mut status, mut confirmed) = (WithdrawalStatus::Requested, false);
            for (step, side) in steps {
                if let Some(to) = resulting_withdrawal_status(status, WithdrawalMove::ALL[step], Side::ALL[side]) {
                    prop_assert!(status.is_open());
                    confirmed |= to == WithdrawalStatus::Confirmed;
                    prop_assert!(confirmed || to != WithdrawalStatus::Paid);
                    status = to;
                }
            }
        }
    }
}
