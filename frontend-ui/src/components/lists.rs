//! Parts of lists: tabs that filter, the link to the next page, and further rows on demand.

use super::ErrorNote;
use crate::{
    api::Error,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::page::Page;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

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
    view! {
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
    .into_any()
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

/// The link to the next page of a list, if there is one.
pub fn next_page_link(url: Option<String>) -> impl IntoView {
    url.map(|url| {
        view! {
            <div class="row pager">
                <a href=url class="button">
                    {t(Text::NextPage)}
                </a>
            </div>
        }
    })
}

/// The rows of a list that were loaded so far, and the cursor of the rows after them.
///
/// A list that is fetched again with each change renders the first rows as they are and the further ones reactively: the elements
/// of a reactive list are replaced by new ones, and the page jumps.
pub struct LoadedRows<T: Send + Sync + 'static> {
    rows: RwSignal<Vec<T>>,
    /// The number of rows of the first page.
    first_count: usize,
    cursor: RwSignal<Option<String>>,
    error: RwSignal<Option<Error>>,
    busy: RwSignal<bool>,
}

impl<T: Send + Sync + 'static> Clone for LoadedRows<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for LoadedRows<T> {}

impl<T: Clone + Send + Sync + 'static> LoadedRows<T> {
    pub fn new(first: Page<T>) -> Self {
        Self {
            first_count: first.data.len(),
            rows: RwSignal::new(first.data),
            cursor: RwSignal::new(first.next_cursor),
            error: RwSignal::new(None),
            busy: RwSignal::new(false),
        }
    }

    /// All rows.
    pub fn rows(self) -> Vec<T> {
        self.rows.get()
    }

    /// The rows of the first page, which do not change.
    pub fn first(self) -> Vec<T> {
        self.rows
            .with_untracked(|rows| rows.iter().take(self.first_count).cloned().collect())
    }

    /// The rows of further pages.
    pub fn further(self) -> Vec<T> {
        self.rows
            .with(|rows| rows.iter().skip(self.first_count).cloned().collect())
    }

    pub fn count(self) -> u64 {
        self.rows.with(|rows| u64::try_from(rows.len()).unwrap_or(u64::MAX))
    }

    fn load_next<F>(self, load: impl Fn(Option<String>) -> F)
    where
        F: Future<Output = Result<Page<T>, Error>> + 'static,
    {
        self.busy.set(true);
        let response = load(self.cursor.get_untracked());
        spawn_local(async move {
            match response.await {
                Ok(page) => {
                    self.error.try_set(None);
                    self.rows.try_update(|rows| rows.extend(page.data));
                    self.cursor.try_set(page.next_cursor);
                }
                Err(err) => {
                    self.error.try_set(Some(err));
                }
            }
            self.busy.try_set(false);
        });
    }

    /// The button that loads the next page, and the error if that fails.
    pub fn more_button<F>(self, load: impl Fn(Option<String>) -> F + Clone + Send + Sync + 'static) -> impl IntoView
    where
        F: Future<Output = Result<Page<T>, Error>> + 'static,
    {
        let has_more = move || self.cursor.with(Option::is_some);
        view! {
            <ErrorNote error=self.error />
            {move || {
                let load = load.clone();
                has_more()
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="more"
                                disabled=move || self.busy.get()
                                on:click=move |_| self.load_next(&load)
                            >
                                {t(Text::ShowMore)}
                            </button>
                        }
                    })
            }}
        }
    }
}

/// Scrolls the open tab into view, at first and after each change of the signals that `track` reads. On a phone rows of tabs
/// scroll sideways.
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
