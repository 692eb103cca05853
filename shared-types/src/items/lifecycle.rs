//! The life of a line: which side may make which move, and what the lines together make of their order.

use super::ItemStatus;
use crate::orders::{OrderMove, OrderStatus, OrderType, Side, lifecycle::OrderFacts};
use serde::{Deserialize, Serialize};

/// A step of a line from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ItemMove {
    /// The agent will buy it.
    Approve,
    /// The agent will not buy it.
    Refuse,
    /// It was bought in the shop.
    Buy,
    /// The shop sent it to the warehouse.
    Send,
    /// It came to the warehouse.
    Receive,
    /// Something is wrong with it.
    Report,
    /// What was wrong is settled.
    Resolve,
    /// It goes back to the shop.
    Return,
    /// Its money goes back to the client.
    Refund,
    /// It was put into a packed shipment.
    Pack,
    /// It was taken out of a shipment.
    Unpack,
    /// Its shipment left.
    Ship,
    /// The client accepted its shipment.
    Accept,
}

impl ItemMove {
    /// Every move, in the order of the life.
    pub const ALL: [Self; 13] = [
        Self::Approve,
        Self::Refuse,
        Self::Buy,
        Self::Send,
        Self::Receive,
        Self::Report,
        Self::Resolve,
        Self::Return,
        Self::Refund,
        Self::Pack,
        Self::Unpack,
        Self::Ship,
        Self::Accept,
    ];

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Refuse => "refuse",
            Self::Buy => "buy",
            Self::Send => "send",
            Self::Receive => "receive",
            Self::Report => "report",
            Self::Resolve => "resolve",
            Self::Return => "return",
            Self::Refund => "refund",
            Self::Pack => "pack",
            Self::Unpack => "unpack",
            Self::Ship => "ship",
            Self::Accept => "accept",
        }
    }

    /// The move of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.as_str() == name)
    }
}

/// The facts on which a line's moves depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemFacts {
    /// Where the line is.
    pub status: ItemStatus,
    /// Where its order is.
    pub order: OrderStatus,
    /// Which kind its order is.
    pub order_type: OrderType,
}

/// Where a move leads, or nothing where it is not allowed.
pub const fn next(facts: ItemFacts, step: ItemMove, side: Side) -> Option<ItemStatus> {
    use ItemStatus as I;
    use OrderStatus as O;
    use OrderType::{SelfBuyout, Standard};
    match (step, side, facts.status, facts.order, facts.order_type) {
        (ItemMove::Approve, Side::Staff, I::New | I::Refused, O::Submitted, _)
        // What nobody decided on is approved with the quote.
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
        (
            ItemMove::Report,
            Side::Staff,
            I::Bought | I::Sent | I::AtWarehouse,
            O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse,
            _,
        )
        | (ItemMove::Report, Side::System, I::Shipped, O::Shipped | O::AtWarehouse, _) => Some(I::Problem),

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
        (ItemMove::Pack, Side::System, I::AtWarehouse, _, _) => Some(I::Packed),
        (ItemMove::Ship, Side::System, I::Packed, _, _) => Some(I::Shipped),
        (ItemMove::Accept, Side::System, I::Shipped, _, _)
        | (ItemMove::Resolve, Side::Staff, I::Problem, O::Shipped, _)
        // The problem of a shipment is settled: part of the order may still be in the warehouse.
        | (ItemMove::Resolve, Side::System, I::Problem, O::Shipped | O::AtWarehouse, _) => Some(I::Accepted),
        _ => None,
    }
}

/// The moves that this side can make now.
pub fn possible(facts: ItemFacts, side: Side) -> Vec<ItemMove> {
    ItemMove::ALL
        .into_iter()
        .filter(|step| next(facts, *step, side).is_some())
        .collect()
}

impl ItemStatus {
    /// Whether the line is still to reach the client.
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Refused | Self::Returned | Self::Refunded)
    }

    /// Whether somebody must look at it.
    pub const fn needs_attention(self) -> bool {
        matches!(self, Self::Problem)
    }

    const fn is_bought(self) -> bool {
        !matches!(self, Self::New | Self::Approved)
    }

    const fn is_received(self) -> bool {
        matches!(self, Self::AtWarehouse | Self::Packed) || self.is_shipped()
    }

    const fn is_shipped(self) -> bool {
        matches!(self, Self::Shipped | Self::Accepted)
    }
}

/// What the lines make of their order: the move that follows from them, if any.
///
/// Lines that are refused, returned or refunded do not hold their order up; an order of nothing else is given up.
pub fn consequence(order: OrderFacts, lines: &[ItemStatus]) -> Option<OrderMove> {
    use OrderStatus as O;
    let live = || lines.iter().filter(|line| line.is_live());
    let all = |reached: fn(ItemStatus) -> bool| live().all(|line| reached(*line));
    let none_left = live().next().is_none();
    match order.status {
        O::Purchasing | O::Purchased | O::Expected | O::AtWarehouse if none_left => Some(OrderMove::Cancel),
        // Everything is settled one way or the other: a refund after the acceptance changes nothing.
        O::Shipped if none_left || all(|line| matches!(line, ItemStatus::Accepted)) => Some(OrderMove::Accept),
        O::Purchasing if all(ItemStatus::is_bought) => Some(OrderMove::FinishPurchase),
        O::Purchased | O::Expected if all(ItemStatus::is_received) => Some(OrderMove::Receive),
        O::AtWarehouse if all(ItemStatus::is_shipped) => Some(OrderMove::Ship),
        _ => None,
    }
}

/// What a line becomes that is received: a count that differs from the expected one is a problem to be settled.
pub const fn received(expected: i32, counted: i32) -> ItemStatus {
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
    fn nothing_is_bought_before_it_is_paid() {
        for order in [OrderStatus::Draft, OrderStatus::Submitted, OrderStatus::Quoted] {
            for status in STATUSES {
                let line = ItemFacts {
                    status,
                    order,
                    order_type: OrderType::Standard,
                };
                assert_eq!(next(line, ItemMove::Buy, Side::Staff), None);
                assert_eq!(next(line, ItemMove::Refund, Side::Staff), None);
            }
        }
    }

    #[test]
    fn the_client_moves_no_line_but_the_track_of_a_self_buyout() {
        for status in STATUSES {
            for order in OrderStatus::ALL {
                for order_type in OrderType::ALL {
                    let line = ItemFacts {
                        status,
                        order: *order,
                        order_type: *order_type,
                    };
                    let can = possible(line, Side::Client);
                    assert!(
                        can.iter()
                            .all(|step| *step == ItemMove::Send && *order_type == OrderType::SelfBuyout)
                    );
                }
            }
        }
    }

    #[test]
    fn a_miscount_is_a_problem() {
        assert_eq!(received(10, 10), ItemStatus::AtWarehouse);
        assert_eq!(received(10, 8), ItemStatus::Problem);
    }

    proptest! {
        #[test]
        fn every_consequence_is_a_legal_move_and_they_come_to_an_end(
            lines in prop::collection::vec(0..STATUSES.len(), 0..8), order in 0..OrderStatus::ALL.len(), self_buyout: bool,
        ) {
            let order_type = if self_buyout { OrderType::SelfBuyout } else { OrderType::Standard };
            let lines: Vec<_> = lines.into_iter().map(|index| STATUSES[index]).collect();
            let mut order = facts(OrderStatus::ALL[order], order_type);
            for _ in 0..6 {
                let Some(step) = consequence(order, &lines) else { return Ok(()) };
                // A standard order is never expected, nor a self-buyout purchased; the table knows, the lines don't.
                let Some(to) = lifecycle::next(order, step, Side::System) else {
                    prop_assert!(matches!((order_type, order.status), (OrderType::Standard, OrderStatus::Expected) | (OrderType::SelfBuyout, OrderStatus::Purchasing | OrderStatus::Purchased)));
                    return Ok(());
                };
                order.status = to;
            }
            prop_assert!(false, "no end");
        }
    }
}
