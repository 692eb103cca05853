//! The title of the document, which names the browser's tab and its history.

use leptos::{
    prelude::*,
    wasm_bindgen::{JsCast, closure::Closure},
};
use web_sys::{MutationObserver, MutationObserverInit};

/// Sets the title to the heading of the page.
fn set_title() {
    let document = document();
    let Some(heading) = document.query_selector("h1").ok().flatten() else {
        return;
    };
    let text = heading.text_content().unwrap_or_default();
    let title = format!("{} · Karavan", text.trim());
    if !text.trim().is_empty() && document.title() != title {
        document.set_title(&title);
    }
}

/// Keeps the title equal to the heading of the page, which changes with the route and with loaded data. Called once.
pub(crate) fn follow_heading() {
    let on_change = Closure::<dyn Fn()>::new(set_title);
    let Ok(observer) = MutationObserver::new(on_change.as_ref().unchecked_ref()) else {
        return;
    };
    let options = MutationObserverInit::new();
    options.set_child_list(true);
    options.set_character_data(true);
    options.set_subtree(true);
    if let Some(body) = document().body() {
        let _ = observer.observe_with_options(&body, &options);
    }
    // It observes as long as the page lives.
    on_change.forget();
}
