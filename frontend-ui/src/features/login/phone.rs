//! The login page: first the phone number, then the password or a code.

use super::{
    frame::{
        code_button_label, finish_login, guard_path, landing_path, log_in, login_layout, page_path, send_code,
        store_next,
    },
    state::login_state,
    texts::LoginTexts,
};
use crate::{
    address, api::Error, components::load_page, features::second_factor::SecondFactorPrompt, prelude::*, session,
};
use futures::TryFutureExt;
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::identity::{
    Channel, CheckPhone, LogInByPassword, LogInBySessionTransfer, LoginStep, NextStep, PasswordLogin, PhoneCheck,
    SessionTransferCode,
};

/// Takes the code of a transferred session and the next page out of the URL fragment, and removes them from the history.
fn take_transfer_code() -> Option<(String, String)> {
    let hash = window().location().hash().ok()?;
    let parts = hash.strip_prefix("#handover=")?;
    let (code, next) = parts.split_once("&next=").unwrap_or((parts, ""));
    let result = (code.to_owned(), next.to_owned());
    address::drop_query();
    Some(result)
}

#[component]
pub fn LoginPage() -> impl IntoView {
    let login = login_state();
    let (action, step) = (use_action(), RwSignal::new(None::<LoginStep>));
    let (phone, password) = (login.phone, RwSignal::new(String::new()));
    let second = SecondFactorPrompt::new();
    if let Some(next) = address::query_parameter("next") {
        store_next(&next);
    }
    let is_transferring = RwSignal::new(false);
    if let Some((code, next)) = take_transfer_code() {
        is_transferring.set(true);
        store_next(&next);
        let request = api::call::<LogInBySessionTransfer>((), SessionTransferCode { code });
        log_in(action, request.inspect_err(move |_| is_transferring.set(false)));
    }
    let navigate = use_navigate();
    let go_to = move |page: &str| navigate(&page_path(page), NavigateOptions::default());
    let ask_code = {
        let go_to = go_to.clone();
        move |channel: Channel| {
            let go_to = go_to.clone();
            action.run(send_code(phone.get_untracked(), channel), move |()| {
                if second.next_untracked().is_some() {
                    second.code.set(String::new());
                } else {
                    go_to("code");
                }
            });
        }
    };
    let check = {
        let (go_to, ask_code) = (go_to.clone(), ask_code.clone());
        move || {
            let (go_to, ask_code) = (go_to.clone(), ask_code.clone());
            let body = PhoneCheck {
                phone: phone.get_untracked(),
            };
            action.run(api::call::<CheckPhone>(guard_path(), body), move |check| {
                load_page(&landing_path());
                login.store_phone();
                login.channels.set(check.channels.clone());
                login.bot_links.set(None);
                match (check.next, check.channels.as_slice()) {
                    (NextStep::Code, [only]) => ask_code(*only),
                    (NextStep::SetPassword, _) => go_to("recovery?first=1"),
                    (NextStep::Link, _) => go_to("confirm"),
                    _ => step.set(Some(check)),
                }
            });
        }
    };
    let ask_factor = {
        let ask_code = ask_code.clone();
        move |error: Error| {
            let next = error.next_step();
            if let Some(next) = next {
                second.ask_for(next, error.passkey_challenge());
            }
            let channels = step.try_with_untracked(|step| step.as_ref().map(|step| step.channels.clone()));
            match (next, channels.flatten().as_deref()) {
                (Some(NextStep::Authenticator | NextStep::Passkey), _) => {}
                (_, Some([only])) => ask_code(*only),
                _ => return Err(error),
            }
            Ok(())
        }
    };
    let send = UnsyncCallback::new(move |()| {
        if step.with_untracked(Option::is_none) {
            return check();
        }
        let body = PasswordLogin {
            phone: phone.get_untracked(),
            password: password.get_untracked(),
            code: second.entered_code(),
            passkey: second.take_passkey(),
            timezone: format::browser_time_zone(),
        };
        let ask_factor = ask_factor.clone();
        let call = async move {
            match api::call::<LogInByPassword>(guard_path(), body).await {
                Ok(opened) => finish_login(opened).await,
                Err(error) if error.code() == Some(ProblemCode::SecondFactorRequired) => ask_factor(error)?,
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
    let asks_password = move || step.with(|step| step.as_ref().is_some_and(|step| step.next == NextStep::Password));
    let field = move || {
        if step.with(Option::is_none) {
            any_view! {
                <Field
                    name="phone"
                    label=t(Text::Phone)
                    value=phone
                    error=action
                    kind="tel"
                    autocomplete="username"
                    required=true
                    focus=true
                />
            }
        } else {
            any_view! {
                <p class="row spread login-account">
                    <strong>{move || phone.get()}</strong>
                    <button
                        type="button"
                        class="quiet"
                        data-testid="another-phone"
                        on:click=move |_| {
                            action.set_error(None);
                            password.set(String::new());
                            second.clear();
                            step.set(None);
                        }
                    >
                        {t(LoginTexts::AnotherPhone)}
                    </button>
                </p>
                {move || {
                    asks_password()
                        .then(|| {
                            view! {
                                <Field
                                    name="password"
                                    label=t(Text::Password)
                                    value=password
                                    error=action
                                    kind="password"
                                    autocomplete="current-password"
                                    required=true
                                    focus=true
                                />
                            }
                        })
                }}
                {second.fields(action.into(), send)}
            }
        }
    };
    let codes = move || {
        let ask_code = ask_code.clone();
        // A code by messenger replaces neither the authenticator app nor a passkey.
        let is_offered = move || !matches!(second.next(), Some(NextStep::Authenticator | NextStep::Passkey));
        step.with(|step| step.as_ref().filter(|_| is_offered()).map(|step| step.channels.clone()))
            .map(|channels| {
                let has_several = channels.len() > 1;
                let buttons = channels.into_iter().map(move |channel| {
                    let ask_code = ask_code.clone();
                    let id = if has_several {
                        format!("use-code-{}", channel.as_str())
                    } else {
                        "use-code".to_owned()
                    };
                    view! {
                        <button
                            type="button"
                            class="button"
                            data-testid=id
                            disabled=move || action.is_busy()
                            on:click=move |_| ask_code(channel)
                        >
                            {code_button_label(channel)}
                        </button>
                    }
                });
                buttons.collect_view()
            })
    };
    let others = move || {
        step.with(Option::is_some).then(|| {
            view! {
                <a class="quiet" data-testid="by-bot" href=page_path("confirm")>
                    {t(LoginTexts::LogInByBot)}
                </a>
                <a class="quiet" data-testid="forgot" href=page_path("recovery")>
                    {t(LoginTexts::Forgot)}
                </a>
            }
        })
    };
    let is_agent = session::guard() == Guard::Agent;
    let first = move || {
        (is_agent && step.with(Option::is_none)).then(|| {
            view! {
                <a class="quiet" data-testid="by-email" href=page_path("login-email")>
                    {t(LoginTexts::LogInByEmail)}
                </a>
                <a class="quiet" data-testid="register" href=page_path("register")>
                    {t(LoginTexts::RegisterCompany)}
                </a>
            }
        })
    };
    let label = move || {
        if step.with(Option::is_none) {
            t(Text::Next)
        } else {
            t(Text::LogIn)
        }
    };
    let form = any_view! {
        <form class="grid" on:submit=submit>
            <ErrorNote error=action />
            {field}
            {move || {
                (step.with(Option::is_none) || asks_password())
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="login" disabled=move || action.is_busy()>
                                {label}
                            </button>
                        }
                    })
            }}
            <div class="grid codes">{codes}</div>
            <div class="login-links">{others}{first}</div>
        </form>
    };
    let form = StoredValue::new_local(Some(form));
    move || {
        let inner = if is_transferring.get() {
            any_view! { <p role="status">{t(LoginTexts::OpeningCabinet)}</p> }
        } else {
            form.try_update_value(Option::take)
                .flatten()
                .unwrap_or_else(|| ().into_any())
        };
        login_layout(t(LoginTexts::LogInTitle), inner)
    }
}
