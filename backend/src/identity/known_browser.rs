//! Browsers that logged in before: a cookie that no script can read, kept by its hash beside each login.
//!
//! Logging out keeps it. A new password, and an end of the login from the list of logins, take it away.

use super::session::Device;
use crate::platform::{rng, state::AppState};
use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};

const NAME: &str = "karavan_browser";
/// The longest that browsers keep a cookie.
const DAYS: i64 = 400;
/// Length of the secret in base64.
const LENGTH: usize = 43;

/// The secret that a browser sends.
pub(super) fn read(headers: &HeaderMap) -> Option<String> {
    let secret = CookieJar::from_headers(headers).get(NAME)?.value().to_owned();
    (secret.len() == LENGTH).then_some(secret)
}

/// How the secret of a browser is stored.
pub(super) fn hash(device: &Device) -> Option<String> {
    device.browser.as_ref().map(rng::digest)
}

/// The cookie for a browser that has just logged in, and its hash. A browser that has one keeps it.
pub(super) fn remember(state: &AppState, device: &Device) -> (Cookie<'static>, String) {
    let secret = device.browser.clone().unwrap_or_else(rng::refresh_token);
    let hash = rng::digest(&secret);
    let cookie = Cookie::build((NAME, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(state.config.is_secure())
        .max_age(time::Duration::days(DAYS))
        .build();
    (cookie, hash)
}
