//! Loading, error and content of something fetched: one component instead of three flags.

use crate::{
    api::Error,
    i18n::{Own, People, Text, t},
};
use leptos::{either::EitherOf3, prelude::*};
use shared_types::problem::ProblemCode;

/// The sentence a person understands.
pub fn sentence(error: &Error) -> String {
    match error {
        Error::Network => t(Text::ErrorNetwork).to_owned(),
        Error::Unreadable => t(Text::ErrorUnreadable).to_owned(),
        Error::Problem(problem) => match problem.code {
            ProblemCode::PermissionDenied => t(Text::NoAccess).to_owned(),
            ProblemCode::NotFound | ProblemCode::RouteNotFound => t(Text::NotFound).to_owned(),
            ProblemCode::LoginFailed => t(Text::LoginFailed).to_owned(),
            ProblemCode::LinkExpired => t(Text::LinkExpired).to_owned(),
            ProblemCode::CodeWrong => t(Text::CodeWrong).to_owned(),
            ProblemCode::TooManyRequests => t(Text::TooManyTries).to_owned(),
            ProblemCode::InUse => t(Text::InUse).to_owned(),
            ProblemCode::NotOffered => t(Text::NotOffered).to_owned(),
            ProblemCode::SecondFactorRequired => t(Own::SecondNeeded).to_owned(),
            ProblemCode::CodeRequired => t(Own::CodeNeeded).to_owned(),
            ProblemCode::ProofWrong => t(People::ProofWrong).to_owned(),
            ProblemCode::RightsExceeded => t(People::RightsExceeded).to_owned(),
            ProblemCode::PreviewReadOnly => t(People::ReadOnly).to_owned(),
            ProblemCode::StaffLimit => t(People::StaffLimit).to_owned(),
            ProblemCode::MemberExists => t(People::MemberExists).to_owned(),
            ProblemCode::OwnerProtected => t(People::OwnerProtected).to_owned(),
            ProblemCode::OwnAccess => t(People::OwnAccess).to_owned(),
            ProblemCode::GroupInUse => t(People::GroupInUse).to_owned(),
            ProblemCode::NameTaken => t(People::NameTaken).to_owned(),
            ProblemCode::VersionStale => t(Text::ChangedMeanwhile).to_owned(),
            ProblemCode::Internal | ProblemCode::Unavailable | ProblemCode::TimedOut => {
                format!(
                    "{} ({})",
                    t(Text::ErrorInternal),
                    problem.request_id.as_deref().unwrap_or("—")
                )
            }
            _ => problem
                .message
                .clone()
                .or_else(|| problem.detail.clone())
                .unwrap_or_else(|| problem.title.clone()),
        },
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
    /// Shows it.
    content: impl Fn(T) -> AnyView + Send + 'static,
) -> impl IntoView {
    move || match resource.get() {
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
