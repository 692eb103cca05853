//! The assignment of several orders at once.

use crate::id::{OrderId, StaffId};
use serde::{Deserialize, Serialize};

/// Maximum number of orders in one request.
pub const ASSIGNED_ORDERS: usize = 200;

/// Orders to assign to a staff member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderAssignment {
    /// Orders to assign.
    pub orders: Vec<OrderId>,
    /// The staff member. `null` unassigns the orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff_id: Option<StaffId>,
}

/// A page of the orders that can be claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClaimableOrderQuery {
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}
