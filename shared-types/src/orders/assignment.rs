//! The assignment of several orders at once.

use crate::id::{OrderId, StaffId};

/// Maximum number of orders in one request.
pub const ASSIGNED_ORDERS: usize = 200;

/// Orders to assign to a staff member.
#[apply(request)]
pub struct OrderAssignment {
    /// Orders to assign.
    pub orders: Vec<OrderId>,
    /// The staff member. `null` unassigns the orders.
    pub staff_id: Option<StaffId>,
}

/// A page of the orders that can be claimed.
#[apply(request)]
#[derive(Default)]
pub struct ClaimableOrderQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}
