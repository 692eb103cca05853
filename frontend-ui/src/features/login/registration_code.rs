//! Confirmation of a registration by a code.

use super::{
    frame::{code_button_label, code_field, guard_path, log_in},
    state::login_state,
    texts::LoginTexts,
};
use crate::prelude::*;
use shared_types::identity::{Channel, CodeLogin, CodeRequest, ConfirmRegistration, SendRegistrationCode};

/// Confirms a registration with a code, if the phone number is already linked to a messenger.
#[component]
pub(super) fn RegistrationCode(channels: Vec<Channel>, action: Action) -> impl IntoView {
    let login = login_state();
    let sent_link = RwSignal::new(false);
    let by_email = channels.contains(&Channel::Email);
    let (sent, code) = (RwSignal::new(false), RwSignal::new(String::new()));
    let request_code = move |channel: Channel| {
        let body = CodeRequest {
            phone: login.phone.get_untracked(),
            channel,
        };
        let is_sent = if channel == Channel::Email { sent_link } else { sent };
        action.run(api::call::<SendRegistrationCode>(guard_path(), body), move |_| {
            is_sent.set(true);
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = CodeLogin {
            phone: login.phone.get_untracked(),
            code: code.get_untracked(),
            timezone: format::browser_time_zone(),
        };
        log_in(action, api::call::<ConfirmRegistration>(guard_path(), body));
    };
    let buttons = channels
        .into_iter()
        .map(|channel| {
            let label = if channel == Channel::Log {
                t(Text::SendCode)
            } else {
                code_button_label(channel)
            };
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid=format!("use-code-{}", channel.as_str())
                    on:click=move |_| request_code(channel)
                >
                    {label}
                </button>
            }
        })
        .collect_view();
    view! {
        {by_email
            .then(|| {
                view! {
                    <p class="note" role="status" data-testid="link-sent">
                        {move || t(if sent_link.get() { LoginTexts::LinkSentAgain } else { LoginTexts::LinkSent })}
                    </p>
                }
            })}
        <div class="grid codes">{buttons}</div>
        {move || {
            sent.get()
                .then(|| {
                    view! {
                        <form class="grid" on:submit=submit>
                            {code_field(code, action, false)}
                            <button class="button primary" data-testid="confirm" disabled=move || action.is_busy()>
                                {t(Text::Confirm)}
                            </button>
                        </form>
                    }
                })
        }}
    }
}
