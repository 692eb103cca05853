//! The menu of a cabinet, and which of its pages a user may open. A page has the path of the resource it shows, so the access
//! of its endpoint applies.

use super::Icon;
use shared_types::{
    access::{Access, Guard, Level, Object, PerSide, Rights},
    endpoint::Endpoint,
};

#[derive(Clone, Copy, Debug)]
pub struct MenuLink {
    /// The path of the page.
    pub href: &'static str,
    /// The label.
    pub text: &'static str,
    /// The icon next to the label.
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

/// The path of a page, and who may open it.
type Page = (PerSide<&'static str>, PerSide<Access>);

/// Lists the path and access of endpoints whose page is in a menu.
macro_rules! pages {
    ($($endpoint:path),* $(,)?) => { &[$((<$endpoint as Endpoint>::PATH, <$endpoint as Endpoint>::ACCESS)),*] };
}

/// Pages whose path differs from their endpoint.
const OTHER_PAGES: &[Page] = &[
    (
        PerSide::One("/client/orders/create"),
        shared_types::orders::CreateOrder::ACCESS,
    ),
    (
        PerSide::One("/agent/orders?section=to_buy"),
        PerSide::One(Access::Agent(Object::OrderPrices, Level::View)),
    ),
    (
        PerSide::One("/agent/purchasing"),
        PerSide::One(Access::Agent(Object::OrderPrices, Level::View)),
    ),
    (
        PerSide::One("/agent/orders?section=services"),
        PerSide::One(Access::Agent(Object::Services, Level::View)),
    ),
];

const PAGES: &[Page] = pages![
    shared_types::orders::ListAgentOrders,
    shared_types::orders::ListClientOrders,
    shared_types::chat::ListDialogues,
    shared_types::clients::ListClients,
    shared_types::clients::ShowClientSettings,
    shared_types::shipments::ListShipments,
    shared_types::shipments::ListShipments,
    shared_types::shipments::ListShippingRequests,
    shared_types::shipments::ListDeliveries,
    shared_types::topups::ListBalanceRequests,
    shared_types::topups::ListStatementLines,
    shared_types::topups::ListWalletTopups,
    shared_types::topups::ListWithdrawals,
    shared_types::topups::ListOwnWalletTopups,
    shared_types::cash::ListCashEntries,
    shared_types::ledger::ShowBalance,
    shared_types::reports::ShowReport,
    shared_types::billing::ShowServiceAccount,
    shared_types::staff::ListPeople,
    shared_types::staff::ListPeople,
    shared_types::staff::ListAccessGroups,
    shared_types::staff::ListAccessGroups,
    shared_types::scan::LookUpCode,
    shared_types::scan::ListCells,
    shared_types::notifications::ListNotifications,
];

/// Returns whether a user with these rights may open the page. Pages that do not belong to an endpoint are open to everyone.
pub fn may_open(rights: &Rights, href: &str) -> bool {
    PAGES
        .iter()
        .chain(OTHER_PAGES)
        .flat_map(|(path, access)| [Guard::Agent, Guard::Client].map(|side| (path.on(side), access.on(side))))
        .find(|(path, _)| *path == href)
        .is_none_or(|(_, access)| match access {
            Access::Agent(object, level) | Access::Client(object, level) => rights.allows(object, level),
            _ => true,
        })
}

/// Whether the address is the link's page or below it. `others` are all links of the menu: if a longer one is current, such as
/// `/agent/orders?section=to_buy` or `/client/orders/create`, the link that it begins with is not.
pub(super) fn is_current(href: &str, others: &[&str], path: &str, search: &str) -> bool {
    let has = |pair: &str| search.trim_start_matches('?').split('&').any(|part| part == pair);
    if let Some((of_list, part)) = href.split_once('?') {
        return of_list == path && has(part);
    }
    let below = path.strip_prefix(href);
    let is_below = below.is_some_and(|below| below.is_empty() || below.starts_with('/'));
    is_below
        && !others
            .iter()
            .any(|other| other.len() > href.len() && other.starts_with(href) && is_current(other, &[], path, search))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::access::{Breadth, Grant};

    #[test]
    fn the_part_of_a_list_has_a_link_of_its_own() {
        let others = ["/agent/orders", "/agent/orders?section=to_buy"];
        let current = |href, path, search| is_current(href, &others, path, search);
        assert!(current("/agent/orders", "/agent/orders", "?section=to_price"));
        assert!(current("/agent/orders", "/agent/orders/7", ""));
        assert!(current(others[1], "/agent/orders", "?search=a&section=to_buy"));
        assert!(!current("/agent/orders", "/agent/orders", "?section=to_buy"));
        assert!(!current("/agent/orders", "/agent/orders-of-others", ""));
        let others = ["/client/orders", "/client/orders/create"];
        let current = |href, path| is_current(href, &others, path, "");
        assert!(current(others[1], others[1]) && !current(others[0], others[1]));
        assert!(current(others[0], "/client/orders/7") && !current(others[1], "/client/orders/7"));
    }

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
