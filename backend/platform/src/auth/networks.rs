//! The networks from which a key may be used.

use ipnet::IpNet;
use std::net::IpAddr;

/// A stored text that is no network contains nothing.
pub(super) fn is_in_networks(networks: &[String], address: Option<IpAddr>) -> bool {
    let networks = networks.iter().filter_map(|network| network.parse::<IpNet>().ok());
    let address = address.map(|address| address.to_canonical());
    address.is_some_and(|address| networks.into_iter().any(|network| network.contains(&address)))
}
