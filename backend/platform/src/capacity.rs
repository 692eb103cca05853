//! The resources of this process that clients use.

use crate::{
    clock,
    config::Config,
    quota::{Quota, Share, address_key},
    rate_limit::{Count, RateLimit},
};
use shared_types::id::ApiKeyId;
use std::{net::IpAddr, sync::Arc};

/// Phone numbers that one address may begin a login with, per minute.
const PHONE_CHECKS_PER_MINUTE: u32 = 60;
/// How often one address may ask for the progress of logins by bot, per minute. A page asks every few seconds.
const LINK_CHECKS_PER_MINUTE: u32 = 600;

/// The resources of this process that clients use, and their limits.
pub struct Capacity {
    requests: Arc<Quota<IpAddr>>,
    body_bytes: Arc<Quota<IpAddr>>,
    connections: Arc<Quota<IpAddr>>,
    sockets: Arc<Quota<IpAddr>>,
    phone_checks: RateLimit<IpAddr>,
    link_checks: RateLimit<IpAddr>,
    key_requests: RateLimit<ApiKeyId>,
    address_key_requests: RateLimit<IpAddr>,
    /// Whether a peer is a client. Behind a proxy it is not, and then connections are counted in total only.
    peers_are_clients: bool,
}

impl Capacity {
    pub(crate) fn new(config: &Config) -> Self {
        let (limits, now) = (&config.capacity, clock::monotonic());
        Self {
            requests: Quota::new(limits.requests, limits.address_requests),
            body_bytes: Quota::new(limits.body_bytes, limits.address_body_bytes),
            connections: Quota::new(limits.connections, limits.address_connections),
            sockets: Quota::new(limits.connections, limits.address_connections),
            phone_checks: RateLimit::new(PHONE_CHECKS_PER_MINUTE, now),
            link_checks: RateLimit::new(LINK_CHECKS_PER_MINUTE, now),
            key_requests: RateLimit::new(limits.key_requests, now),
            address_key_requests: RateLimit::new(limits.address_key_requests, now),
            peers_are_clients: config.trusted_proxies == 0,
        }
    }

    /// Takes the slot of a request; `None` when too many are in progress.
    pub(crate) fn take_request(&self, address: Option<IpAddr>) -> Option<Share<IpAddr>> {
        self.requests.take(address.and_then(address_key), 1)
    }

    /// A share of the memory for bodies, which is empty at first.
    pub(crate) fn body_memory(&self, address: Option<IpAddr>) -> Option<Share<IpAddr>> {
        self.body_bytes.take(address.and_then(address_key), 0)
    }

    /// Takes the slot of a connection; `None` when too many are open.
    pub(crate) fn take_connection(&self, peer: IpAddr) -> Option<Share<IpAddr>> {
        let key = address_key(peer).filter(|_| self.peers_are_clients);
        self.connections.take(key, 1)
    }

    /// Takes the slot of a WebSocket of a client; `None` when too many are open.
    pub fn take_socket(&self, address: Option<IpAddr>) -> Option<Share<IpAddr>> {
        self.sockets.take(address.and_then(address_key), 1)
    }

    /// Counts a phone number that a login begins with. The error contains the seconds to wait.
    pub fn count_phone_check(&self, address: Option<IpAddr>) -> Result<(), i64> {
        result(count_address(&self.phone_checks, address))
    }

    /// Counts a question for the progress of a login by bot. The error contains the seconds to wait.
    pub fn count_link_check(&self, address: Option<IpAddr>) -> Result<(), i64> {
        result(count_address(&self.link_checks, address))
    }

    /// Counts a request with an API key.
    pub(crate) fn count_key_request(&self, key: ApiKeyId) -> Count {
        self.key_requests.take(key, clock::monotonic())
    }

    /// Counts a request with an API key, right or wrong, by its address.
    pub(crate) fn count_key_request_of(&self, address: Option<IpAddr>) -> Option<Count> {
        count_address(&self.address_key_requests, address)
    }

    /// The bytes of request bodies in memory.
    pub fn body_bytes(&self) -> usize {
        self.body_bytes.in_use()
    }

    /// The number of requests in progress.
    pub(crate) fn requests_in_progress(&self) -> usize {
        self.requests.in_use()
    }

    /// The number of open connections.
    pub fn open_connections(&self) -> usize {
        self.connections.in_use()
    }
}

/// Counts a request of an address. One without an address, or from this machine, is not counted.
fn count_address(limit: &RateLimit<IpAddr>, address: Option<IpAddr>) -> Option<Count> {
    let caller = address.filter(|address| !address.is_loopback()).and_then(address_key)?;
    Some(limit.take(caller, clock::monotonic()))
}

/// The error contains the seconds to wait.
fn result(count: Option<Count>) -> Result<(), i64> {
    count
        .filter(|count| count.is_exceeded)
        .map_or(Ok(()), |count| Err(count.seconds))
}
