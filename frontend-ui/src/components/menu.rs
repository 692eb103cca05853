//! Which pages a person's rights open: a page's address is that of the resource it shows, so its access is declared there.

use shared_types::{
    access::{Access, Rights},
    endpoint::Endpoint,
};

/// Address and access of endpoints that have a page in a menu.
macro_rules! pages {
    ($($endpoint:path),* $(,)?) => { &[$((<$endpoint as Endpoint>::PATH, <$endpoint as Endpoint>::ACCESS)),*] };
}

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
    shared_types::topups::ListOwnWalletTopups,
    shared_types::ledger::ShowBalance,
    shared_types::staff::ListStaff,
    shared_types::staff::ListMembers,
];

/// Whether the page at an address shows anything to somebody with these rights; a page that no resource stands behind does.
pub fn opens(rights: &Rights, href: &str) -> bool {
    PAGES
        .iter()
        .find(|(path, _)| *path == href)
        .is_none_or(|(_, access)| match access {
            Access::Agent(object, level) | Access::Client(object, level) => rights.allow(*object, *level),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::access::{Breadth, Grant, Level, Object};

    #[test]
    fn the_menu_shows_what_opens() {
        let grant = Grant {
            level: Level::View,
            breadth: Breadth::Own,
        };
        let rights = Rights::granted([(Object::Orders, grant)].into());
        assert!(opens(&rights, "/agent/orders") && opens(&rights, "/agent/scan"));
        assert!(!opens(&rights, "/agent/clients") && !opens(&rights, "/client/staff"));
        assert!(opens(&Rights::owner(), "/agent/staff"));
    }
}
