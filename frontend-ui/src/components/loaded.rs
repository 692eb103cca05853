//! Rendering of fetched data: one component for the states loading, failed and loaded.

use super::Skeleton;
use crate::{
    api::Error,
    edited_fields,
    i18n::{Text, problem_text, t},
    scroll_position::ScrollPosition,
};
use leptos::{either::EitherOf3, prelude::*};
use std::cell::Cell;

/// Returns the text of an error in the language of the page.
pub fn error_message(error: &Error) -> String {
    match error {
        Error::Network => t(Text::ErrorNetwork).to_owned(),
        Error::Unreadable => t(Text::ErrorUnreadable).to_owned(),
        Error::Problem(problem) => problem_text(problem),
    }
}

/// A note above a form that shows the error, if there is one.
#[component]
pub fn ErrorNote(#[prop(into)] error: Signal<Option<Error>>) -> impl IntoView {
    move || {
        error.get().map(|error| {
            view! {
                <p class="note error" role="alert">
                    {error_message(&error)}
                </p>
            }
        })
    }
}

/// Shows a skeleton while a resource loads, an error with a retry button if it fails, and the content once it is loaded. The
/// focus, typed texts, opened details and scroll positions survive that the content is rendered again.
#[component]
pub fn Loaded<T: Clone + Send + Sync + 'static>(
    resource: LocalResource<Result<T, Error>>,
    /// A partial value to show until the resource is loaded.
    #[prop(optional)]
    partial: Option<RwSignal<Option<T>>>,
    /// What is shown while it loads.
    #[prop(optional)]
    skeleton: Skeleton,
    /// Renders the value.
    content: impl Fn(T) -> AnyView + Send + 'static,
) -> impl IntoView {
    let state = move || {
        resource
            .get()
            .or_else(|| partial.and_then(|partial| partial.get()).map(Ok))
    };
    let was_rendered = Cell::new(false);
    move || {
        let state = state();
        if was_rendered.replace(state.is_some()) {
            ScrollPosition::read().restore_later();
        }
        edited_fields::keep_texts();
        match state {
            None => EitherOf3::A(skeleton.view()),
            Some(Err(error)) => EitherOf3::B(view! {
                <div class="empty" role="alert">
                    <p>{error_message(&error)}</p>
                    <button class="button" on:click=move |_| resource.refetch()>
                        {t(Text::Retry)}
                    </button>
                </div>
            }),
            Some(Ok(value)) => EitherOf3::C(content(value)),
        }
    }
}
