//! Every component of `frontend-ui` in every state, in one page: what screenshots and the accessibility check look at.
//!
//! Language and theme are the browser's own, as they are in the SPAs. Samples are answers of the API, kept beside.

mod basics;
mod orders;
mod parcels;

use frontend_ui::i18n;
use leptos::prelude::*;
use leptos_router::components::Router;
use serde::de::DeserializeOwned;

/// What a sample of the API shows; a sentence where the DTO has changed and the sample has not.
fn of_sample<T: DeserializeOwned>(text: &str, shown: impl FnOnce(T) -> AnyView) -> AnyView {
    match serde_json::from_str(text) {
        Ok(sample) => shown(sample),
        Err(error) => view! { <p class="note error" data-testid="stale-sample">{error.to_string()}</p> }.into_any(),
    }
}

/// One component in one state.
fn case(name: &'static str, content: AnyView) -> AnyView {
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
    i18n::start();
    view! {
        <Router>
            <main class="content gallery-page">
                <h1>"frontend-ui"</h1>
                {basics::cases()}
                {orders::cases()}
                {parcels::cases()}
            </main>
        </Router>
    }
}

fn main() {
    console_error_panic_hook::set_once();
    mount_to_body(App);
}
