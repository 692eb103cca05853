//! The life of a service on an item: which side may make which move; who pays when.

use crate::{
    items::ItemStatus,
    orders::{OrderStatus, OrderType, Side},
};
use serde::{Deserialize, Serialize};

/// Where a service is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ServiceStatus {
    /// To be done.
    Ordered,
    /// Done.
    Rendered,
    /// Given up.
    Canceled,
}

impl ServiceStatus {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Ordered, Self::Rendered, Self::Canceled];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ordered => "ordered",
            Self::Rendered => "rendered",
            Self::Canceled => "canceled",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// A step of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ServiceMove {
    /// The agent did it.
    Render,
    /// It is given up; what was paid goes back.
    Cancel,
}

impl ServiceMove {
    /// Every step.
    pub const ALL: [Self; 2] = [Self::Render, Self::Cancel];

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Render => "render",
            Self::Cancel => "cancel",
        }
    }
}

/// The facts of a service on which its moves depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceFacts {
    /// Where it is.
    pub status: ServiceStatus,
    /// Whether the price named for the order holds it.
    pub quoted: bool,
    /// Where its order is.
    pub order: OrderStatus,
}

/// Where a move leads, or nothing where it is not allowed.
///
/// What stands in a price that waits for its payment is not given up: the agent reopens the pricing first.
pub const fn next(facts: ServiceFacts, step: ServiceMove, side: Side) -> Option<ServiceStatus> {
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

/// The moves that this side can make now.
pub fn possible(facts: ServiceFacts, side: Side) -> Vec<ServiceMove> {
    ServiceMove::ALL
        .into_iter()
        .filter(|step| next(facts, *step, side).is_some())
        .collect()
}

/// When a service that costs something is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PaidWhen {
    /// With the order: it becomes a part of the price that will be named.
    WithOrder,
    /// At once, from the balance.
    AtOnce,
    /// It can't be ordered now.
    Never,
}

/// When a service ordered now is paid; a free one may be ordered unless it is [`PaidWhen::Never`] for want of goods.
pub const fn paid_when(order: OrderStatus, kind: OrderType) -> PaidWhen {
    use OrderStatus as S;
    match (order, kind) {
        (S::Draft | S::Submitted, OrderType::Standard) => PaidWhen::WithOrder,
        // No price is named for what the client bought himself; until the agent expects it, it may be changed.
        (S::Draft | S::Submitted, OrderType::SelfBuyout) | (S::Shipped | S::Accepted | S::Canceled, _) => {
            PaidWhen::Never
        }
        _ => PaidWhen::AtOnce,
    }
}

/// Whether something can still be done to the goods of a line.
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
    fn only_what_is_ordered_moves_and_only_staff_renders() {
        for status in ServiceStatus::ALL {
            for order in OrderStatus::ALL {
                for quoted in [false, true] {
                    let facts = ServiceFacts {
                        status,
                        quoted,
                        order: *order,
                    };
                    let client = possible(facts, Side::Client);
                    assert!(!client.contains(&ServiceMove::Render));
                    if status != ServiceStatus::Ordered {
                        assert!(client.is_empty() && possible(facts, Side::Staff).is_empty());
                    }
                    if quoted && *order == OrderStatus::Quoted {
                        assert!(
                            client.is_empty(),
                            "a price that was named does not change under the client"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_taken_from_the_balance_while_lines_may_still_vanish() {
        for kind in OrderType::ALL {
            assert_ne!(paid_when(OrderStatus::Draft, *kind), PaidWhen::AtOnce);
            assert_ne!(paid_when(OrderStatus::Submitted, *kind), PaidWhen::AtOnce);
        }
    }
}
