//! Whether the data of a page are loaded.

use crate::{
    api::Error,
    components::{Skeleton, failed},
};
use leptos::prelude::*;

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Loading {
    Pending,
    Failed(Error),
    /// Loaded, with the id of the object; the content is built again for another one.
    Loaded(i64),
}

impl Loading {
    /// Handles a failed fetch of an object. Its page stays if the server is out of reach.
    pub(super) fn fail(state: RwSignal<Self>, id: i64, error: &Error) {
        if error.is_refusal() || *state.read_untracked() != Self::Loaded(id) {
            state.set(Self::Failed(error.clone()));
        }
    }
}

/// Shows a skeleton until the content is loaded, or an error with a retry button.
pub(super) fn loading_view(
    state: Signal<Loading>,
    skeleton: Skeleton,
    reload: Callback<()>,
    content: Box<dyn Fn() -> AnyView + Send + Sync>,
) -> AnyView {
    let state = Memo::new(move |_| state.get());
    let view = move || match state.get() {
        Loading::Pending => skeleton.view().into_any(),
        Loading::Failed(error) => failed(&error, reload),
        Loading::Loaded(_) => untrack(&content),
    };
    view.into_any()
}
