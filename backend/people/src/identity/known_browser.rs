//! Known browsers, which logged in before. A browser is identified by an `HttpOnly` cookie; each session stores its hash.
//!
//! A browser stays known after a logout. It becomes unknown to a user when the password changes or when the user ends its session
//! from the list of sessions.

use super::device::Device;
use platform::rng;

/// The stored hash of the browser's secret.
pub(super) fn hash(device: &Device) -> Option<String> {
    device.browser.as_ref().map(rng::digest)
}

/// The secret of a browser that just logged in, and the hash to store. A browser that has a secret keeps it.
pub(super) fn secret(device: &Device) -> (String, String) {
    let secret = device.browser.clone().unwrap_or_else(rng::refresh_token);
    let hash = rng::digest(&secret);
    (secret, hash)
}
