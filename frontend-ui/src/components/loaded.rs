//! Loading, error and content of something fetched: one component instead of three flags.

use crate::{
    api::Error,
    i18n::{Text, fault, refusal, t},
};
use leptos::{either::EitherOf3, prelude::*};
use shared_types::problem::ProblemCode;

/// The sentence a person understands.
pub fn sentence(error: &Error) -> String {
    match error {
        Error::Network => t(Text::ErrorNetwork).to_owned(),
        Error::Unreadable => t(Text::ErrorUnreadable).to_owned(),
        Error::Problem(problem) => {
            let said = refusal(problem.code);
            let more = match problem.code {
                // Which of the fields it is, their own places say where there are some.
                ProblemCode::ValidationFailed => problem.errors.first().map(|(_, text)| fault(text)),
                // These say in `detail` what stands against it; it is better told in English than not at all.
                ProblemCode::Conflict | ProblemCode::FileUnreadable => problem.detail.clone(),
                ProblemCode::Internal => problem.request_id.clone(),
                _ => None,
            };
            more.map_or_else(|| said.to_owned(), |more| format!("{said}: {more}"))
        }
    }
}

/// An error as a note above a form.
#[component]
pub fn ErrorNote(#[prop(into)] error: Signal<Option<Error>>) -> impl IntoView {
    move || {
        error
            .get()
            .map(|error| view! { <p class="note error" role="alert">{sentence(&error)}</p> })
    }
}

/// What was fetched: a skeleton while it loads, a sentence and a retry when it fails, else the content.
#[component]
pub fn Loaded<T: Clone + Send + Sync + 'static>(
    /// What is fetched.
    resource: LocalResource<Result<T, Error>>,
    /// A part of it that is there before the whole.
    #[prop(optional)]
    early: Option<RwSignal<Option<T>>>,
    /// Shows it.
    content: impl Fn(T) -> AnyView + Send + 'static,
) -> impl IntoView {
    let there = move || resource.get().or_else(|| early.and_then(|early| early.get()).map(Ok));
    move || match there() {
        None => EitherOf3::A(view! {
            <div class="skeleton" role="status" aria-label=t(Text::Loading)><span></span><span></span><span></span></div>
        }),
        Some(Err(error)) => EitherOf3::B(view! {
            <div class="empty" role="alert">
                <p>{sentence(&error)}</p>
                <button class="button" on:click=move |_| resource.refetch()>{t(Text::Retry)}</button>
            </div>
        }),
        Some(Ok(value)) => EitherOf3::C(content(value)),
    }
}
