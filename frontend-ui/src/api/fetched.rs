//! Values that are fetched from the server.

use leptos::prelude::{Get as _, LocalResource, Track as _, With as _};
use std::{any::Any, future::Future, marker::PhantomData, pin::Pin, rc::Rc};

/// The result of a fetch, without its type.
type Erased = Rc<dyn Any>;

type ErasedFuture = Pin<Box<dyn Future<Output = Erased>>>;

/// The result of a fetch, which is repeated when a signal that it reads changes. Unlike a `LocalResource<T>`, whose code exists once
/// for each type and future, all share one resource.
pub struct Fetched<T> {
    resource: LocalResource<Erased>,
    result: PhantomData<fn() -> T>,
}

impl<T> Clone for Fetched<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Fetched<T> {}

impl<T: 'static> Fetched<T> {
    /// Starts the fetch. It is cancelled when the owner of the page is disposed of.
    ///
    /// The fetch must not read a memo that an effect of the same turn changes: the change is lost, and the first result stays for
    /// good (`reactive_graph` 0.2.16, `findings/leptos-resource-keeps-a-stale-memo.sh`). Compute the memo from its source instead.
    pub fn new<F: Future<Output = T> + 'static>(fetch: impl Fn() -> F + 'static) -> Self {
        let fetch = move || -> ErasedFuture {
            let future = fetch();
            Box::pin(async move { Rc::new(future.await) as Erased })
        };
        Self {
            resource: LocalResource::new(fetch),
            result: PhantomData,
        }
    }

    /// The result, unless the first fetch is still running. Tracks.
    pub fn read(self) -> Option<Rc<T>> {
        typed(self.resource.get())
    }

    /// Whether the first fetch has ended. Tracks.
    pub fn is_loaded(self) -> bool {
        self.resource.with(Option::is_some)
    }

    /// Applies a function to the result. Tracks.
    pub fn with<U>(self, read: impl FnOnce(Option<&T>) -> U) -> U {
        read(self.read().as_deref())
    }

    /// Notifies the current observer when a fetch has ended.
    pub fn track(self) {
        self.resource.track();
    }

    /// Repeats the fetch. The last result stays until it has ended.
    pub fn refetch(self) {
        self.resource.refetch();
    }
}

impl<T: Clone + 'static> Fetched<T> {
    /// A copy of the result, unless the first fetch is still running. Tracks.
    pub fn get(self) -> Option<T> {
        self.read().map(Rc::unwrap_or_clone)
    }
}

/// The result with its type. It is the type of the fetch, so the conversion does not fail.
fn typed<T: 'static>(result: Option<Erased>) -> Option<Rc<T>> {
    result?.downcast().ok()
}
