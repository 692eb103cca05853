//! The menu of a cabinet, and which of its pages a user may open. A page has the path of the resource it shows, so the access
//! of its endpoint applies.

use super::Icon;
use shared_types::{
    access::{Access, Rights},
    endpoint::Endpoint,
};

/// A link of the menu.
#[derive(Clone, Copy, Debug)]
pub struct MenuLink {
    /// The path of the page.
    pub href: &'static str,
    /// The label.
    pub text: &'static str,
    /// The icon beside the label.
    pub icon: Icon,
    /// Whether the link is in the bar at the bottom of a phone's screen. The others are behind "More".
    pub is_pinned: bool,
}

impl MenuLink {
    /// A link behind "More" on phones.
    pub const fn new(href: &'static str, text: &'static str, icon: Icon) -> Self {
        Self {
            href,
            text,
            icon,
            is_pinned: false,
        }
    }

    /// A link that is always on a phone's screen. There is room for four.
    pub const fn pinned(href: &'static str, text: &'static str, icon: Icon) -> Self {
        Self {
            is_pinned: true,
            ..Self::new(href, text, icon)
        }
    }
}

/// Links that belong together.
#[derive(Clone, Debug)]
pub struct MenuGroup {
    /// The heading; the first group has none.
    pub title: Option<&'static str>,
    /// The links, in their order.
    pub links: Vec<MenuLink>,
}

/// Lists the path and access of endpoints whose page is in a menu.
macro_rules! pages {
    ($($endpoint:path),* $(,)?) => { &[$((<$endpoint as Endpoint>::PATH, <$endpoint as Endpoint>::ACCESS)),*] };
}

/// Pages whose path is not that of their endpoint.
const OTHER_PAGES: &[(&str, Access)] = &[("/client/orders/create", shared_types::orders::CreateOrder::ACCESS)];

const PAGES: &[(&str, Access)] = pages![
    shared_types::orders::ListAgentOrders,
    shared_types::orders::ListClientOrders,
    shared_types::clients::ListClients,
    shared_types::clients::ShowClientSettings,
    shared_types::shipments::ListShipments,
    shared_types::shipments::ListClientShipments,
    shared_types::shipments::ListDeliveries,
    shared_types::topups::ListBalanceRequests,
    shared_types::topups::ListWalletTopups,
    shared_types::topups::ListWithdrawals,
    shared_types::topups::ListOwnWalletTopups,
    shared_types::ledger::ShowBalance,
    shared_types::reports::ShowReport,
    shared_types::billing::ShowServiceAccount,
    shared_types::staff::ListStaff,
    shared_types::staff::ListMembers,
    shared_types::staff::ListAgentGroups,
    shared_types::staff::ListClientGroups,
    shared_types::scan::LookUpCode,
    shared_types::scan::ListCells,
    shared_types::notifications::ListNotifications,
];

/// Returns whether a user with these rights may open the page. Pages that do not belong to an endpoint are open to everyone.
pub fn may_open(rights: &Rights, href: &str) -> bool {
    PAGES
        .iter()
        .chain(OTHER_PAGES)
        .find(|(path, _)| *path == href)
        .is_none_or(|(_, access)| match access {
            Access::Agent(object, level) | Access::Client(object, level) => rights.allows(*object, *level),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::access::{Breadth, Grant, Level, Object};

    #[test]
    fn pages_open_with_the_right_to_their_endpoint() {
        let grant = Grant {
            level: Level::View,
            breadth: Breadth::Own,
        };
        let rights = Rights::from_grants([(Object::Orders, grant)].into());
        assert!(may_open(&rights, "/agent/orders") && may_open(&rights, "/agent/settings"));
        assert!(!may_open(&rights, "/agent/clients") && !may_open(&rights, "/client/staff"));
        assert!(may_open(&Rights::owner(), "/agent/staff"));
    }
}
