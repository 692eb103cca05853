//! The lifecycle of a service on an item: which side may make which move, and when the service is paid.

use crate::{
    items::ItemStatus,
    orders::{OrderStatus, OrderType, Side},
};

closed_set! {
    pub enum ServiceStatus {
        Ordered = "ordered",
        /// Done.
        Rendered = "rendered",
        Canceled = "canceled",
    }
}

closed_set! {
    pub enum ServiceMove {
        /// The agent marks the service as done.
        Render = "render",
        /// Either side cancels the service. Its payment is refunded.
        Cancel = "cancel",
    }
}

/// The facts that determine the allowed moves of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceFacts {
    /// Status of the service.
    pub status: ServiceStatus,
    /// Whether the order's quote includes the service.
    pub quoted: bool,
    /// Status of the order.
    pub order: OrderStatus,
}

/// Returns the status that a move leads to, or `None` if the move is not allowed.
///
/// A service in a quote that waits for payment can't be canceled: the agent reopens the pricing first.
pub const fn resulting_status(facts: ServiceFacts, step: ServiceMove, side: Side) -> Option<ServiceStatus> {
    if !matches!(facts.status, ServiceStatus::Ordered) {
        return None;
    }
    let waits_for_payment = facts.quoted && matches!(facts.order, OrderStatus::Quoted);
    match (step, side) {
        (ServiceMove::Render, Side::Staff) if !matches!(facts.order, OrderStatus::Draft | OrderStatus::Canceled) => {
            Some(ServiceStatus::Rendered)
        }
        (ServiceMove::Cancel, Side::Staff | Side::Client) if !waits_for_payment => Some(ServiceStatus::Canceled),
        (ServiceMove::Cancel, Side::System) => Some(ServiceStatus::Canceled),
        _ => None,
    }
}

/// Returns the moves that `side` may make now.
pub fn allowed_moves(facts: ServiceFacts, side: Side) -> Vec<ServiceMove> {
    ServiceMove::ALL
        .into_iter()
        .filter(|step| resulting_status(facts, *step, side).is_some())
        .collect()
}

/// When a paid service is paid.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum PaymentTiming {
    /// With the order: the service becomes part of the quote.
    WithOrder,
    /// Immediately, from the balance.
    AtOnce,
    /// Paid services can't be ordered now.
    Never,
}

/// Returns when a paid service ordered now is paid. A free service only requires [`may_order`].
pub const fn payment_timing(order: OrderStatus, kind: OrderType) -> PaymentTiming {
    use OrderStatus as S;
    match (order, kind) {
        (S::Draft | S::Submitted, OrderType::Standard) => PaymentTiming::WithOrder,
        // Self-buyout orders have no quote, and their items may change until the agent expects them.
        (S::Draft | S::Submitted, OrderType::SelfBuyout) | (S::Shipped | S::Accepted | S::Canceled, _) => {
            PaymentTiming::Never
        }
        _ => PaymentTiming::AtOnce,
    }
}

/// Whether a service on the item can still be performed.
pub const fn may_order(order: OrderStatus, item: ItemStatus) -> bool {
    use ItemStatus as I;
    use OrderStatus as S;
    !matches!(order, S::Shipped | S::Accepted | S::Canceled)
        && matches!(
            item,
            I::New | I::Approved | I::Bought | I::Sent | I::AtWarehouse | I::Problem
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ordered_services_move_and_only_staff_renders() {
        for status in ServiceStatus::ALL {
            for order in OrderStatus::ALL {
                for quoted in [false, true] {
                    let facts = ServiceFacts { status, quoted, order };
                    let client = allowed_moves(facts, Side::Client);
                    assert!(!client.contains(&ServiceMove::Render));
                    if status != ServiceStatus::Ordered {
                        assert!(client.is_empty() && allowed_moves(facts, Side::Staff).is_empty());
                    }
                    if quoted && order == OrderStatus::Quoted {
                        assert!(
                            client.is_empty(),
                            "the amount of a quote that waits for payment must not change"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn no_immediate_payment_while_items_may_be_removed() {
        for kind in OrderType::ALL {
            assert_ne!(payment_timing(OrderStatus::Draft, kind), PaymentTiming::AtOnce);
            assert_ne!(payment_timing(OrderStatus::Submitted, kind), PaymentTiming::AtOnce);
        }
    }
}
