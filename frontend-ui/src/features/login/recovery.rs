//! The door to a new password: a code first, then the password; also the first one of invited staff.

use super::{
    frame::{address, by, door, enter, frame, path},
    texts::Entry,
};
use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use shared_types::{
    endpoint::Nothing,
    identity::{Channel, PasswordByCode, Recover, RecoveryRequest, SetPassword},
};

/// The page of a forgotten or a first password.
#[component]
pub fn RecoveryPage() -> impl IntoView {
    let door = door();
    let is_first = use_query_map().read_untracked().get("first").is_some();
    let (sent, busy, error) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(None::<Error>));
    let (code, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let ask = move |channel: Option<Channel>| {
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = RecoveryRequest {
                phone: door.phone.get_untracked(),
                channel,
            };
            match api::send::<Recover>(path(), Nothing {}, body, Options::default()).await {
                Ok(_) => {
                    door.keep_phone();
                    sent.set(true);
                }
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if !sent.get_untracked() {
            ask(None);
            return;
        }
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = PasswordByCode {
                phone: door.phone.get_untracked(),
                code: code.get_untracked(),
                password: password.get_untracked(),
            };
            match api::send::<SetPassword>(path(), Nothing {}, body, Options::default()).await {
                Ok(opened) => enter(opened).await,
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let fields = move || {
        if sent.get() {
            view! {
                <p class="note" role="status">{t(Entry::RecoverySent)}</p>
                <Field name="code" label=t(Text::CodeFromMessenger) value=code error=error autocomplete="one-time-code" inputmode="numeric" required=true focus=true/>
                <Field name="password" label=t(Entry::NewPassword) value=password error=error kind="password" autocomplete="new-password" required=true/>
                <button class="button primary" data-testid="set-password" disabled=move || busy.get()>{t(Entry::SetPassword)}</button>
                {(!is_first).then(|| view! { <p class="hint">{t(Entry::RecoveryEnds)}</p> })}
            }
            .into_any()
        } else {
            view! {
                <p class="hint">{if is_first { t(Entry::FirstHint) } else { t(Entry::RecoveryHint) }}</p>
                <Field name="phone" label=t(Text::Phone) value=door.phone error=error kind="tel" autocomplete="username" required=true/>
                <button class="button primary" data-testid="send-code" disabled=move || busy.get()>{t(Text::SendCode)}</button>
            }
            .into_any()
        }
    };
    // Whoever has both messengers may have only one at hand.
    let others = move || {
        let channels = door.channels.get();
        (sent.get() && channels.len() > 1).then(|| {
            channels
                .into_iter()
                .map(|channel| view! { <button type="button" class="quiet" disabled=move || busy.get() on:click=move |_| ask(Some(channel))>{by(channel)}</button> })
                .collect_view()
        })
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <ErrorNote error=error/>
            {fields}
            <div class="doors">{others}<a class="quiet" href=address("login")>{t(Text::Back)}</a></div>
        </form>
    };
    let title = if is_first {
        Entry::FirstTitle
    } else {
        Entry::RecoveryTitle
    };
    frame(t(title), inner.into_any())
}
