//! The lifecycle of an item: which side may make which move, and which order move follows from the statuses of all
//! items.

use super::ItemStatus;
use crate::orders::{OrderMove, OrderStatus, OrderType, Side, lifecycle::OrderFacts};

closed_set! {
    /// A move of an item from one status to another.
    pub enum ItemMove {
        /// The agent decides to buy it.
        Approve = "approve",
        /// The agent decides not to buy it.
        Refuse = "refuse",
        /// The agent bought it in the shop.
        Buy = "buy",
        /// The shop sent it to the warehouse.
        Send = "send",
        /// It arrived at the warehouse.
        Receive = "receive",
        /// It was received by mistake.
        UndoReceipt = "undo_receipt",
        /// A problem was reported.
        Report = "report",
        /// The problem is resolved.
        Resolve = "resolve",
        /// It is returned to the shop.
        Return = "return",
        /// Its price is refunded to the client.
        Refund = "refund",
        /// It was packed into a shipment.
        Pack = "pack",
        /// It was removed from a packed shipment.
        Unpack = "unpack",
        /// Its shipment was dispatched.
        Ship = "ship",
        /// The client accepted its shipment.
        Accept = "accept",
    }
}

/// How many pieces of an item were counted at the warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    NotCounted,
    /// Fewer than are expected. Pieces that were refunded are not expected.
    Short,
    Counted,
}

/// The facts that determine the allowed moves of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemFacts {
    /// Status of the item.
    pub status: ItemStatus,
    /// Status of the order.
    pub order: OrderStatus,
    pub order_type: OrderType,
    /// The received pieces, as far as they are known.
    pub receipt: Receipt,
}

/// Returns the status that a move leads to, or `None` if the move is not allowed.
///
/// A refund of fewer than all pieces leaves the status, or ends a problem.
pub const fn resulting_status(facts: ItemFacts, step: ItemMove, side: Side) -> Option<ItemStatus> {
    use ItemStatus as I;
    use OrderStatus as O;
    use OrderType::{SelfBuyout, Standard};
    let is_counted = !matches!(facts.receipt, Receipt::NotCounted);
    let is_short = matches!(facts.receipt, Receipt::Short);
    match (step, side, facts.status, facts.order, facts.order_type) {
        (ItemMove::Approve, Side::Staff, I::New | I::Refused, O::Submitted, _)
        // Items without a decision are approved together with the quote.
        | (ItemMove::Approve, Side::System, I::New, O::Submitted, _) => Some(I::Approved),
        (ItemMove::Refuse, Side::Staff, I::New | I::Approved, O::Submitted, _) => Some(I::Refused),
        (ItemMove::Buy, Side::Staff, I::Approved, O::Paid | O::Purchasing, Standard) => Some(I::Bought),
        (ItemMove::Send, Side::Staff, I::Bought, O::Purchasing | O::Purchased, Standard)
        | (ItemMove::Send, Side::Staff | Side::Client, I::Approved, O::Expected, SelfBuyout) => Some(I::Sent),
        (ItemMove::Receive, Side::Staff, I::Bought | I::Sent, O::Purchasing | O::Purchased, Standard)
        | (ItemMove::Receive, Side::Staff, I::Approved | I::Sent, O::Expected, SelfBuyout)
        | (
            ItemMove::Resolve,
            Side::Staff,
            I::Problem,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse,
            _,
        )
        | (ItemMove::Unpack, Side::System, I::Packed, _, _) => Some(I::AtWarehouse),
        // The rest of a short delivery has come.
        (
            ItemMove::Receive,
            Side::Staff,
            I::Problem,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse,
            _,
        ) if is_short => Some(I::AtWarehouse),
        // An item with a track is `sent` again.
        (
            ItemMove::UndoReceipt,
            Side::Staff,
            I::AtWarehouse | I::Problem,
            O::Purchasing | O::Purchased | O::AtWarehouse,
            Standard,
        ) if is_counted => Some(I::Bought),
        (ItemMove::UndoReceipt, Side::Staff, I::AtWarehouse | I::Problem, O::Expected | O::AtWarehouse, SelfBuyout)
            if is_counted =>
        {
            Some(I::Approved)
        }
        (
            ItemMove::Report,
            Side::Staff,
            I::Bought | I::Sent | I::AtWarehouse,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse,
            _,
        )
        | (
            ItemMove::Report,
            Side::System,
            I::Shipped,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse | O::Shipped,
            _,
        ) => Some(I::Problem),

        (
            ItemMove::Return,
            Side::Staff,
            I::Bought | I::Sent | I::AtWarehouse | I::Problem,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse | O::Shipped,
            _,
        ) => Some(I::Returned),
        (
            ItemMove::Refund,
            Side::Staff,
            I::Approved | I::Bought | I::Sent | I::AtWarehouse | I::Problem | I::Returned | I::Accepted,
            O::Paid | O::Purchasing | O::Purchased | O::AtWarehouse | O::Shipped | O::Accepted,
            Standard,
        ) => Some(I::Refunded),
        // The pieces in a shipment are not refunded; missing pieces are.
        (
            ItemMove::Refund,
            Side::Staff,
            I::Packed | I::Shipped,
            O::Purchasing | O::Purchased | O::AtWarehouse | O::Shipped,
            Standard,
        ) => Some(facts.status),
        (ItemMove::Pack, Side::System, I::AtWarehouse, _, _) => Some(I::Packed),
        (ItemMove::Ship, Side::System, I::Packed, _, _) => Some(I::Shipped),
        (ItemMove::Accept, Side::System, I::Shipped, _, _)
        | (ItemMove::Resolve, Side::Staff, I::Problem, O::Shipped, _)
        // A shipment's problem is resolved. Other items of the order may still be on their way.
        | (
            ItemMove::Resolve,
            Side::System,
            I::Problem,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse | O::Shipped,
            _,
        ) => Some(I::Accepted),
        _ => None,
    }
}

/// Returns the moves that `side` may make now.
pub fn allowed_moves(facts: ItemFacts, side: Side) -> Vec<ItemMove> {
    ItemMove::ALL
        .into_iter()
        .filter(|step| resulting_status(facts, *step, side).is_some())
        .collect()
}

impl ItemStatus {
    /// Whether the item is still expected to reach the client.
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Refused | Self::Returned | Self::Refunded)
    }

    /// Whether the item needs a person's attention.
    pub const fn needs_attention(self) -> bool {
        matches!(self, Self::Problem)
    }

    /// Whether the goods are on their way to the warehouse, or will be.
    const fn is_awaited(self) -> bool {
        matches!(self, Self::New | Self::Approved | Self::Bought | Self::Sent)
    }

    const fn is_bought(self) -> bool {
        !matches!(self, Self::New | Self::Approved)
    }

    /// Whether the goods have arrived at the warehouse. Goods with a problem may have arrived or not.
    pub const fn is_received(self) -> bool {
        matches!(self, Self::AtWarehouse | Self::Packed) || self.is_shipped()
    }

    const fn is_shipped(self) -> bool {
        matches!(self, Self::Shipped | Self::Accepted)
    }
}

/// Returns the order move that follows from the statuses of the order's items, if any.
///
/// Items that are refused, returned or refunded do not delay their order. An order without any other items is canceled.
pub fn implied_order_move(order: OrderFacts, items: &[ItemStatus]) -> Option<OrderMove> {
    use OrderStatus as O;
    let live = || items.iter().filter(|item| item.is_live());
    let all = |reached: fn(ItemStatus) -> bool| live().all(|item| reached(*item));
    let none_left = live().next().is_none();
    match order.status {
        O::Paid | O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse if none_left => Some(OrderMove::Cancel),
        // Every item is either accepted or dropped. A refund after the acceptance changes nothing.
        O::Shipped if none_left || all(|item| matches!(item, ItemStatus::Accepted)) => Some(OrderMove::Accept),
        O::Purchasing if all(ItemStatus::is_bought) => Some(OrderMove::FinishPurchase),
        O::Purchased | O::Expected if all(ItemStatus::is_received) => Some(OrderMove::Receive),
        O::AtWarehouse if live().any(|item| item.is_awaited()) => Some(OrderMove::UndoReceipt),
        O::AtWarehouse if all(ItemStatus::is_shipped) => Some(OrderMove::Ship),
        _ => None,
    }
}

/// Returns the status of a received item. If the counted quantity differs from the expected one, the item has a
/// problem.
pub const fn status_after_receipt(expected: i32, counted: i32) -> ItemStatus {
    if expected == counted {
        ItemStatus::AtWarehouse
    } else {
        ItemStatus::Problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::lifecycle;
    use proptest::prelude::*;

    const STATUSES: [ItemStatus; 12] = ItemStatus::ALL;

    const fn facts(status: OrderStatus, order_type: OrderType) -> OrderFacts {
        OrderFacts {
            status,
            order_type,
            has_items: true,
            pricing_opened: true,
        }
    }

    #[test]
    fn unpaid_items_are_neither_bought_nor_refunded() {
        for order in [OrderStatus::Draft, OrderStatus::Submitted, OrderStatus::Quoted] {
            for status in STATUSES {
                let item = ItemFacts {
                    status,
                    order,
                    order_type: OrderType::Standard,
                    receipt: Receipt::Counted,
                };
                assert_eq!(resulting_status(item, ItemMove::Buy, Side::Staff), None);
                assert_eq!(resulting_status(item, ItemMove::Refund, Side::Staff), None);
            }
        }
    }

    #[test]
    fn client_may_only_send_self_buyout_items() {
        for status in STATUSES {
            for order in OrderStatus::ALL {
                for order_type in OrderType::ALL {
                    let item = ItemFacts {
                        status,
                        order,
                        order_type,
                        receipt: Receipt::Short,
                    };
                    let moves = allowed_moves(item, Side::Client);
                    assert!(
                        moves
                            .iter()
                            .all(|step| *step == ItemMove::Send && order_type == OrderType::SelfBuyout)
                    );
                }
            }
        }
    }

    #[test]
    fn short_delivery_is_received_in_parts_and_taken_back() {
        let facts_of = |status, receipt| ItemFacts {
            status,
            order: OrderStatus::Purchased,
            order_type: OrderType::Standard,
            receipt,
        };
        let to = |facts, step| resulting_status(facts, step, Side::Staff);
        let short = facts_of(ItemStatus::Problem, Receipt::Short);
        assert_eq!(to(short, ItemMove::Receive), Some(ItemStatus::AtWarehouse));
        assert_eq!(to(short, ItemMove::UndoReceipt), Some(ItemStatus::Bought));
        let reported = facts_of(ItemStatus::Problem, Receipt::NotCounted);
        assert_eq!(to(reported, ItemMove::Receive), None);
        assert_eq!(to(reported, ItemMove::UndoReceipt), None);
        let packed = facts_of(ItemStatus::Packed, Receipt::Counted);
        assert_eq!(to(packed, ItemMove::UndoReceipt), None);
        assert_eq!(to(packed, ItemMove::Refund), Some(ItemStatus::Packed));
        assert_eq!(
            implied_order_move(
                facts(OrderStatus::AtWarehouse, OrderType::Standard),
                &[ItemStatus::Sent, ItemStatus::AtWarehouse]
            ),
            Some(OrderMove::UndoReceipt)
        );
    }

    #[test]
    fn wrong_count_is_a_problem() {
        assert_eq!(status_after_receipt(10, 10), ItemStatus::AtWarehouse);
        assert_eq!(status_after_receipt(10, 8), ItemStatus::Problem);
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn implied_order_moves_are_allowed_and_terminate(
            items in prop::collection::vec(0..STATUSES.len(), 0..8), order in 0..OrderStatus::ALL.len(), self_buyout: bool,
        ) {
            let order_type = if self_buyout { OrderType::SelfBuyout } else { OrderType::Standard };
            let items: Vec<_> = items.into_iter().map(|index| STATUSES[index]).collect();
            let mut order = facts(OrderStatus::ALL[order], order_type);
            for _ in 0..6 {
                let Some(step) = implied_order_move(order, &items) else { return Ok(()) };
                // Standard orders are never `Expected`, and self-buyouts never `Purchased`. The order's table excludes
                // them; this one does not.
                let Some(to) = lifecycle::resulting_status(order, step, Side::System) else {
                    prop_assert!(matches!(
                        (order_type, order.status),
                        (OrderType::Standard, OrderStatus::Expected)
                            | (
                                OrderType::SelfBuyout,
                                OrderStatus::Paid | OrderStatus::Purchasing | OrderStatus::Purchased
                            )
                    ));
                    return Ok(());
                };
                order.status = to;
            }
            prop_assert!(false, "the moves do not terminate");
        }
    }
}
