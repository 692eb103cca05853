//! The home page of staff.

use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
    notifications::Attention,
    page::CappedCount,
};
use chrono::NaiveDate;

/// Days of the charts, up to today.
pub const CHART_DAYS: u64 = 30;

#[apply(response)]
#[derive(Copy)]
pub struct OrdersOfDay {
    /// The day in the caller's time zone.
    pub day: NaiveDate,
    /// Number of submitted orders that were created on it.
    pub count: CappedCount,
}

/// The home page of a staff member.
#[apply(response)]
pub struct AgentHome {
    /// Open tasks, by the person's rights.
    pub tasks: Attention,
    /// The orders of the last 30 days, oldest first. Empty without the right to view reports.
    pub orders_by_day: Vec<OrdersOfDay>,
}

crate::endpoints! {
    home_endpoints:

    [Notifications]
    ShowAgentHome, "show_agent_home": Get "/agent/home", Access::Guard(Guard::Agent), 200;
    "Returns the home page of staff: the caller's tasks, and the number of orders by day.";
    path = (), query = Nothing, body = Nothing => AgentHome;
}
