//! The page where a login code is entered.

use super::{
    frame::{code_button_label, code_field, guard_path, is_code_sent, log_in, login_layout, page_path, send_code},
    state::login_state,
    texts::LoginTexts,
};
use crate::{prelude::*, session};
use shared_types::identity::{Channel, CheckPhone, CodeLogin, LogInByCode, PhoneCheck};

#[component]
pub fn CodePage() -> impl IntoView {
    let login = login_state();
    let (action, again) = (use_action(), RwSignal::new(false));
    let code = RwSignal::new(String::new());
    let is_sent = RwSignal::new(login.phone.with_untracked(|phone| is_code_sent(phone)));
    if login.phone.with_untracked(String::is_empty) {
        session::redirect(&page_path("login"));
    } else if login.channels.with_untracked(Vec::is_empty) {
        // After a reload the phone number is restored from the tab, but the channels are not.
        let body = PhoneCheck {
            phone: login.phone.get_untracked(),
        };
        let check = api::call::<CheckPhone>(guard_path(), body);
        use_action().run(check, move |step| login.channels.set(step.channels));
    }
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        again.set(false);
        let body = CodeLogin {
            phone: login.phone.get_untracked(),
            code: code.get_untracked(),
            timezone: format::browser_time_zone(),
        };
        log_in(action, api::call::<LogInByCode>(guard_path(), body));
    };
    let resend = move |channel: Channel| {
        again.set(false);
        action.run(send_code(login.phone.get_untracked(), channel), move |()| {
            again.set(is_sent.get_untracked());
            is_sent.set(true);
        });
    };
    let buttons = move || {
        let channels = login.channels.get();
        let has_several = channels.len() > 1;
        let button = move |channel: Channel| {
            let label = if has_several || !is_sent.get() {
                code_button_label(channel)
            } else {
                t(LoginTexts::SendAgain)
            };
            view! {
                <button
                    type="button"
                    class="quiet"
                    data-testid=format!("again-{}", channel.as_str())
                    on:click=move |_| resend(channel)
                >
                    {label}
                </button>
            }
        };
        channels.into_iter().map(button).collect_view()
    };
    let hint = move || {
        if is_sent.get() {
            any_view! {
                <p class="hint">
                    {t(LoginTexts::CodeSentTo)}" "<strong>{move || login.phone.get()}</strong>". "
                    {t(LoginTexts::CodeHint)}
                </p>
            }
        } else {
            any_view! {
                <p class="hint" data-testid="no-code-yet">
                    {t(LoginTexts::NoCodeYet)}
                </p>
            }
        }
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            {hint}
            <ErrorNote error=action />
            {move || {
                again
                    .get()
                    .then(|| {
                        view! {
                            <p class="note" role="status">
                                {t(LoginTexts::SentAgain)}
                            </p>
                        }
                    })
            }}
            {code_field(code, action, true)}
            <button class="button primary" data-testid="login" disabled=move || action.is_busy()>
                {t(Text::LogIn)}
            </button>
            <div class="login-links">
                {buttons}<a class="quiet" href=page_path("login")>
                    {t(LoginTexts::AnotherPhone)}
                </a>
            </div>
        </form>
    };
    login_layout(t(LoginTexts::CodeTitle), inner.into_any())
}
