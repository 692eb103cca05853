//! The door that asks for the code.

use super::{
    frame::{address, by, door, enter, frame, path, send_code},
    texts::Entry,
};
use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    i18n::{Text, t},
    session,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    identity::{Channel, CheckPhone, CodeLogin, LogInByCode, PhoneCheck},
};

/// The page where a code is typed.
#[component]
pub fn CodePage() -> impl IntoView {
    let door = door();
    let (busy, error, again) = (RwSignal::new(false), RwSignal::new(None::<Error>), RwSignal::new(false));
    let code = RwSignal::new(String::new());
    if door.phone.with_untracked(String::is_empty) {
        session::go(&address("login"));
    } else if door.channels.with_untracked(Vec::is_empty) {
        // After a reload the phone is known and the channels are not.
        spawn_local(async move {
            let body = PhoneCheck {
                phone: door.phone.get_untracked(),
            };
            if let Ok(step) = api::send::<CheckPhone>(path(), Nothing {}, body, Options::default()).await {
                door.channels.set(step.channels);
            }
        });
    }
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        error.set(None);
        again.set(false);
        spawn_local(async move {
            let body = CodeLogin {
                phone: door.phone.get_untracked(),
                code: code.get_untracked(),
            };
            match api::send::<LogInByCode>(path(), Nothing {}, body, Options::default()).await {
                Ok(opened) => enter(opened).await,
                Err(refused) => error.set(Some(refused)),
            }
            busy.set(false);
        });
    };
    let resend = move |channel: Channel| {
        error.set(None);
        again.set(false);
        spawn_local(async move {
            match send_code(door.phone.get_untracked(), channel).await {
                Ok(()) => again.set(true),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let buttons = move || {
        let channels = door.channels.get();
        let several = channels.len() > 1;
        let button = move |channel: Channel| {
            let label = if several { by(channel) } else { t(Entry::SendAgain) };
            view! { <button type="button" class="quiet" data-testid=format!("again-{}", channel.as_str()) on:click=move |_| resend(channel)>{label}</button> }
        };
        channels.into_iter().map(button).collect_view()
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <p class="hint">{t(Entry::CodeIn)}" "<strong>{move || door.phone.get()}</strong>". "{t(Entry::CodeWhere)}</p>
            <ErrorNote error=error/>
            {move || again.get().then(|| view! { <p class="note" role="status">{t(Entry::SentAgain)}</p> })}
            <Field name="code" label=t(Text::CodeFromMessenger) value=code error=error autocomplete="one-time-code" inputmode="numeric" required=true focus=true/>
            <button class="button primary" data-testid="login" disabled=move || busy.get()>{t(Text::LogIn)}</button>
            <div class="doors">{buttons}<a class="quiet" href=address("login")>{t(Entry::AnotherPhone)}</a></div>
        </form>
    };
    frame(t(Entry::CodeTitle), inner.into_any())
}
