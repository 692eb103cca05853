//! Changing the password: with the current password, or with a code if it was forgotten or never set.

use crate::{i18n::ProfileTexts, prelude::*, session};
use shared_types::{
    identity::{RecoveryRequest, RequestRecoveryCode},
    profile::{ChangePassword, PasswordChange},
};

/// The tick that ends the tokens of the person's extensions with the old password.
pub(crate) fn end_extensions_field(value: RwSignal<bool>) -> AnyView {
    any_view! {
        <label class="check-line">
            <input
                type="checkbox"
                name="end_extensions"
                prop:checked=move || value.get()
                on:change=move |event| value.set(event_target_checked(&event))
            />
            <span>{t(ProfileTexts::EndExtensions)}</span>
        </label>
    }
}

#[component]
pub(super) fn PasswordForm(phone: String, has_password: bool) -> impl IntoView {
    let empty = || RwSignal::new(String::new());
    let (current, code, new) = (empty(), empty(), empty());
    let (by_code, changed) = (RwSignal::new(false), RwSignal::new(false));
    let (end_extensions, action) = (RwSignal::new(false), use_action());
    let is_set = RwSignal::new(has_password);
    let phone = StoredValue::new(phone);
    let request_code = move |_| {
        let path = (session::guard().as_str().to_owned(),);
        let body = RecoveryRequest {
            phone: phone.get_value(),
            channel: None,
        };
        action.run(api::call::<RequestRecoveryCode>(path, body), move |_| by_code.set(true));
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        if untrack(|| action.is_busy()) {
            return;
        }
        let proof = |given: RwSignal<String>| Some(given.get_untracked()).filter(|text| !text.is_empty());
        let uses_code = by_code.get_untracked();
        let body = PasswordChange {
            current: proof(current).filter(|_| !uses_code),
            code: proof(code).filter(|_| uses_code),
            password: new.get_untracked(),
            end_extensions: end_extensions.get_untracked(),
        };
        action.run(api::call::<ChangePassword>((), body), move |_| {
            for text in [current, code, new] {
                text.set(String::new());
            }
            by_code.set(false);
            end_extensions.set(false);
            is_set.set(true);
            changed.set(true);
        });
    };
    let proof = move || match (by_code.get(), is_set.get()) {
        (true, _) => any_view! {
            <p class="note">{t(ProfileTexts::CodeSent)}</p>
            <Field
                name="code"
                label=t(ProfileTexts::Code)
                value=code
                error=action
                autocomplete="one-time-code"
                required=true
            />
        },
        (false, true) => any_view! {
            <Field
                name="current"
                label=t(ProfileTexts::CurrentPassword)
                value=current
                error=action
                kind="password"
                autocomplete="current-password"
                required=true
            />
        },
        (false, false) => any_view! { <p class="note">{t(ProfileTexts::NoPassword)}</p> },
    };
    any_view! {
        <form class="card" on:submit=save on:input=move |_| changed.set(false)>
            <h2>{t(ProfileTexts::Password)}</h2>
            <ErrorNote error=action />
            {move || {
                changed
                    .get()
                    .then(|| {
                        view! {
                            <p class="ok" role="status" data-testid="password-changed">
                                "✓ "
                                {t(ProfileTexts::PasswordChanged)}
                            </p>
                        }
                    })
            }}
            {proof}
            {move || {
                (is_set.get() || by_code.get())
                    .then(|| {
                        view! {
                            <Field
                                name="password"
                                label=t(ProfileTexts::NewPassword)
                                value=new
                                error=action
                                kind="password"
                                autocomplete="new-password"
                                required=true
                            />
                            <p class="muted">{t(ProfileTexts::NewPasswordHint)}</p>
                            {end_extensions_field(end_extensions)}
                        }
                    })
            }}
            <div class="row">
                {move || {
                    (is_set.get() || by_code.get())
                        .then(|| {
                            view! {
                                <button
                                    class="button primary"
                                    data-testid="save-password"
                                    disabled=move || action.is_busy()
                                >
                                    {t(
                                        if is_set.get() {
                                            ProfileTexts::ChangePassword
                                        } else {
                                            ProfileTexts::SetPassword
                                        },
                                    )}
                                </button>
                            }
                        })
                }}
                {move || {
                    (!by_code.get())
                        .then(|| {
                            view! {
                                <button type="button" class="quiet" data-testid="forgot" on:click=request_code>
                                    {t(ProfileTexts::UseCode)}
                                </button>
                            }
                        })
                }}
            </div>
        </form>
    }
}
