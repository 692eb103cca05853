//! Lists of the server.

use super::{
    Action, Rows,
    loading::{Loading, loading_view},
    rows::{Row, patch},
    use_action,
    value::Value,
};
use crate::{
    api::{Error, Fetched},
    components::{ErrorNote, Skeleton, TableRow, TableRows, pager},
    i18n::{Text, t},
    live::{Topic, follow_changes},
};
use leptos::prelude::*;
use shared_types::page::{CappedCount, Page};
use std::{future::Future, marker::PhantomData, pin::Pin, sync::Arc};

/// A list that follows the changes of other people. Its rows are built once for each id, and updated when they have changed.
pub struct List<T> {
    state: ListState,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

/// The state of a list, which is the same for all types of rows.
#[derive(Clone, Copy)]
struct ListState {
    rows: RwSignal<Vec<Row>>,
    loading: RwSignal<Loading>,
    /// The cursor of the next page.
    next: RwSignal<Option<String>>,
    reload: Callback<()>,
    more: Action,
    load_more: Callback<()>,
}

/// Rows with their ids, and the cursor of the next page.
struct LoadedPage {
    values: Vec<(i64, Value)>,
    next: Option<String>,
}

type FetchPage = Arc<dyn Fn(Option<String>) -> Pin<Box<dyn Future<Output = Result<LoadedPage, Error>>>> + Send + Sync>;

/// Loads the first page of a list, and all loaded pages again after changes of any object of the topics. `fetch` gets the cursor of
/// a further page; signals that it reads are followed.
pub fn use_list<T, P, F>(
    topics: &'static [Topic],
    key: fn(&T) -> i64,
    fetch: impl Fn(Option<String>) -> F + Send + Sync + 'static,
) -> List<T>
where
    T: PartialEq + Send + Sync + 'static,
    P: Into<Page<T>> + 'static,
    F: Future<Output = Result<P, Error>> + 'static,
{
    let fetch: FetchPage = Arc::new(move |cursor| {
        let call = fetch(cursor);
        Box::pin(async move {
            let page: Page<T> = call.await?.into();
            let values = page.data.into_iter().map(|row| (key(&row), Value::new(row)));
            Ok(LoadedPage {
                values: values.collect(),
                next: page.next_cursor,
            })
        })
    });
    List {
        state: ListState::new(topics, fetch),
        kind: PhantomData,
    }
}

/// Loads the first page and a number of further ones.
async fn load(
    fetch: FetchPage,
    first: impl Future<Output = Result<LoadedPage, Error>>,
    further: usize,
) -> Result<LoadedPage, Error> {
    let mut page = first.await?;
    for _ in 0..further {
        let Some(cursor) = page.next.take() else {
            break;
        };
        let following = untrack(|| fetch(Some(cursor))).await?;
        page.values.extend(following.values);
        page.next = following.next;
    }
    Ok(page)
}

impl ListState {
    fn new(topics: &'static [Topic], fetch: FetchPage) -> Self {
        let (rows, next) = (RwSignal::new(Vec::new()), RwSignal::new(None));
        let loading = RwSignal::new(Loading::Pending);
        let (further, is_repeated) = (StoredValue::new(0), StoredValue::new(false));
        let fetch_more = Arc::clone(&fetch);
        let answer = Fetched::new(move || {
            // Another query begins with its first page.
            if !is_repeated.try_update_value(std::mem::take).unwrap_or_default() {
                further.set_value(0);
            }
            load(Arc::clone(&fetch), fetch(None), further.get_value())
        });
        Effect::new(move |_| match answer.read().as_deref() {
            Some(Ok(page)) => {
                patch(rows, &page.values);
                next.set(page.next.clone());
                loading.set(Loading::Loaded(0));
            }
            Some(Err(error)) => Loading::fail(loading, 0, error),
            None => {}
        });
        let reload = Callback::new(move |()| {
            is_repeated.set_value(true);
            answer.refetch();
        });
        follow_changes(topics, None, move || reload.run(()));
        let more = use_action();
        let load_more = Callback::new(move |()| {
            let page = untrack(|| fetch_more(next.get()));
            more.run(page, move |page| {
                let new = page.values.into_iter().map(|(id, value)| Row::new(id, value));
                rows.try_update(|rows| rows.extend(new));
                next.try_set(page.next);
                further.try_update_value(|further| *further += 1);
            });
        });
        Self {
            rows,
            loading,
            next,
            reload,
            more,
            load_more,
        }
    }

    fn view(
        self,
        skeleton: Skeleton,
        empty: Box<dyn Fn() -> AnyView + Send + Sync>,
        content: Box<dyn Fn() -> AnyView + Send + Sync>,
    ) -> AnyView {
        let (empty, content) = (Arc::new(empty), Arc::new(content));
        let is_empty = Memo::new(move |_| self.rows.read().is_empty());
        let loaded = move || {
            let (empty, content) = (Arc::clone(&empty), Arc::clone(&content));
            (move || {
                if is_empty.get() {
                    untrack(&*empty)
                } else {
                    untrack(&*content)
                }
            })
            .into_any()
        };
        loading_view(self.loading.into(), skeleton, self.reload, Box::new(loaded))
    }
}

impl<T: Clone + PartialEq + Send + Sync + 'static> List<T> {
    /// Loads the list again.
    pub fn reload(self) {
        self.state.reload.try_run(());
    }

    pub fn rows(self) -> Rows<T> {
        Rows::new(self.state.rows.into())
    }

    /// Shows the content, which is built once, or the replacement of an empty list.
    pub fn view(
        self,
        skeleton: Skeleton,
        empty: impl Fn() -> AnyView + Send + Sync + 'static,
        content: impl Fn() -> AnyView + Send + Sync + 'static,
    ) -> AnyView {
        self.state.view(skeleton, Box::new(empty), Box::new(content))
    }

    /// Renders the rows, and a row again when its value has changed.
    pub fn table_rows(self, render: impl Fn(T) -> TableRow + Send + Sync + 'static) -> TableRows {
        TableRows::Live(self.state.rows.into(), Rows::renderer(render))
    }

    /// The cursor of the next page. Tracks.
    pub fn next_cursor(self) -> Option<String> {
        self.state.next.get()
    }

    /// The links to the pages before and after this one, by the URL of a cursor, and the range of the rows with their total.
    pub fn pager(
        self,
        url: impl Fn(String) -> String + Send + Sync + 'static,
        total: impl Fn() -> Option<CappedCount> + Send + Sync + 'static,
    ) -> AnyView {
        let ListState { rows, next, .. } = self.state;
        let next = Signal::derive(move || next.get().map(&url));
        pager(Signal::derive(move || rows.read().len()), next, Signal::derive(total))
    }

    /// The button that loads further rows, and the error if that fails.
    pub fn more_button(self) -> AnyView {
        let ListState {
            next, more, load_more, ..
        } = self.state;
        let button = move || {
            next.read().is_some().then(|| {
                view! {
                    <button
                        type="button"
                        class="button"
                        data-testid="more"
                        disabled=move || more.is_busy()
                        on:click=move |_| load_more.run(())
                    >
                        {t(Text::ShowMore)}
                    </button>
                }
            })
        };
        any_view! {
            <ErrorNote error=more />
            {button}
        }
    }
}
