//! Limits of the resources of this process that clients use.

use std::{num::NonZeroUsize, thread::available_parallelism, time::Duration};

/// Requests in progress per core, by default. Most of them wait for the database.
const REQUESTS_PER_CORE: usize = 128;

/// Limits of the resources that clients use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapacityConfig {
    /// Most requests in progress. Further ones are refused at once.
    pub requests: usize,
    /// Most requests in progress of one client address.
    pub address_requests: usize,
    /// Most bytes of request bodies in memory.
    pub body_bytes: usize,
    /// Most bytes of request bodies in memory from one client address.
    pub address_body_bytes: usize,
    /// Most open connections.
    pub connections: usize,
    /// Most open connections of one peer without a trusted proxy, and most `WebSockets` of one client address.
    pub address_connections: usize,
    /// Most requests with one API key per minute, on each replica.
    pub key_requests: u32,
    /// Most requests with API keys from one client address per minute, on each replica.
    pub address_key_requests: u32,
    /// How long a connection may take to send the header of its next request.
    pub header_timeout: Duration,
    /// How long the sender of a body may pause, and how long it may be slower than the minimum speed.
    pub body_patience: Duration,
    /// How long a WebSocket may stay open without a subscription, which takes a login.
    pub subscription_timeout: Duration,
}

impl Default for CapacityConfig {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self::new((REQUESTS_PER_CORE * cores).max(256), 256, 10_000, 256)
    }
}

impl CapacityConfig {
    fn new(requests: usize, body_mebibytes: usize, connections: usize, address_connections: usize) -> Self {
        let body_bytes = body_mebibytes << 20;
        Self {
            requests,
            address_requests: (requests / 4).max(1),
            body_bytes,
            address_body_bytes: body_bytes / 4,
            connections,
            address_connections,
            key_requests: 600,
            address_key_requests: 1_200,
            header_timeout: Duration::from_secs(15),
            body_patience: Duration::from_secs(10),
            subscription_timeout: Duration::from_secs(10),
        }
    }

    pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Self {
        let default = Self::default();
        let mut number = |name: &str, default: usize, min: usize| {
            let Some(text) = variable(name).filter(|text| !text.is_empty()) else {
                return default;
            };
            text.parse()
                .ok()
                .filter(|number| (min..=1_000_000).contains(number))
                .unwrap_or_else(|| {
                    errors.push(format!("{name} must be a number from {min} to 1000000, not {text}"));
                    default
                })
        };
        // One file has up to 25 MiB, and an address gets a quarter.
        let body_memory = number("BODY_MEMORY", default.body_bytes >> 20, 128);
        let mut rate = |name: &str, default: u32| u32::try_from(number(name, default as usize, 1)).unwrap_or(default);
        let key_requests = rate("KEY_REQUESTS", default.key_requests);
        let address_key_requests = rate("ADDRESS_KEY_REQUESTS", default.address_key_requests);
        let limits = Self::new(
            number("MAX_REQUESTS", default.requests, 1),
            body_memory,
            number("MAX_CONNECTIONS", default.connections, 16),
            number("ADDRESS_CONNECTIONS", default.address_connections, 1),
        );
        Self {
            key_requests,
            address_key_requests,
            ..limits
        }
    }
}
