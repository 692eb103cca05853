//! Rows that are built once for each id.

use super::value::{Live, Value};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use std::{marker::PhantomData, sync::Arc};

/// A row, whose value is replaced when it has changed.
#[derive(Clone, PartialEq)]
pub struct Row {
    pub(crate) id: i64,
    pub(crate) value: ArcRwSignal<Value>,
}

impl Row {
    pub(super) fn new(id: i64, value: Value) -> Self {
        Self {
            id,
            value: ArcRwSignal::new(value),
        }
    }
}

/// Renders the value of a row.
pub(crate) type RenderRow<V> = Arc<dyn Fn(&Value) -> Option<V> + Send + Sync>;

/// The rows of a list, with an id each.
pub struct Rows<T> {
    rows: Signal<Vec<Row>>,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Rows<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Rows<T> {}

/// Replaces the values that have changed. The list itself changes only if rows came, went or moved.
pub(super) fn patch(rows: RwSignal<Vec<Row>>, values: &[(i64, Value)]) {
    let before = rows.get_untracked();
    let row = |(id, value): &(i64, Value)| match before.iter().find(|row| row.id == *id) {
        Some(row) => {
            if *row.value.read_untracked() != *value {
                row.value.set(value.clone());
            }
            row.clone()
        }
        None => Row::new(*id, value.clone()),
    };
    let after: Vec<Row> = values.iter().map(row).collect();
    if !before.iter().map(|row| row.id).eq(after.iter().map(|row| row.id)) {
        rows.set(after);
    }
}

fn memo(rows: Box<dyn Fn() -> Vec<Row> + Send + Sync>) -> Signal<Vec<Row>> {
    Memo::new(move |_| rows()).into()
}

/// A number that grows in tasks of their own until it covers all rows.
pub(crate) fn count_in_steps(rows: Signal<Vec<Row>>, at_once: usize, per_task: usize) -> Signal<usize> {
    let count = RwSignal::new(at_once);
    Effect::new(move |_| {
        let shown = count.get();
        if shown < rows.read().len() {
            spawn_local(async move {
                TimeoutFuture::new(0).await;
                // The rows are gone if the page was left meanwhile.
                count.try_set(shown.saturating_add(per_task));
            });
        }
    });
    count.into()
}

/// The rows as a part of a page, each built once by its id.
fn rows_view(rows: Signal<Vec<Row>>, build: Arc<dyn Fn(Signal<Option<Value>>) -> AnyView + Send + Sync>) -> AnyView {
    let row = move |row: Row| build(Signal::derive(move || Some(row.value.get())));
    any_view! { <For each=move || rows.get() key=|row| row.id children=row /> }
}

impl<T: Clone + PartialEq + Send + Sync + 'static> Rows<T> {
    pub(super) const fn new(rows: Signal<Vec<Row>>) -> Self {
        Self {
            rows,
            kind: PhantomData,
        }
    }

    /// Number of rows. Tracks.
    pub fn count(self) -> usize {
        self.rows.read().len()
    }

    /// Applies a function to each row. Tracks them all.
    pub fn map<U>(self, read: impl FnMut(&T) -> U) -> Vec<U> {
        let values: Vec<Value> = self.rows.read().iter().map(|row| row.value.get()).collect();
        values.iter().filter_map(Value::read).map(read).collect()
    }

    /// The rows that fulfil a condition, which gets their values and their places.
    #[must_use]
    pub fn filtered(self, condition: impl Fn(&T, usize) -> bool + Send + Sync + 'static) -> Self {
        let all = self.rows;
        let condition =
            move |(place, row): &(usize, Row)| row.value.get().read().is_some_and(|value| condition(value, *place));
        Self::new(memo(Box::new(move || {
            let rows = all.get().into_iter().enumerate().filter(&condition);
            rows.map(|(_, row)| row).collect()
        })))
    }

    /// The first rows.
    #[must_use]
    pub fn first(self, count: Signal<usize>) -> Self {
        let all = self.rows;
        Self::new(memo(Box::new(move || {
            all.read().iter().take(count.get()).cloned().collect()
        })))
    }

    /// The same rows, of which those beyond a number are rendered in tasks of their own.
    #[must_use]
    pub fn in_steps(self, per_task: usize) -> Self {
        self.first(count_in_steps(self.rows, per_task, per_task))
    }

    /// Groups of the rows, each with an id.
    pub fn grouped<G: PartialEq + Send + Sync + 'static>(
        self,
        key: fn(&G) -> i64,
        group: impl Fn(Vec<T>) -> Vec<G> + Send + Sync + 'static,
    ) -> Rows<G> {
        let values = move || {
            let groups = group(self.map(T::clone)).into_iter();
            groups.map(|group| (key(&group), Value::new(group))).collect()
        };
        Rows {
            rows: follow_rows(Box::new(values)).into(),
            kind: PhantomData,
        }
    }

    /// A calculation over all rows, as a part of a page.
    pub fn totals(self, render: fn(&[T]) -> Option<AnyView>) -> Option<AnyView> {
        Some((move || render(&self.map(T::clone))).into_any())
    }

    pub(crate) fn renderer<V>(render: impl Fn(T) -> V + Send + Sync + 'static) -> RenderRow<V> {
        Arc::new(move |value| value.read::<T>().cloned().map(&render))
    }

    /// The rows as a part of a page.
    pub fn view(self, render: impl Fn(T) -> AnyView + Clone + Send + Sync + 'static) -> AnyView {
        let build = move |row: Live<T>| {
            let render = render.clone();
            row.view(move |value| render(value.clone()))
        };
        self.build(build)
    }

    /// The rows as a part of a page. A row is built once, and updates its own parts.
    pub fn build(self, build: impl Fn(Live<T>) -> AnyView + Send + Sync + 'static) -> AnyView {
        rows_view(self.rows, Arc::new(move |value| build(Live::new(value))))
    }
}

impl<T: PartialEq + Send + Sync + 'static> Live<T> {
    /// Rows of the value.
    pub fn rows<R: Clone + PartialEq + Send + Sync + 'static>(
        self,
        key: fn(&R) -> i64,
        select: impl Fn(&T) -> Vec<R> + Send + Sync + 'static,
    ) -> Rows<R> {
        let values = move || {
            let values = self.with(&select).unwrap_or_default();
            values
                .into_iter()
                .map(|value| (key(&value), Value::new(value)))
                .collect()
        };
        Rows::new(follow_rows(Box::new(values)).into())
    }
}

fn follow_rows(values: Box<dyn Fn() -> Vec<(i64, Value)> + Send + Sync>) -> RwSignal<Vec<Row>> {
    let rows = RwSignal::new(Vec::new());
    patch(rows, &untrack(&values));
    Effect::new(move |_| patch(rows, &values()));
    rows
}
