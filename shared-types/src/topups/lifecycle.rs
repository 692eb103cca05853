//! The lifecycles of top-up requests: which side may make which move.

use crate::orders::Side;

closed_set! {
    /// The status of a request to top up a balance.
    pub enum RequestStatus {
        /// Waiting for requisites from the agent.
        Requested = "requested",
        /// Requisites were issued; waiting for the client's payment.
        Issued = "issued",
        /// The client reported the payment.
        Reported = "reported",
        /// The money was received and credited to the balance.
        Confirmed = "confirmed",
        /// Rejected by the agent.
        Rejected = "rejected",
        /// Canceled by the client.
        Canceled = "canceled",
    }
}

impl RequestStatus {
    /// The statuses in which staff have to act next.
    pub const WAITING: &[Self] = &[Self::Requested, Self::Reported];

    /// Whether a person has to act next.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Issued | Self::Reported)
    }

    /// Whether the public requisites page may show the requisites.
    pub const fn shows_requisites(self) -> bool {
        matches!(self, Self::Issued | Self::Reported)
    }
}

closed_set! {
    /// A move of a request to top up a balance.
    pub enum RequestMove {
        /// The agent issues or replaces requisites.
        Issue = "issue",
        /// The client reports the payment.
        Report = "report",
        /// The agent confirms the received money.
        Confirm = "confirm",
        /// The agent rejects the request.
        Reject = "reject",
        /// The client cancels the request.
        Cancel = "cancel",
        /// The agent takes a confirmation back.
        Reopen = "reopen",
    }
}

/// Returns the status that a move leads to, or `None` if the move is not allowed.
pub const fn resulting_status(status: RequestStatus, step: RequestMove, side: Side) -> Option<RequestStatus> {
    use RequestStatus as S;
    match (step, side, status) {
        (RequestMove::Issue, Side::Staff, S::Requested | S::Issued) => Some(S::Issued),
        // The client is not asked to pay again while the agent looks for the money.
        (RequestMove::Report, Side::Client, S::Issued) | (RequestMove::Reopen, Side::Staff, S::Confirmed) => {
            Some(S::Reported)
        }
        (RequestMove::Confirm, Side::Staff, S::Issued | S::Reported) => Some(S::Confirmed),
        (RequestMove::Reject, Side::Staff, S::Requested | S::Issued | S::Reported) => Some(S::Rejected),
        (RequestMove::Cancel, Side::Client, S::Requested | S::Issued) => Some(S::Canceled),
        _ => None,
    }
}

/// Returns the moves that `side` may make now.
pub fn allowed_moves(status: RequestStatus, side: Side) -> Vec<RequestMove> {
    RequestMove::ALL
        .into_iter()
        .filter(|step| resulting_status(status, *step, side).is_some())
        .collect()
}

closed_set! {
    /// The status of a request to top up a payment app.
    pub enum WalletStatus {
        /// Waiting for the agent's payment.
        Requested = "requested",
        /// Paid by the agent from the client's balance.
        Paid = "paid",
        /// Rejected by the agent.
        Rejected = "rejected",
        /// Canceled by the client.
        Canceled = "canceled",
    }
}

impl WalletStatus {
    /// The statuses in which staff have to act next.
    pub const WAITING: &[Self] = &[Self::Requested];
}

/// Whether `side` may change the status of a payment app request. Only requests in the status `requested` can change.
pub const fn is_wallet_move_allowed(from: WalletStatus, to: WalletStatus, side: Side) -> bool {
    matches!(
        (from, to, side),
        (
            WalletStatus::Requested,
            WalletStatus::Paid | WalletStatus::Rejected,
            Side::Staff
        ) | (WalletStatus::Requested, WalletStatus::Canceled, Side::Client)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_statuses_are_final() {
        for side in Side::ALL {
            for status in [RequestStatus::Rejected, RequestStatus::Canceled] {
                assert!(allowed_moves(status, side).is_empty());
            }
        }
        assert!(allowed_moves(RequestStatus::Confirmed, Side::Client).is_empty());
        assert_eq!(
            allowed_moves(RequestStatus::Confirmed, Side::Staff),
            [RequestMove::Reopen]
        );
    }

    #[test]
    fn client_cannot_confirm_own_request() {
        for status in RequestStatus::ALL {
            assert!(!allowed_moves(status, Side::Client).contains(&RequestMove::Confirm));
        }
    }
}
