//! Setting a new password with a code; also the first password of invited staff.

use super::{
    frame::{code_button_label, code_field, guard_path, log_in, login_layout, page_path},
    state::login_state,
    texts::LoginTexts,
};
use crate::{features::profile::end_extensions_field, prelude::*};
use leptos_router::hooks::use_query_map;
use shared_types::identity::{Channel, PasswordByCode, RecoveryRequest, RequestRecoveryCode, SetPassword};

/// The page for a forgotten or a first password.
#[component]
pub fn RecoveryPage() -> impl IntoView {
    let login = login_state();
    let is_first = use_query_map().read_untracked().get("first").is_some();
    let (action, sent) = (use_action(), RwSignal::new(false));
    let (code, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let end_extensions = RwSignal::new(false);
    let request_code = move |channel: Option<Channel>| {
        let body = RecoveryRequest {
            phone: login.phone.get_untracked(),
            channel,
        };
        action.run(api::call::<RequestRecoveryCode>(guard_path(), body), move |_| {
            login.store_phone();
            sent.set(true);
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if !sent.get_untracked() {
            request_code(None);
            return;
        }
        let body = PasswordByCode {
            phone: login.phone.get_untracked(),
            code: code.get_untracked(),
            password: password.get_untracked(),
            end_extensions: end_extensions.get_untracked(),
            timezone: format::browser_time_zone(),
        };
        log_in(action, api::call::<SetPassword>(guard_path(), body));
    };
    let fields = move || {
        if sent.get() {
            any_view! {
                <p class="note" role="status">
                    {t(LoginTexts::RecoverySent)}
                </p>
                {code_field(code, action, true)}
                <Field
                    name="password"
                    label=t(LoginTexts::NewPassword)
                    value=password
                    error=action
                    kind="password"
                    autocomplete="new-password"
                    required=true
                />
                {(!is_first).then(|| end_extensions_field(end_extensions))}
                <button class="button primary" data-testid="set-password" disabled=move || action.is_busy()>
                    {t(LoginTexts::SetPassword)}
                </button>
                {(!is_first).then(|| view! { <p class="hint">{t(LoginTexts::RecoveryLogoutHint)}</p> })}
            }
        } else {
            any_view! {
                <p class="hint">
                    {if is_first { t(LoginTexts::FirstPasswordHint) } else { t(LoginTexts::RecoveryHint) }}
                </p>
                <Field
                    name="phone"
                    label=t(Text::Phone)
                    value=login.phone
                    error=action
                    kind="tel"
                    autocomplete="username"
                    required=true
                />
                <button class="button primary" data-testid="send-code" disabled=move || action.is_busy()>
                    {t(Text::SendCode)}
                </button>
            }
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
                            disabled=move || action.is_busy()
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
            <ErrorNote error=action />
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
