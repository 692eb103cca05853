//! The lifecycle of an order: which side may make which move in which status.
//!
//! The server enforces this table, and the SPAs use it to show buttons.

use crate::access::Guard;

closed_set! {
    pub enum OrderType {
        /// The agent buys the items.
        Standard = "standard",
        /// The client buys the items; the agent receives and ships them.
        SelfBuyout = "self_buyout",
    }

    pub enum OrderStatus {
        /// Being edited by the client.
        Draft = "draft",
        /// Waiting for a quote of the agent.
        Submitted = "submitted",
        /// Quoted; waiting for the client's payment.
        Quoted = "quoted",
        /// Paid; waiting for the purchase.
        Paid = "paid",
        /// Being purchased by the agent.
        Purchasing = "purchasing",
        /// All items are bought or refused.
        Purchased = "purchased",
        /// A self-buyout on its way to the warehouse.
        Expected = "expected",
        /// All items are received at the warehouse.
        AtWarehouse = "at_warehouse",
        /// All items are shipped.
        Shipped = "shipped",
        /// The client accepted the last shipment.
        Accepted = "accepted",
        Canceled = "canceled",
    }

    /// A move of an order from one status to another.
    pub enum OrderMove {
        /// The client submits the draft to the agent.
        Submit = "submit",
        /// The client takes the order back before the pricing is opened.
        TakeBack = "take_back",
        /// The agent quotes the order.
        Quote = "quote",
        /// The agent withdraws the quote.
        Reopen = "reopen",
        /// The client pays.
        Pay = "pay",
        /// The agent starts the purchase.
        StartPurchase = "start_purchase",
        /// The last item is bought or refused.
        FinishPurchase = "finish_purchase",
        /// The agent confirms a self-buyout as expected.
        Expect = "expect",
        /// The last item is received.
        Receive = "receive",
        /// The receipt of an item was a mistake.
        UndoReceipt = "undo_receipt",
        /// The last item is shipped.
        Ship = "ship",
        /// The client accepts the last shipment.
        Accept = "accept",
        /// Either side cancels the order, or no item is left in it.
        Cancel = "cancel",
    }

    /// The side that makes a move.
    pub enum Side {
        /// A member of the client.
        Client = "client",
        /// Staff of the agent.
        Staff = "staff",
        /// The system, as a consequence of another move.
        System = "system",
    }

    /// The parts of the client's order list.
    pub enum OrderFilter {
        Drafts = "drafts",
        /// Submitted orders that are not finished.
        Current = "current",
        /// Accepted and canceled orders.
        Archive = "archive",
    }

    /// The sections of the agent's order list.
    pub enum OrderSection {
        /// Submitted orders, to be quoted.
        ToPrice = "to_price",
        /// Orders to be purchased: paid, or partly purchased.
        ToBuy = "to_buy",
        /// Orders on the way to the warehouse.
        Awaited = "awaited",
        /// Orders in the warehouse, to be packed.
        Warehouse = "warehouse",
        /// Orders with problematic items.
        Problems = "problems",
        /// Orders assigned to the caller.
        Mine = "mine",
        /// Orders with services that are to be done.
        Services = "services",
        /// Orders that wait for staff and had no activity for three days.
        Overdue = "overdue",
    }

    /// The sort key of the agent's order list.
    pub enum OrderSort {
        /// Time of creation.
        Created = "created",
        /// Time of submission.
        Submitted = "submitted",
        /// Clients in the order in which they joined, and the numbers of each client.
        Number = "number",
        /// Name of the client.
        Client = "client",
        /// Currency and total. Requires the right to see prices.
        Total = "total",
        /// Status, in the order of the lifecycle.
        Status = "status",
        /// Assigned staff member. Orders without one come first.
        Assignee = "assignee",
        /// Time of the last activity.
        Activity = "activity",
    }
}

impl From<Guard> for Side {
    fn from(guard: Guard) -> Self {
        match guard {
            Guard::Agent => Self::Staff,
            Guard::Client => Self::Client,
        }
    }
}

impl OrderFilter {
    /// Returns the statuses that belong to this part.
    pub const fn statuses(self) -> &'static [OrderStatus] {
        use OrderStatus::{
            Accepted, AtWarehouse, Canceled, Draft, Expected, Paid, Purchased, Purchasing, Quoted, Shipped, Submitted,
        };
        match self {
            Self::Drafts => &[Draft],
            Self::Current => &[
                Submitted,
                Quoted,
                Paid,
                Purchasing,
                Purchased,
                Expected,
                AtWarehouse,
                Shipped,
            ],
            Self::Archive => &[Accepted, Canceled],
        }
    }
}

impl OrderStatus {
    /// The statuses in which nothing is left to do.
    pub const FINISHED: [Self; 2] = [Self::Accepted, Self::Canceled];

    /// Whether the client may still change the items of the order.
    pub const fn is_editable_by_client(self) -> bool {
        matches!(self, Self::Draft)
    }
}

/// The facts that determine the allowed moves of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderFacts {
    /// Status of the order.
    pub status: OrderStatus,
    pub order_type: OrderType,
    /// Whether the order has items.
    pub has_items: bool,
    /// Whether the agent has opened the pricing.
    pub pricing_opened: bool,
}

/// Returns the status that a move leads to, or `None` if the move is not allowed.
pub const fn resulting_status(facts: OrderFacts, step: OrderMove, side: Side) -> Option<OrderStatus> {
    use OrderStatus as S;
    use OrderType::{SelfBuyout, Standard};
    match (step, side, facts.status, facts.order_type) {
        (OrderMove::Submit, Side::Client, S::Draft, _) if facts.has_items => Some(S::Submitted),
        (OrderMove::TakeBack, Side::Client, S::Submitted, _) if !facts.pricing_opened => Some(S::Draft),
        (OrderMove::Quote, Side::Staff, S::Submitted, Standard) if facts.has_items => Some(S::Quoted),
        (OrderMove::Reopen, Side::Staff, S::Quoted, Standard) => Some(S::Submitted),
        (OrderMove::Pay, Side::Client, S::Quoted, Standard) => Some(S::Paid),
        (OrderMove::StartPurchase, Side::Staff | Side::System, S::Paid, Standard) => Some(S::Purchasing),
        (OrderMove::FinishPurchase, Side::System, S::Purchasing, Standard)
        | (OrderMove::UndoReceipt, Side::System, S::AtWarehouse, Standard) => Some(S::Purchased),
        (OrderMove::Expect, Side::Staff, S::Submitted, SelfBuyout) if facts.has_items => Some(S::Expected),
        (OrderMove::Receive, Side::System, S::Purchased, Standard)
        | (OrderMove::Receive, Side::System, S::Expected, SelfBuyout) => Some(S::AtWarehouse),
        (OrderMove::UndoReceipt, Side::System, S::AtWarehouse, SelfBuyout) => Some(S::Expected),
        (OrderMove::Ship, Side::System, S::AtWarehouse, _) => Some(S::Shipped),
        (OrderMove::Accept, Side::System, S::Shipped, _) => Some(S::Accepted),
        (OrderMove::Cancel, Side::Client, S::Draft | S::Submitted | S::Quoted, _)
        | (OrderMove::Cancel, Side::Staff, S::Submitted | S::Quoted | S::Paid, Standard)
        | (OrderMove::Cancel, Side::Staff, S::Submitted | S::Expected, SelfBuyout)
        // No item of the order is left.
        | (
            OrderMove::Cancel,
            Side::System,
            S::Paid | S::Purchasing | S::Purchased | S::Expected | S::AtWarehouse,
            _,
        ) => Some(S::Canceled),
        _ => None,
    }
}

/// Returns the moves that `side` may make now.
pub fn allowed_moves(facts: OrderFacts, side: Side) -> Vec<OrderMove> {
    OrderMove::ALL
        .iter()
        .copied()
        .filter(|step| resulting_status(facts, *step, side).is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn draft(has_items: bool) -> OrderFacts {
        OrderFacts {
            status: OrderStatus::Draft,
            order_type: OrderType::Standard,
            has_items,
            pricing_opened: false,
        }
    }

    #[test]
    fn empty_draft_cannot_be_submitted() {
        assert_eq!(resulting_status(draft(false), OrderMove::Submit, Side::Client), None);
        assert_eq!(
            resulting_status(draft(true), OrderMove::Submit, Side::Client),
            Some(OrderStatus::Submitted)
        );
        assert_eq!(resulting_status(draft(true), OrderMove::Submit, Side::Staff), None);
    }

    #[test]
    fn order_without_items_cannot_be_quoted_or_expected() {
        for (order_type, step) in [
            (OrderType::Standard, OrderMove::Quote),
            (OrderType::SelfBuyout, OrderMove::Expect),
        ] {
            for has_items in [false, true] {
                let facts = OrderFacts {
                    status: OrderStatus::Submitted,
                    order_type,
                    ..draft(has_items)
                };
                assert_eq!(
                    resulting_status(facts, step, Side::Staff).is_some(),
                    has_items,
                    "{step:?}"
                );
            }
        }
    }

    #[test]
    fn order_filters_cover_every_status_once() {
        for status in OrderStatus::ALL {
            let parts = OrderFilter::ALL
                .iter()
                .filter(|part| part.statuses().contains(&status))
                .count();
            assert_eq!(parts, 1, "{status:?}");
        }
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn final_statuses_are_final_and_types_keep_to_their_statuses(
            moves in prop::collection::vec((0..12_usize, 0..3_usize, any::<bool>()), 1..60),
            self_buyout: bool,
        ) {
            let order_type = if self_buyout { OrderType::SelfBuyout } else { OrderType::Standard };
            let mut facts = OrderFacts { order_type, ..draft(true) };
            for (step, side, pricing_opened) in moves {
                facts.pricing_opened = pricing_opened;
                if let Some(status) = resulting_status(facts, OrderMove::ALL[step], Side::ALL[side]) {
                    prop_assert!(!matches!(facts.status, OrderStatus::Accepted | OrderStatus::Canceled));
                    facts.status = status;
                }
                let foreign = match order_type {
                    OrderType::Standard => facts.status == OrderStatus::Expected,
                    OrderType::SelfBuyout => matches!(
                        facts.status,
                        OrderStatus::Quoted | OrderStatus::Paid | OrderStatus::Purchasing | OrderStatus::Purchased
                    ),
                };
                prop_assert!(!foreign, "{:?}", facts.status);
            }
        }
    }
}
