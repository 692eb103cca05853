//! Addresses that people enter and the server calls: only public ones, so that the server can't be used to reach its own network.
//!
//! A literal address never reaches the resolver, so it is checked by itself. [`crate::http_client::for_entered_addresses`] resolves
//! a name when it opens a connection, and connects to the addresses that were checked. A name with one private address is refused.

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::lookup_host;
use url::{Host, Url};

/// Ports of receivers in the public network.
const PORTS: [u16; 2] = [443, 8443];

/// Networks that are not public (the registries of special addresses of IANA).
const PRIVATE_V4: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    v4([224, 0, 0, 0], 4),
    v4([240, 0, 0, 0], 4),
];

const PRIVATE_V6: [Ipv6Net; 10] = [
    v6([0; 8], 96),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
    v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16),
    v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7),
    v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 9),
    v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8),
];

const fn v4([a, b, c, d]: [u8; 4], prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(segments: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::from_segments(segments), prefix)
}

/// The IPv4 address that an IPv6 address stands for: mapped, of NAT64, or of 6to4.
fn inner_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ([0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..]) =
        address.segments()
    else {
        return None;
    };
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Some(Ipv4Addr::new(a, b, c, d))
}

/// Whether an address belongs to the public network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !PRIVATE_V4.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => match inner_v4(address) {
            Some(inner) => is_public(inner.into()),
            None => !PRIVATE_V6.iter().any(|net| net.contains(&address)),
        },
    }
}

/// Why an address may not be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("the address is not a web address with https")]
    NotHttps,
    #[error("the address has a port that is not allowed")]
    Port,
    #[error("the address belongs to a private network")]
    Private,
    #[error("the name of the address is not known")]
    Unknown,
}

/// The networks that may be called although they are not public, for tests and for receivers near the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpenNetworks(Vec<IpNet>);

impl OpenNetworks {
    /// Parses networks such as `10.1.0.0/16`, separated by commas.
    pub fn parse(list: &str) -> Option<Self> {
        let nets = list.split(',').map(str::trim).filter(|net| !net.is_empty());
        nets.map(|net| net.parse().ok())
            .collect::<Option<Vec<IpNet>>>()
            .map(Self)
    }

    fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|net| net.contains(&address))
    }

    fn allows(&self, address: IpAddr) -> bool {
        is_public(address) || self.contains(address)
    }

    /// Checks the parts of an address that need no resolver.
    pub fn check_literal(&self, url: &Url) -> Result<(), AddressError> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(_)) => None,
            None => return Err(AddressError::NotHttps),
        };
        if address.is_some_and(|address| !self.allows(address)) {
            return Err(AddressError::Private);
        }
        let is_open = address.is_some_and(|address| self.contains(address));
        let is_https = url.scheme() == "https" || url.scheme() == "http" && is_open;
        if !is_https || !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::NotHttps);
        }
        let port = url.port_or_known_default().unwrap_or_default();
        if !is_open && !PORTS.contains(&port) {
            return Err(AddressError::Port);
        }
        Ok(())
    }

    /// Checks an address, and what its name resolves to now.
    pub async fn check(&self, url: &Url) -> Result<(), AddressError> {
        self.check_literal(url)?;
        match url.host_str() {
            Some(name) if url.domain().is_some() => self.resolve(name).await.map(drop),
            _ => Ok(()),
        }
    }

    /// Resolves a name to addresses that are all allowed.
    pub(crate) async fn resolve(&self, name: &str) -> Result<Vec<SocketAddr>, AddressError> {
        let found = lookup_host((name, 0)).await.map_err(|_| AddressError::Unknown)?;
        let found: Vec<SocketAddr> = found.collect();
        if found.is_empty() {
            return Err(AddressError::Unknown);
        }
        if found.iter().any(|address| !self.allows(address.ip())) {
            return Err(AddressError::Private);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_client;

    fn literal(networks: &OpenNetworks, url: &str) -> Result<(), AddressError> {
        networks.check_literal(&Url::parse(url).expect(url))
    }

    #[test]
    fn private_addresses_are_refused_in_every_form() {
        let none = OpenNetworks::default();
        for host in [
            "127.0.0.1",
            "2130706433",
            "0x7f.1",
            "017700000001",
            "10.1.2.3",
            "100.64.0.1",
            "169.254.169.254",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.0.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "0.0.0.0",
            "[::]",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::127.0.0.1]",
            "[64:ff9b::a00:1]",
            "[2002:7f00:1::]",
            "[fd00::1]",
            "[fe80::1]",
            "[fec0::1]",
            "[ff02::1]",
            "[2001:db8::1]",
        ] {
            assert_eq!(
                literal(&none, &format!("https://{host}/hook")),
                Err(AddressError::Private),
                "{host}"
            );
        }
        for url in [
            "https://8.8.8.8/hook",
            "https://[2606:4700::1111]/hook",
            "https://[64:ff9b::808:808]/hook",
            "https://example.com:8443/",
        ] {
            assert_eq!(literal(&none, url), Ok(()), "{url}");
        }
        for url in ["http://8.8.8.8/", "https://user:pass@8.8.8.8/", "ftp://example.com/"] {
            assert_eq!(literal(&none, url), Err(AddressError::NotHttps), "{url}");
        }
        assert_eq!(literal(&none, "https://example.com:22/"), Err(AddressError::Port));
    }

    #[test]
    fn open_networks_may_be_called_without_https() {
        let open = OpenNetworks::parse("127.0.0.0/8, fd00::/8").expect("networks");
        assert_eq!(literal(&open, "http://127.0.0.1:8080/hook"), Ok(()));
        assert_eq!(literal(&open, "https://[fd00::1]/hook"), Ok(()));
        assert_eq!(literal(&open, "http://10.0.0.1/hook"), Err(AddressError::Private));
        assert_eq!(OpenNetworks::parse("10.0.0.0"), None);
    }

    #[tokio::test]
    async fn name_of_a_private_address_is_refused_when_it_is_resolved() {
        let none = OpenNetworks::default();
        let url = Url::parse("https://localhost/hook").expect("a URL");
        assert_eq!(none.check(&url).await, Err(AddressError::Private));
        let client = http_client::for_entered_addresses(&none).expect("a client");
        let failed = client.post(url).send().await.expect_err("refused");
        assert!(http_client::describe(failed).contains("private network"));
    }
}
