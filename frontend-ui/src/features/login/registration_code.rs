//! Confirmation of a registration by a code.

use super::{
    frame::{code_button_label, code_field, finish_login, guard_path, login_state},
    texts::LoginTexts,
};
use crate::{
    api::{self, Error, Options},
    format,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    identity::{Channel, CodeLogin, CodeRequest, ConfirmRegistration, SendRegistrationCode},
};

/// Confirms a registration with a code, if the phone number is already linked to a messenger.
#[component]
pub(super) fn RegistrationCode(channels: Vec<Channel>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let login = login_state();
    let sent_link = RwSignal::new(false);
    let by_email = channels.contains(&Channel::Email);
    let (sent, busy, code) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(String::new()));
    let request_code = move |channel: Channel| {
        error.set(None);
        spawn_local(async move {
            let body = CodeRequest {
                phone: login.phone.get_untracked(),
                channel,
            };
            match api::send::<SendRegistrationCode>(guard_path(), Nothing {}, body, Options::default()).await {
                Ok(_) if channel == Channel::Email => sent_link.set(true),
                Ok(_) => sent.set(true),
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = CodeLogin {
                phone: login.phone.get_untracked(),
                code: code.get_untracked(),
                timezone: format::browser_time_zone(),
            };
            match api::send::<ConfirmRegistration>(guard_path(), Nothing {}, body, Options::default()).await {
                Ok(opened) => finish_login(opened).await,
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
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
                            {code_field(code, error, false)}
                            <button class="button primary" data-testid="confirm" disabled=move || busy.get()>
                                {t(Text::Confirm)}
                            </button>
                        </form>
                    }
                })
        }}
    }
}
