//! Parts of a page that are rendered later, so that no task keeps the browser from reacting for long.

use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};

/// Renders in a task of its own, after the browser had a chance to react.
pub fn in_next_task(content: impl FnOnce() -> AnyView + 'static) -> AnyView {
    render_in_next_task(Box::new(content))
}

fn render_in_next_task(content: Box<dyn FnOnce() -> AnyView>) -> AnyView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        TimeoutFuture::new(0).await;
        // The signal is gone if the page was left meanwhile.
        is_due.try_set(true);
    });
    render_once(is_due.into(), content)
}

/// Whether a popover was opened, and the handler of its `beforetoggle`. The content of most popovers is never seen.
pub fn popover_opened() -> (Signal<bool>, impl Fn(web_sys::Event) + Copy) {
    let is_opened = RwSignal::new(false);
    let on_toggle = move |_| {
        if !is_opened.get_untracked() {
            is_opened.set(true);
        }
    };
    (is_opened.into(), on_toggle)
}

/// Renders the content as soon as the signal is true, and keeps it.
pub fn once_set(is_set: Signal<bool>, content: impl FnOnce() -> AnyView + 'static) -> AnyView {
    render_once(is_set, Box::new(content))
}

fn render_once(is_set: Signal<bool>, content: Box<dyn FnOnce() -> AnyView>) -> AnyView {
    let content = StoredValue::new_local(Some(content));
    let rendered = move || {
        let content = is_set.get().then(|| content.try_update_value(Option::take).flatten());
        content.flatten().map(|content| content())
    };
    rendered.into_any()
}
