//! Clients for outside systems.

use crate::crypto;
use reqwest::{Client, ClientBuilder, redirect::Policy};
use std::time::Duration;

/// Starts a client that names the product, follows no redirects and gives up after the timeout.
pub fn builder(timeout: Duration) -> ClientBuilder {
    crypto::install();
    Client::builder()
        .timeout(timeout)
        .redirect(Policy::none())
        .user_agent(concat!("Karavan/", env!("CARGO_PKG_VERSION")))
}
