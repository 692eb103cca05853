//! Who gets the new orders of clients without a manager.

use super::{EDIT, VIEW, Versioned, limits};
use crate::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
};
use serde::{Deserialize, Serialize};

/// The rule by which new orders are assigned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DistributionRule {
    /// No rule. Orders are assigned by hand.
    #[default]
    Nobody,
    /// The staff who may edit orders, in turn.
    RoundRobin,
    /// The staff member who takes the order.
    Claim,
}

impl DistributionRule {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Nobody, Self::RoundRobin, Self::Claim];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::RoundRobin => "round_robin",
            Self::Claim => "claim",
        }
    }

    /// Returns the rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == name)
    }
}

/// Who gets a new order whose client has no manager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderDistribution {
    /// Rule of the assignment.
    pub rule: DistributionRule,
    /// Number of open orders that a person may have to claim another one. No limit if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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

    ChangeOrderDistribution, "change_order_distribution": Patch "/agent/settings/order-distribution", EDIT, 200;
    "Changes who gets a new order whose client has no manager. Orders that exist stay as they are.";
    path = (), query = Nothing, body = OrderDistribution => Versioned<OrderDistribution>;
}
