//! Startup of the SPAs, the login guard of their pages, and the 404 page.

use crate::{
    components::{ErrorNote, apply_stored_theme, error_message, follow_heading, init_confirmations, init_toasts},
    features::login::LoginState,
    i18n::{self, Text, t},
    live,
    session::{self, CurrentUser},
};
use leptos::{either::Either, prelude::*};
use shared_types::access::Guard;

/// Initialises language, theme and the session context. Called once by the root component.
pub fn init_app(guard: Guard) {
    session::set_guard(guard);
    i18n::init_language();
    apply_stored_theme();
    init_confirmations();
    init_toasts();
    follow_heading();
    session::provide(CurrentUser(RwSignal::new(None)));
    provide_context(LoginState::new());
}

/// Renders its children for logged-in users and redirects everyone else to the login page.
#[component]
pub fn LoggedIn(children: ChildrenFn) -> impl IntoView {
    let current = session::current_user().0;
    let failure = RwSignal::new(None);
    let loading = LocalResource::new(move || async move {
        if current.with_untracked(Option::is_some) {
            return;
        }
        match session::load().await {
            Ok(me) => {
                i18n::adopt_language(me.user.locale);
                current.set(Some(me));
            }
            Err(error) if error.code().is_some_and(|code| code.status() == 401) => {
                let current_path = window().location().pathname().unwrap_or_default();
                session::redirect(&format!("/{}/login?next={current_path}", session::guard().as_str()));
            }
            Err(error) => failure.set(Some(error)),
        }
    });
    move || {
        loading.track();
        if current.with(Option::is_some) {
            live::start();
            Either::Left(children())
        } else {
            Either::Right(view! {
                <main>
                    <ErrorNote error=failure />
                    <p class="starting" role="status">
                        {move || failure.with(Option::is_none).then(|| t(Text::Loading))}
                    </p>
                </main>
            })
        }
    }
}

/// The page for unknown paths.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <main>{not_found()}</main> }
}

/// The same inside of a cabinet, whose frame has the `main`.
#[component]
pub fn NotFoundContent() -> impl IntoView {
    not_found()
}

fn not_found() -> AnyView {
    let error = crate::api::Error::Problem(Box::new(shared_types::problem::ProblemCode::NotFound.into()));
    let home = session::home_path();
    view! {
        <div class="empty">
            <h1>"404"</h1>
            <p>{error_message(&error)}</p>
            <a class="button" href=home>
                {t(Text::Orders)}
            </a>
        </div>
    }
    .into_any()
}
