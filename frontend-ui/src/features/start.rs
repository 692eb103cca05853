//! Starting either SPA, and the door before every page that needs a login.

use crate::{
    components::{ErrorNote, sentence, shell},
    features::login::Door,
    i18n::{self, Language, Text, t},
    session::{self, Current},
};
use leptos::{either::Either, prelude::*};
use shared_types::access::Guard;

/// Prepares language, theme and the session's context; once, at the root.
pub fn start(guard: Guard) {
    session::start(guard);
    i18n::start();
    shell::start_theme();
    session::provide(Current(RwSignal::new(None)));
    provide_context(Door::new());
}

/// Shows its children to somebody logged in, and sends everybody else to the login.
#[component]
pub fn LoggedIn(children: ChildrenFn) -> impl IntoView {
    let current = session::current().0;
    let failure = RwSignal::new(None);
    let loading = LocalResource::new(move || async move {
        if current.with_untracked(Option::is_some) {
            return;
        }
        match session::load().await {
            Ok(me) => {
                let language = Language::from_tag(&me.user.locale);
                current.set(Some(me));
                if language.is_some_and(i18n::remember_first) {
                    let _ = window().location().reload();
                }
            }
            Err(error) if error.code().is_some_and(|code| code.status() == 401) => {
                let here = window().location().pathname().unwrap_or_default();
                session::go(&format!("/{}/login?next={here}", session::guard().as_str()));
            }
            Err(error) => failure.set(Some(error)),
        }
    });
    move || {
        loading.track();
        if current.with(Option::is_some) {
            Either::Left(children())
        } else {
            Either::Right(view! {
                <main>
                    <ErrorNote error=failure/>
                    <p class="starting" role="status">{move || failure.with(Option::is_none).then(|| t(Text::Loading))}</p>
                </main>
            })
        }
    }
}

/// The page of an address that no page has.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    let error = crate::api::Error::Problem(Box::new(shared_types::problem::ProblemCode::NotFound.into()));
    let home = format!("/{}/orders", session::guard().as_str());
    view! { <main class="empty"><h1>"404"</h1><p>{sentence(&error)}</p><a class="button" href=home>{t(Text::Orders)}</a></main> }
}
