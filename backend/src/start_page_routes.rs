//! The addresses of the cabinets, which redirect to the start page of the browser.

use axum::{
    Router,
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect},
    routing::get,
};
use platform::state::AppState;
use shared_types::{access::Guard, start_page::StartPage};

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route(
            "/agent",
            get(async |headers: HeaderMap| open_cabinet(Guard::Agent, &headers)),
        )
        .route(
            "/client",
            get(async |headers: HeaderMap| open_cabinet(Guard::Client, &headers)),
        )
}

/// Redirects to the order list, or to the page that the person has chosen for the browser.
fn open_cabinet(guard: Guard, headers: &HeaderMap) -> impl IntoResponse + use<> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut cookies = cookies.filter_map(|value| value.to_str().ok());
    let page = cookies.find_map(|cookies| StartPage::from_cookies(guard, cookies));
    let page = page.unwrap_or_default();
    (
        [(header::CACHE_CONTROL, "no-store")],
        Redirect::temporary(page.path(guard)),
    )
}
