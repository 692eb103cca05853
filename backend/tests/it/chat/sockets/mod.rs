//! Chat sockets: delivery, authorization, disconnection, and events across replicas.

mod authorization;
mod broker;
mod delivery;

use std::time::Duration;

/// Timeout for the end of a socket whose session was ended by a request on any replica.
const END_TIMEOUT: Duration = Duration::from_secs(1);
