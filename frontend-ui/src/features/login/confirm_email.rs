//! The page of the link in the e-mail that confirms a registration. It asks first, because mail programs open links, too.

use super::{
    email_link::EmailLink,
    frame::{REGISTRATION_QUERY, guard_path, login_layout, page_path, registration_path},
    texts::LoginTexts,
};
use crate::prelude::*;
use leptos_router::hooks::use_params_map;
use shared_types::identity::{ConfirmRegistrationByLink, RegistrationLink};

#[component]
pub fn ConfirmEmailPage() -> impl IntoView {
    let token = use_params_map().read_untracked().get("token").unwrap_or_default();
    let link = EmailLink::new();
    let confirm = move |_| {
        let body = RegistrationLink { token: token.clone() };
        link.send(api::call::<ConfirmRegistrationByLink>(guard_path(), body));
    };
    let form = move || {
        any_view! {
            <p class="hint">{t(LoginTexts::ConfirmEmailHint)}</p>
            <button
                type="button"
                class="button primary"
                data-testid="confirm-email"
                disabled=move || link.action.is_busy()
                on:click=confirm.clone()
            >
                {t(Text::Confirm)}
            </button>
        }
    };
    let next = format!("{}?{REGISTRATION_QUERY}=1", page_path("confirm"));
    let body = link.view(
        form,
        (LoginTexts::EmailConfirmed, (next, t(LoginTexts::ContinueHere))),
        (registration_path(), t(LoginTexts::RegisterAgain)),
    );
    let inner = view! { <div class="grid">{body}</div> };
    login_layout(t(LoginTexts::ConfirmEmailTitle), inner.into_any())
}
