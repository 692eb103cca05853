//! Rendering of fetched data: one component for the states loading, failed and loaded.

use super::Skeleton;
use crate::{
    api::{Error, Fetched},
    edited_fields,
    i18n::{Text, problem_text, t},
    scroll_position::ScrollPosition,
};
use leptos::prelude::*;
use std::{cell::Cell, rc::Rc};

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
    resource: Fetched<Result<T, Error>>,
    /// A partial value to show until the resource is loaded.
    #[prop(optional)]
    partial: Option<RwSignal<Option<T>>>,
    /// Shown while the value loads.
    #[prop(optional)]
    skeleton: Skeleton,
    /// Renders the value.
    content: impl Fn(T) -> AnyView + Send + 'static,
) -> impl IntoView {
    let render = move |prepare: &dyn Fn(bool)| {
        let partial = || {
            partial
                .and_then(|partial| partial.get())
                .map(|value| Rc::new(Ok(value)))
        };
        let result = resource.read().or_else(partial);
        prepare(result.is_some());
        Some(match &*result? {
            Ok(value) => Ok(content(value.clone())),
            Err(error) => Err(error.clone()),
        })
    };
    loaded_view(Box::new(render), skeleton, Callback::new(move |()| resource.refetch()))
}

/// The content, or the error; `None` while it loads. Calls the function before the content is rendered, with whether there is any.
type Render = Box<dyn Fn(&dyn Fn(bool)) -> Option<Result<AnyView, Error>> + Send>;

/// The part that is the same for all types of values, so that its code exists once.
fn loaded_view(render: Render, skeleton: Skeleton, retry: Callback<()>) -> AnyView {
    let was_rendered = Cell::new(false);
    let prepare = move |is_rendered| {
        if was_rendered.replace(is_rendered) {
            ScrollPosition::read().restore_later();
        }
        edited_fields::keep_texts();
    };
    let view = move || match render(&prepare) {
        None => skeleton.view().into_any(),
        Some(Ok(content)) => content,
        Some(Err(error)) => failed(&error, retry),
    };
    view.into_any()
}

/// The replacement of a page that could not be loaded.
pub(crate) fn failed(error: &Error, retry: Callback<()>) -> AnyView {
    view! {
        <div class="empty" role="alert">
            <p>{error_message(error)}</p>
            <button class="button" on:click=move |_| retry.run(())>
                {t(Text::Retry)}
            </button>
        </div>
    }
    .into_any()
}
