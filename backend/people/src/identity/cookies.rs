//! The cookies of logins: the refresh token, the browser's secret, and the secret that codes and links are bound to.

use super::{browser_binding::Binding, session::OpenedSession};
use axum::{
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use platform::{
    http::{ApiResponse, with_cookie},
    rng,
    state::AppState,
};
use shared_types::{
    access::Guard,
    endpoint::Endpoint,
    identity::{
        Session,
        limits::{LINK_MINUTES, SESSION_DAYS},
    },
};

const BROWSER_COOKIE: &str = "karavan_browser";
/// Lifetime of the browser's cookie; browsers keep none longer.
const BROWSER_COOKIE_DAYS: i64 = 400;

/// The prefix by which a browser accepts a cookie only over TLS, for this host alone and for all paths, so that no subdomain can
/// set it.
const HOST_PREFIX: &str = "__Host-";

/// Name of the refresh cookie of one side. Without TLS its path limits the cookie to that side's endpoints.
fn refresh_cookie_name(guard: Guard) -> String {
    format!("karavan_{}_refresh", guard.as_str())
}

fn binding_cookie_name(guard: Guard) -> String {
    format!("karavan_{}_asked", guard.as_str())
}

fn build(state: &AppState, name: String, secret: String, path: String, age: time::Duration) -> Cookie<'static> {
    let is_secure = state.config.is_secure();
    let (name, path) = if is_secure {
        (format!("{HOST_PREFIX}{name}"), "/".to_owned())
    } else {
        (name, path)
    };
    Cookie::build((name, secret))
        .path(path)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(is_secure)
        .max_age(age)
        .build()
}

/// Reads the value of a cookie: with the prefix, else as the cookie was named before the server had TLS or the prefix. The next
/// response replaces that one.
fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    let cookie = jar.get(&format!("{HOST_PREFIX}{name}")).or_else(|| jar.get(name))?;
    Some(cookie.value().to_owned())
}

/// Reads the value of a cookie, if it has the length of a generated secret.
fn read_secret(headers: &HeaderMap, name: &str) -> Option<String> {
    read(headers, name).filter(|secret| secret.len() == rng::SECRET_LENGTH)
}

pub(super) fn read_browser_secret(headers: &HeaderMap) -> Option<String> {
    read_secret(headers, BROWSER_COOKIE)
}

/// The secret that codes and links of one side are bound to.
pub(super) fn read_binding_secret(headers: &HeaderMap, guard: Guard) -> Option<String> {
    read_secret(headers, &binding_cookie_name(guard))
}

/// The refresh token of one side.
pub(super) fn read_refresh_token(headers: &HeaderMap, guard: Guard) -> Option<String> {
    read(headers, &refresh_cookie_name(guard))
}

/// Sets the cookies of an opened session.
pub(super) fn with_session_cookies(state: &AppState, answer: impl IntoResponse, opened: OpenedSession) -> Response {
    let guard = opened.session.cabinet.guard;
    let refresh = build(
        state,
        refresh_cookie_name(guard),
        opened.refresh_token,
        format!("/{}", guard.as_str()),
        time::Duration::days(SESSION_DAYS),
    );
    let response = with_cookie(answer, &refresh);
    let response = if state.config.is_secure() {
        without_unprefixed_refresh_cookie(response, guard)
    } else {
        response
    };
    let Some(secret) = opened.browser_secret else {
        return response;
    };
    let age = time::Duration::days(BROWSER_COOKIE_DAYS);
    let browser = build(state, BROWSER_COOKIE.to_owned(), secret, "/".to_owned(), age);
    with_cookie(response, &browser)
}

/// The response to a login, with its cookies.
pub(super) fn session_response<E: Endpoint<Response = Session>>(state: &AppState, opened: OpenedSession) -> Response {
    let answer = ApiResponse::<E>(opened.session.clone());
    with_session_cookies(state, answer, opened)
}

/// Removes the refresh cookie from the browser.
pub(super) fn without_refresh_cookie(state: &AppState, answer: impl IntoResponse, guard: Guard) -> Response {
    let response = without_unprefixed_refresh_cookie(answer, guard);
    if !state.config.is_secure() {
        return response;
    }
    let path = format!("/{}", guard.as_str());
    let mut cookie = build(
        state,
        refresh_cookie_name(guard),
        String::new(),
        path,
        time::Duration::ZERO,
    );
    cookie.make_removal();
    with_cookie(response, &cookie)
}

/// Removes the cookie with the name and the path that it has without TLS.
fn without_unprefixed_refresh_cookie(answer: impl IntoResponse, guard: Guard) -> Response {
    let mut cookie = Cookie::build((refresh_cookie_name(guard), ""))
        .path(format!("/{}", guard.as_str()))
        .http_only(true)
        .same_site(SameSite::Strict)
        .build();
    cookie.make_removal();
    with_cookie(answer, &cookie)
}

/// Sets the cookie that binds a code or link to its browser. Programs get none.
pub fn with_binding_cookie(state: &AppState, answer: impl IntoResponse, binding: Binding) -> Response {
    let Binding { guard, secret, .. } = binding;
    let Some(secret) = secret else {
        return answer.into_response();
    };
    let age = time::Duration::minutes(2 * LINK_MINUTES);
    let path = format!("/{}", guard.as_str());
    with_cookie(answer, &build(state, binding_cookie_name(guard), secret, path, age))
}
