//! One object of the server.

use super::{
    Live,
    loading::{Loading, loading_view},
    value::Value,
};
use crate::{
    api::{Error, Fetched},
    components::Skeleton,
    live::{Topic, follow_changes, use_live_counts},
};
use leptos::prelude::*;
use std::{future::Future, ops::Deref};

/// An object that follows the changes of other people. Its page is built once, and the parts of the page update in place.
pub struct Record<T> {
    value: Live<T>,
    state: RwSignal<Loading>,
    reload: Callback<()>,
}

impl<T> Clone for Record<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Record<T> {}

impl<T> Deref for Record<T> {
    type Target = Live<T>;

    fn deref(&self) -> &Live<T> {
        &self.value
    }
}

/// A fetched object, with its id.
type Answer = (i64, Result<Value, Error>);

/// Loads the object of an id, and again after changes of it.
pub fn use_record<I, T, F>(topics: &'static [Topic], id: Memo<I>, fetch: impl Fn(I) -> F + Copy + 'static) -> Record<T>
where
    I: Copy + Into<i64> + PartialEq + Send + Sync + 'static,
    T: PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    use_growing_record(topics, id, move |id, _| fetch(id))
}

/// Like [`use_record`], for an object that is loaded in several steps: `fetch` may show what it has, until the rest is loaded.
pub fn use_growing_record<I, T, F>(
    topics: &'static [Topic],
    id: Memo<I>,
    fetch: impl Fn(I, Callback<T>) -> F + 'static,
) -> Record<T>
where
    I: Copy + Into<i64> + PartialEq + Send + Sync + 'static,
    T: PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    let (value, state) = new_state();
    let answer = Fetched::new(move || {
        let id = id.get();
        let show = Callback::new(move |part| show_first(value, state, id.into(), Value::new(part)));
        let call = fetch(id, show);
        async move { (id.into(), call.await.map(Value::new)) }
    });
    let object = move || id.try_get_untracked().map(Into::into);
    follow_changes(topics, Some(Box::new(object)), move || answer.refetch());
    Record::new(answer, (value, state))
}

/// Loads a value that is not one of many, and again after changes of any object of the topics.
pub fn use_value<T, F>(topics: &'static [Topic], fetch: impl Fn() -> F + 'static) -> Record<T>
where
    T: PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<T, Error>> + 'static,
{
    let answer = Fetched::new(move || {
        let call = fetch();
        async move { (0, call.await.map(Value::new)) }
    });
    Record::new(answer, new_state()).also_following(topics)
}

/// The value and the state of an object.
type State = (RwSignal<Option<Value>>, RwSignal<Loading>);

fn new_state() -> State {
    (RwSignal::new(None), RwSignal::new(Loading::Pending))
}

/// Shows a part of an object that is not shown yet.
fn show_first(value: RwSignal<Option<Value>>, state: RwSignal<Loading>, id: i64, part: Value) {
    if state
        .try_get_untracked()
        .is_some_and(|state| state != Loading::Loaded(id))
    {
        value.set(Some(part));
        state.set(Loading::Loaded(id));
    }
}

fn connect(answer: Fetched<Answer>, (value, state): State) {
    Effect::new(move |_| {
        let Some(answer) = answer.read() else {
            return;
        };
        match &*answer {
            (id, Ok(new)) => {
                if value.read_untracked().as_ref() != Some(new) {
                    value.set(Some(new.clone()));
                }
                state.set(Loading::Loaded(*id));
            }
            (id, Err(error)) => Loading::fail(state, *id, error),
        }
    });
}

impl<T> Record<T> {
    fn new(answer: Fetched<Answer>, (value, state): State) -> Self {
        connect(answer, (value, state));
        Self {
            value: Live::new(value.into()),
            state,
            reload: Callback::new(move |()| answer.refetch()),
        }
    }

    /// Loads the object again after changes of any object of these topics, too.
    #[must_use]
    pub fn also_following(self, topics: &'static [Topic]) -> Self {
        follow_changes(topics, None, move || self.reload.run(()));
        self
    }

    /// Loads the object again after changes of any object of these topics, also after those by this page.
    #[must_use]
    pub fn following_own(self, topics: &'static [Topic]) -> Self {
        use_live_counts(topics, move || self.reload.run(()));
        self
    }

    /// Loads the object again.
    pub fn reload(self) {
        self.reload.try_run(());
    }

    /// Whether the first answer has come, even if it is an error. Tracks.
    pub fn is_answered(self) -> bool {
        *self.state.read() != Loading::Pending
    }

    /// The error that is shown instead of the object. Tracks.
    pub fn error(self) -> Option<Error> {
        match self.state.get() {
            Loading::Failed(error) => Some(error),
            Loading::Pending | Loading::Loaded(_) => None,
        }
    }

    /// Shows the content once the object is loaded. It is built once for each object.
    pub fn page(self, skeleton: Skeleton, content: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
        loading_view(self.state.into(), skeleton, self.reload, Box::new(content))
    }
}

impl<T: PartialEq + Send + Sync + 'static> Record<T> {
    /// Shows the value once it is loaded, and again when it has changed.
    pub fn show<V: IntoView + 'static>(
        self,
        skeleton: Skeleton,
        render: impl Fn(&T) -> V + Clone + Send + Sync + 'static,
    ) -> AnyView {
        self.page(skeleton, move || self.view(render.clone()))
    }
}
