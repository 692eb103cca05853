//! The IP address of the client. A forged `X-Forwarded-For` has no effect.

use crate::state::AppState;
use axum::{
    extract::{ConnectInfo, Request, State},
    middleware::Next,
    response::Response,
};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

/// The IP address of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Attaches the client's address to the request: the peer's, or the one that the outermost trusted proxy saw.
pub async fn attach_client_address(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(",");
    let address = client_ip(peer, &forwarded, state.config.trusted_proxies);
    request.extensions_mut().insert(ClientAddress(address));
    next.run(request).await
}

/// Each trusted proxy appends the address it saw, so only the last `trusted` entries are believed.
fn client_ip(peer: IpAddr, forwarded: &str, trusted: usize) -> IpAddr {
    if trusted == 0 {
        return peer;
    }
    let entries: Vec<&str> = forwarded
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .collect();
    let seen = entries
        .len()
        .checked_sub(trusted)
        .and_then(|index| entries.get(index))
        .or(entries.first());
    seen.and_then(|entry| entry.parse().ok()).unwrap_or(peer)
}

/// The network of an address, as providers assign them: a /24 of IPv4, a /64 of IPv6.
pub fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_addresses_share_a_network() {
        let network = |text: &str| network_of(text.parse().expect("an address"));
        assert_eq!(network("203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }

    #[test]
    fn only_entries_of_trusted_proxies_are_believed() {
        let peer: IpAddr = "10.0.0.9".parse().expect("an address");
        for (forwarded, trusted, expected) in [
            ("1.1.1.1", 0, "10.0.0.9"),
            ("6.6.6.6, 1.1.1.1", 1, "1.1.1.1"),
            ("6.6.6.6, 1.1.1.1, 2.2.2.2", 2, "1.1.1.1"),
            ("", 1, "10.0.0.9"),
            ("nonsense", 1, "10.0.0.9"),
        ] {
            assert_eq!(client_ip(peer, forwarded, trusted).to_string(), expected, "{forwarded}");
        }
    }
}
