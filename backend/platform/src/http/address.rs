//! The IP address of the client. A forged `X-Forwarded-For` has no effect.

use crate::{state::AppState, telemetry};
use axum::{
    extract::{ConnectInfo, Request, State},
    middleware::Next,
    response::Response,
};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
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
    telemetry::record_address(address);
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

#[cfg(test)]
mod tests {
    use super::*;

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
