//! The page of the link in the e-mail that confirms a registration. It asks first, because mail programs open links, too.

use super::{
    frame::{REGISTRATION_QUERY, guard_path, login_layout, page_path, registration_path},
    texts::LoginTexts,
};
use crate::{
    api::{self, Error, Options},
    components::ErrorNote,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_params_map;
use shared_types::{
    endpoint::Nothing,
    identity::{ConfirmRegistrationByLink, RegistrationLink},
    problem::ProblemCode,
};

#[component]
pub fn ConfirmEmailPage() -> impl IntoView {
    let token = use_params_map().read_untracked().get("token").unwrap_or_default();
    let (busy, done, error) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(None::<Error>));
    let confirm = move |_| {
        let body = RegistrationLink { token: token.clone() };
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            match api::send::<ConfirmRegistrationByLink>(guard_path(), Nothing {}, body, Options::default()).await {
                Ok(_) => done.set(true),
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let is_expired = move || error.with(|error| error.as_ref().and_then(Error::code) == Some(ProblemCode::LinkExpired));
    let body = move || {
        if done.get() {
            view! {
                <p class="note" role="status" data-testid="email-confirmed">
                    {t(LoginTexts::EmailConfirmed)}
                </p>
                <a class="button" href=format!("{}?{REGISTRATION_QUERY}=1", page_path("confirm"))>
                    {t(LoginTexts::ContinueHere)}
                </a>
            }
            .into_any()
        } else if is_expired() {
            view! {
                <p class="note error" role="alert">
                    {t(LoginTexts::LinkUsed)}
                </p>
                <a class="button" href=registration_path()>
                    {t(LoginTexts::RegisterAgain)}
                </a>
            }
            .into_any()
        } else {
            view! {
                <p class="hint">{t(LoginTexts::ConfirmEmailHint)}</p>
                <ErrorNote error=error />
                <button
                    type="button"
                    class="button primary"
                    data-testid="confirm-email"
                    disabled=move || busy.get()
                    on:click=confirm.clone()
                >
                    {t(Text::Confirm)}
                </button>
            }
            .into_any()
        }
    };
    let inner = view! { <div class="grid">{body}</div> };
    login_layout(t(LoginTexts::ConfirmEmailTitle), inner.into_any())
}
