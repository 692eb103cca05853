//! Setting a new password with a code; also the first password of invited staff.

use super::{
    frame::{code_button_label, code_field, finish_login, guard_path, login_layout, login_state, page_path},
    texts::LoginTexts,
};
use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    features::profile::end_extensions_field,
    format,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use shared_types::{
    endpoint::Nothing,
    identity::{Channel, PasswordByCode, RecoveryRequest, RequestRecoveryCode, SetPassword},
};

/// The page for a forgotten or a first password.
#[component]
pub fn RecoveryPage() -> impl IntoView {
    let login = login_state();
    let is_first = use_query_map().read_untracked().get("first").is_some();
    let (sent, busy, error) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(None::<Error>));
    let (code, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let end_extensions = RwSignal::new(false);
    let request_code = move |channel: Option<Channel>| {
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = RecoveryRequest {
                phone: login.phone.get_untracked(),
                channel,
            };
            match api::send::<RequestRecoveryCode>(guard_path(), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    login.store_phone();
                    sent.set(true);
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if !sent.get_untracked() {
            request_code(None);
            return;
        }
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = PasswordByCode {
                phone: login.phone.get_untracked(),
                code: code.get_untracked(),
                password: password.get_untracked(),
                end_extensions: end_extensions.get_untracked(),
                timezone: format::browser_time_zone(),
            };
            match api::send::<SetPassword>(guard_path(), Nothing {}, body, Options::default()).await {
                Ok(opened) => finish_login(opened).await,
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let fields = move || {
        if sent.get() {
            view! {
                <p class="note" role="status">
                    {t(LoginTexts::RecoverySent)}
                </p>
                {code_field(code, error, true)}
                <Field
                    name="password"
                    label=t(LoginTexts::NewPassword)
                    value=password
                    error=error
                    kind="password"
                    autocomplete="new-password"
                    required=true
                />
                {(!is_first).then(|| end_extensions_field(end_extensions))}
                <button class="button primary" data-testid="set-password" disabled=move || busy.get()>
                    {t(LoginTexts::SetPassword)}
                </button>
                {(!is_first).then(|| view! { <p class="hint">{t(LoginTexts::RecoveryLogoutHint)}</p> })}
            }
            .into_any()
        } else {
            view! {
                <p class="hint">
                    {if is_first { t(LoginTexts::FirstPasswordHint) } else { t(LoginTexts::RecoveryHint) }}
                </p>
                <Field
                    name="phone"
                    label=t(Text::Phone)
                    value=login.phone
                    error=error
                    kind="tel"
                    autocomplete="username"
                    required=true
                />
                <button class="button primary" data-testid="send-code" disabled=move || busy.get()>
                    {t(Text::SendCode)}
                </button>
            }
            .into_any()
        }
    };
    // A person with both messengers may have access to only one of them now.
    let others = move || {
        let channels = login.channels.get();
        (sent.get() && channels.len() > 1).then(|| {
            channels
                .into_iter()
                .map(|channel| {
                    view! {
                        <button
                            type="button"
                            class="quiet"
                            disabled=move || busy.get()
                            on:click=move |_| request_code(Some(channel))
                        >
                            {code_button_label(channel)}
                        </button>
                    }
                })
                .collect_view()
        })
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <ErrorNote error=error />
            {fields}
            <div class="login-links">
                {others}<a class="quiet" href=page_path("login")>
                    {t(Text::Back)}
                </a>
            </div>
        </form>
    };
    let title = if is_first {
        LoginTexts::FirstPasswordTitle
    } else {
        LoginTexts::RecoveryTitle
    };
    login_layout(t(title), inner.into_any())
}
