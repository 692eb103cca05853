//! Which pages of the menu a user may open. A page has the path of the resource it shows, so the access of its endpoint
//! applies.

use shared_types::{
    access::{Access, Rights},
    endpoint::Endpoint,
};

/// Lists the path and access of endpoints whose page is in a menu.
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
    shared_types::reports::ShowReport,
    shared_types::staff::ListStaff,
    shared_types::staff::ListMembers,
];

/// Returns whether a user with these rights may open the page. Pages that do not belong to an endpoint are open to everyone.
pub fn may_open(rights: &Rights, href: &str) -> bool {
    PAGES
        .iter()
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
        assert!(may_open(&rights, "/agent/orders") && may_open(&rights, "/agent/scan"));
        assert!(!may_open(&rights, "/agent/clients") && !may_open(&rights, "/client/staff"));
        assert!(may_open(&Rights::owner(), "/agent/staff"));
    }
}
