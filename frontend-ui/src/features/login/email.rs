//! Login by e-mail, and password reset by e-mail, for staff.

use super::{
    email_link::EmailLink,
    frame::{finish_login, login_layout, page_path},
    texts::LoginTexts,
};
use crate::{
    api::Error,
    features::{profile::end_extensions_field, second_factor::SecondFactorPrompt},
    prelude::*,
};
use leptos_router::hooks::use_params_map;
use shared_types::identity::{
    EmailLogin, LogInByEmail, NewPassword, PasswordResetRequest, RequestPasswordReset, ResetPassword,
};

/// The page for login by e-mail address and password.
#[component]
pub fn EmailLoginPage() -> impl IntoView {
    let action = use_action();
    let (email, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let second = SecondFactorPrompt::new();
    let send = UnsyncCallback::new(move |()| {
        let body = EmailLogin {
            email: email.get_untracked(),
            password: password.get_untracked(),
            code: second.entered_code(),
            passkey: second.take_passkey(),
        };
        let call = async move {
            match api::call::<LogInByEmail>((), body).await {
                Ok(opened) => finish_login(opened).await,
                Err(error) => second.handle(error)?,
            }
            Ok(())
        };
        action.run(call, |()| {});
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        send.run(());
    };
    // The text of the problem code names the phone number.
    let is_refused = move || action.error().as_ref().and_then(Error::code) == Some(ProblemCode::LoginFailed);
    let other_error = Signal::derive(move || action.error().filter(|_| !is_refused()));
    let inner = view! {
        <form class="grid" on:submit=submit>
            {move || {
                is_refused()
                    .then(|| {
                        view! {
                            <p class="note error" role="alert">
                                {t(LoginTexts::EmailLoginFailed)}
                            </p>
                        }
                    })
            }}
            <ErrorNote error=other_error />
            <Field
                name="email"
                label=t(LoginTexts::Email)
                value=email
                error=action
                kind="email"
                autocomplete="username"
                required=true
                focus=true
            />
            <Field
                name="password"
                label=t(Text::Password)
                value=password
                error=action
                kind="password"
                autocomplete="current-password"
                required=true
            />
            {second.fields(action.into(), send)}
            <button class="button primary" data-testid="login" disabled=move || action.is_busy()>
                {t(Text::LogIn)}
            </button>
            <div class="login-links">
                <a class="quiet" href=page_path("login")>
                    {t(LoginTexts::LogInByPhone)}
                </a>
                <a class="quiet" data-testid="forgot" href=page_path("forgot-password")>
                    {t(LoginTexts::Forgot)}
                </a>
            </div>
        </form>
    };
    login_layout(t(LoginTexts::EmailTitle), inner.into_any())
}

/// The page that requests an e-mail with a password reset link.
#[component]
pub fn PasswordResetRequestPage() -> impl IntoView {
    let (action, sent) = (use_action(), RwSignal::new(false));
    let email = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = PasswordResetRequest {
            email: email.get_untracked(),
        };
        action.run(api::call::<RequestPasswordReset>((), body), move |_| sent.set(true));
    };
    let body = move || {
        if sent.get() {
            any_view! {
                <p class="note" role="status">
                    {t(LoginTexts::EmailSent)}
                </p>
            }
        } else {
            any_view! {
                <Field
                    name="email"
                    label=t(LoginTexts::Email)
                    value=email
                    error=action
                    kind="email"
                    autocomplete="username"
                    required=true
                    focus=true
                />
                <button class="button primary" data-testid="send-link" disabled=move || action.is_busy()>
                    {t(LoginTexts::SendLink)}
                </button>
            }
        }
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <ErrorNote error=action />
            {body}
            <div class="login-links">
                <a class="quiet" href=page_path("login-email")>
                    {t(Text::Back)}
                </a>
            </div>
        </form>
    };
    login_layout(t(LoginTexts::ForgotTitle), inner.into_any())
}

/// The page that a password reset link opens.
#[component]
pub fn PasswordResetPage() -> impl IntoView {
    let token = use_params_map().read_untracked().get("token").unwrap_or_default();
    let link = EmailLink::new();
    let (password, end_extensions) = (RwSignal::new(String::new()), RwSignal::new(false));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewPassword {
            password: password.get_untracked(),
            end_extensions: end_extensions.get_untracked(),
        };
        link.send(api::call::<ResetPassword>((token.clone(),), body));
    };
    let form = move || {
        any_view! {
            <Field
                name="password"
                label=t(LoginTexts::NewPassword)
                value=password
                error=link.action
                kind="password"
                autocomplete="new-password"
                required=true
            />
            {end_extensions_field(end_extensions)}
            <button class="button primary" data-testid="set-password" disabled=move || link.action.is_busy()>
                {t(Text::Save)}
            </button>
        }
    };
    let body = link.view(
        form,
        (LoginTexts::ResetDone, (page_path("login"), t(Text::LogIn))),
        (page_path("forgot-password"), t(LoginTexts::RequestNewLink)),
    );
    let inner = view! {
        <form class="grid" on:submit=submit>
            {body}
        </form>
    };
    login_layout(t(LoginTexts::RecoveryTitle), inner.into_any())
}
