//! The life of an order: which side may make which move from which state.
//!
//! The server enforces this table, the SPAs show buttons by it.

use serde::{Deserialize, Serialize};

macro_rules! names {
    ($($(#[$meta:meta])* $enum:ident { $($(#[$doc:meta])* $name:ident = $text:literal,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $enum { $($(#[$doc])* $name,)* }

        impl $enum {
            /// Every value, in the order of the life.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The value of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }
        }
    )*};
}

names! {
    /// What the client asks of the agent.
    OrderType {
        /// The agent buys.
        Standard = "standard",
        /// The client bought; the agent receives and ships.
        SelfBuyout = "self_buyout",
    }

    /// Where an order is in its life.
    OrderStatus {
        /// The client fills it.
        Draft = "draft",
        /// The agent is to price it.
        Submitted = "submitted",
        /// Priced; the client is to pay.
        Quoted = "quoted",
        /// Paid; the agent is to buy.
        Paid = "paid",
        /// Being bought.
        Purchasing = "purchasing",
        /// Everything is bought or refused.
        Purchased = "purchased",
        /// A self-buyout on its way to the warehouse.
        Expected = "expected",
        /// Everything is received.
        AtWarehouse = "at_warehouse",
        /// Everything is shipped.
        Shipped = "shipped",
        /// The client accepted the last shipment.
        Accepted = "accepted",
        /// Given up.
        Canceled = "canceled",
    }

    /// A step from one state to another.
    OrderMove {
        /// The client hands the draft to the agent.
        Submit = "submit",
        /// The client takes it back before pricing starts.
        TakeBack = "take_back",
        /// The agent names the price.
        Quote = "quote",
        /// The agent reopens the pricing.
        Reopen = "reopen",
        /// The client pays.
        Pay = "pay",
        /// The agent starts to buy.
        StartPurchase = "start_purchase",
        /// The last item is bought or refused.
        FinishPurchase = "finish_purchase",
        /// The agent takes note of a self-buyout.
        Expect = "expect",
        /// The last item is received.
        Receive = "receive",
        /// The last item is shipped.
        Ship = "ship",
        /// The client accepted the last shipment.
        Accept = "accept",
        /// Either side gives the order up, or nothing of it is left.
        Cancel = "cancel",
    }

    /// Who makes a move.
    Side {
        /// A member of the client.
        Client = "client",
        /// Staff of the agent.
        Staff = "staff",
        /// A consequence of another move.
        System = "system",
    }

    /// The three parts of the client's order list.
    OrderFilter {
        /// Not yet handed to the agent.
        Drafts = "drafts",
        /// On their way.
        Current = "current",
        /// Accepted or canceled.
        Archive = "archive",
    }

    /// The agent's special sections of the order table.
    OrderSection {
        /// Handed in, to be priced.
        ToPrice = "to_price",
        /// Paid, to be bought.
        ToBuy = "to_buy",
        /// On its way to the warehouse.
        Awaited = "awaited",
        /// In the warehouse, to be packed.
        Warehouse = "warehouse",
        /// With items that need attention.
        Problems = "problems",
        /// Assigned to the staff member.
        Mine = "mine",
    }
}

impl OrderFilter {
    /// The states of the part.
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
    /// Whether the client may still change the order's lines.
    pub const fn is_editable_by_client(self) -> bool {
        matches!(self, Self::Draft)
    }
}

/// The facts about an order on which its moves depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderFacts {
    /// Where it is.
    pub status: OrderStatus,
    /// Which kind it is.
    pub order_type: OrderType,
    /// Whether it has items.
    pub has_items: bool,
    /// Whether the agent has opened the pricing.
    pub pricing_opened: bool,
}

/// Where a move leads, or nothing where it is not allowed.
pub const fn next(facts: OrderFacts, step: OrderMove, side: Side) -> Option<OrderStatus> {
    use OrderStatus as S;
    use OrderType::{SelfBuyout, Standard};
    match (step, side, facts.status, facts.order_type) {
        (OrderMove::Submit, Side::Client, S::Draft, _) if facts.has_items => Some(S::Submitted),
        (OrderMove::TakeBack, Side::Client, S::Submitted, _) if !facts.pricing_opened => Some(S::Draft),
        (OrderMove::Quote, Side::Staff, S::Submitted, Standard) => Some(S::Quoted),
        (OrderMove::Reopen, Side::Staff, S::Quoted, Standard) => Some(S::Submitted),
        (OrderMove::Pay, Side::Client, S::Quoted, Standard) => Some(S::Paid),
        (OrderMove::StartPurchase, Side::Staff | Side::System, S::Paid, Standard) => Some(S::Purchasing),
        (OrderMove::FinishPurchase, Side::System, S::Purchasing, Standard) => Some(S::Purchased),
        (OrderMove::Expect, Side::Staff, S::Submitted, SelfBuyout) => Some(S::Expected),
        (OrderMove::Receive, Side::System, S::Purchased, Standard)
        | (OrderMove::Receive, Side::System, S::Expected, SelfBuyout) => Some(S::AtWarehouse),
        (OrderMove::Ship, Side::System, S::AtWarehouse, _) => Some(S::Shipped),
        (OrderMove::Accept, Side::System, S::Shipped, _) => Some(S::Accepted),
        (OrderMove::Cancel, Side::Client, S::Draft | S::Submitted | S::Quoted, _)
        | (OrderMove::Cancel, Side::Staff, S::Submitted | S::Quoted | S::Paid, Standard)
        | (OrderMove::Cancel, Side::Staff, S::Submitted | S::Expected, SelfBuyout)
        // Nothing of it is left to come.
        | (OrderMove::Cancel, Side::System, S::Purchasing | S::Purchased | S::Expected | S::AtWarehouse, _) => {
            Some(S::Canceled)
        }
        _ => None,
    }
}

/// The moves that this side can make now.
pub fn possible(facts: OrderFacts, side: Side) -> Vec<OrderMove> {
    OrderMove::ALL
        .iter()
        .copied()
        .filter(|step| next(facts, *step, side).is_some())
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
    fn an_empty_draft_is_not_submitted() {
        assert_eq!(next(draft(false), OrderMove::Submit, Side::Client), None);
        assert_eq!(
            next(draft(true), OrderMove::Submit, Side::Client),
            Some(OrderStatus::Submitted)
        );
        assert_eq!(next(draft(true), OrderMove::Submit, Side::Staff), None);
    }

    #[test]
    fn the_parts_of_the_list_cover_every_state_once() {
        for status in OrderStatus::ALL {
            let parts = OrderFilter::ALL
                .iter()
                .filter(|part| part.statuses().contains(status))
                .count();
            assert_eq!(parts, 1, "{status:?}");
        }
    }

    proptest! {
        #[test]
        fn no_walk_leaves_an_end_and_each_kind_keeps_to_its_road(steps in prop::collection::vec((0..12_usize, 0..3_usize, any::<bool>()), 1..60), self_buyout: bool) {
            let order_type = if self_buyout { OrderType::SelfBuyout } else { OrderType::Standard };
            let mut facts = OrderFacts { order_type, ..draft(true) };
            for (step, side, pricing_opened) in steps {
                facts.pricing_opened = pricing_opened;
                if let Some(status) = next(facts, OrderMove::ALL[step], Side::ALL[side]) {
                    prop_assert!(!matches!(facts.status, OrderStatus::Accepted | OrderStatus::Canceled));
                    facts.status = status;
                }
                let foreign = match order_type {
                    OrderType::Standard => facts.status == OrderStatus::Expected,
                    OrderType::SelfBuyout => matches!(facts.status, OrderStatus::Quoted | OrderStatus::Paid | OrderStatus::Purchasing | OrderStatus::Purchased),
                };
                prop_assert!(!foreign, "{:?}", facts.status);
            }
        }
    }
}
