//! Tabs that filter lists.

use leptos::prelude::*;
use shared_types::page::CappedCount;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

/// The count as text, such as `1000+` if it is capped.
pub fn count_label(count: CappedCount) -> String {
    let more = if count.more { "+" } else { "" };
    format!("{}{more}", count.count)
}

/// A tab that filters a list by its URL, or opens a part of a page.
#[component]
pub fn FilterTab(
    #[prop(into)] url: Signal<String>,
    #[prop(into)] is_active: Signal<bool>,
    #[prop(into)] test_id: String,
    name: &'static str,
    /// Content after the name, such as a count.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    any_view! {
        <a
            href=move || url.get()
            data-testid=test_id
            class=move || if is_active.get() { "tab active" } else { "tab" }
            aria-current=move || is_active.get().then_some("true")
        >
            {name}
            {children.map(|children| children())}
        </a>
    }
}

/// One tab without a filter and one for each of its values.
pub fn filter_tabs<T>(
    all: &'static str,
    values: impl IntoIterator<Item = T>,
    current: impl Fn() -> Option<T> + Copy + Send + Sync + 'static,
    url: impl Fn(Option<T>) -> String + Copy + Send + Sync + 'static,
    describe: impl Fn(T) -> (String, &'static str),
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    std::iter::once(None)
        .chain(values.into_iter().map(Some))
        .map(|value| {
            let (test_id, name) = value.map_or_else(|| ("all".to_owned(), all), &describe);
            view! {
                <FilterTab
                    url=Signal::derive(move || url(value))
                    is_active=Signal::derive(move || current() == value)
                    test_id=test_id
                    name=name
                />
            }
        })
        .collect_view()
}

/// Scrolls the open tab into view, at first and after each change of what `track` reads. On a phone rows of tabs scroll sideways.
pub fn reveal_open_tab(track: impl Fn() + 'static) {
    Effect::new(move |_| {
        track();
        request_animation_frame(|| {
            if let Ok(Some(open)) = document().query_selector("main .tabs .tab.active") {
                let options = ScrollIntoViewOptions::new();
                options.set_block(ScrollLogicalPosition::Nearest);
                options.set_inline(ScrollLogicalPosition::Center);
                open.scroll_into_view_with_scroll_into_view_options(&options);
            }
        });
    });
}
