//! Who gets the new orders of clients without a manager.

use super::{EDIT, VIEW, Versioned, limits};
use crate::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
};

closed_set! {
    /// The rule by which new orders are assigned.
    #[derive(Default)]
    pub enum DistributionRule {
        /// No rule. Orders are assigned by hand.
        #[default]
        Nobody = "nobody",
        /// The staff who may edit orders, in turn.
        RoundRobin = "round_robin",
        /// The staff member who takes the order.
        Claim = "claim",
    }
}

/// Who gets a new order whose client has no manager.
#[apply(request)]
#[derive(Copy, Default)]
pub struct OrderDistribution {
    /// Rule of the assignment.
    pub rule: DistributionRule,
    /// Number of open orders that a person may have to claim another one. No limit if absent.
    pub claim_limit: Option<i64>,
}

impl OrderDistribution {
    /// Checks the limit.
    pub fn validate(&self) -> Result<(), FieldErrors> {
        match self.claim_limit {
            Some(limit) if !(1..=limits::CLAIM_LIMIT).contains(&limit) => Err(FieldErrors::single(
                "claim_limit",
                Rule::OutOfRange(1, limits::CLAIM_LIMIT),
            )),
            _ => Ok(()),
        }
    }
}

crate::endpoints! {
    order_distribution_endpoints:

    [Settings]
    ShowOrderDistribution, "show_order_distribution": Get "/agent/settings/order-distribution", VIEW, 200;
    "Returns who gets a new order whose client has no manager.";
    path = (), query = Nothing, body = Nothing => Versioned<OrderDistribution>;

    ChangeOrderDistribution, "change_order_distribution": Patch "/agent/settings/order-distribution", EDIT, 200, versioned = true;
    "Changes who gets a new order whose client has no manager. Orders that exist stay as they are.";
    path = (), query = Nothing, body = OrderDistribution => Versioned<OrderDistribution>;
}
