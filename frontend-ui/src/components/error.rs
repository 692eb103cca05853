//! Errors as pages show them.

use crate::{
    api::Error,
    i18n::{Text, problem_text, t},
};
use leptos::prelude::*;

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
