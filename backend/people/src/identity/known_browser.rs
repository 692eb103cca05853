//! Known browsers, which logged in before. A browser is identified by an `HttpOnly` cookie; each session stores its hash.
//!
//! A browser stays known after a logout. It becomes unknown to a user when the password changes or when the user ends its session
//! from the list of sessions.

use super::session::Device;
use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use platform::{rng, state::AppState};

const COOKIE_NAME: &str = "karavan_browser";
/// Lifetime of the cookie; browsers keep none longer.
const COOKIE_DAYS: i64 = 400;
/// Length of the secret, in base64 characters.
const SECRET_LENGTH: usize = 43;

/// Reads the secret from the request's cookie.
pub(super) fn read_secret(headers: &HeaderMap) -> Option<String> {
    let secret = CookieJar::from_headers(headers).get(COOKIE_NAME)?.value().to_owned();
    (secret.len() == SECRET_LENGTH).then_some(secret)
}

/// The stored hash of the browser's secret.
pub(super) fn hash(device: &Device) -> Option<String> {
    device.browser.as_ref().map(rng::digest)
}

/// The cookie for a browser that just logged in, and the hash to store. A browser that has a secret keeps it.
pub(super) fn issue_cookie(state: &AppState, device: &Device) -> (Cookie<'static>, String) {
    let secret = device.browser.clone().unwrap_or_else(rng::refresh_token);
    let hash = rng::digest(&secret);
    let cookie = Cookie::build((COOKIE_NAME, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(state.config.is_secure())
        .max_age(time::Duration::days(COOKIE_DAYS))
        .build();
    (cookie, hash)
}
