//! Every component of `frontend-ui` in every state on one page, for screenshots and the accessibility check.
//!
//! Language and theme follow the browser, as in the SPAs. The samples are API responses stored in `samples/`.

mod basics;
mod brand;
mod feedback;
mod orders;
mod shipments;
mod tables;

use frontend_ui::{
    components::{init_toasts, toast_area},
    features::startup::mount_app,
};
use leptos::prelude::*;
use leptos_router::components::Router;
use serde::de::DeserializeOwned;

/// Renders a sample of an API response. A sample that does not match its DTO any more is shown as an error, which fails a test.
fn sample_view<T: DeserializeOwned>(json: &str, render: impl FnOnce(T) -> AnyView) -> AnyView {
    match serde_json::from_str(json) {
        Ok(sample) => render(sample),
        Err(error) => view! {
            <p class="note error" data-testid="stale-sample">
                {error.to_string()}
            </p>
        }
        .into_any(),
    }
}

/// A component in one state, under a heading.
fn case_view(name: &'static str, content: AnyView) -> AnyView {
    view! {
        <section class="card case" data-testid="case">
            <h2>{name}</h2>
            {content}
        </section>
    }
    .into_any()
}

#[component]
fn App() -> impl IntoView {
    init_toasts();
    view! {
        <Router>
            <main class="content gallery-page">
                <h1>"frontend-ui"</h1>
                {basics::cases()}
                {brand::cases()}
                {feedback::cases()}
                {orders::cases()}
                {shipments::cases()}
                {tables::cases()}
            </main>
            {toast_area()}
        </Router>
    }
}

fn main() {
    console_error_panic_hook::set_once();
    mount_app(App);
}
