//! Login by phone: the number, then the password or a one-time code.

use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    i18n::{Text, t},
    session,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use shared_types::{
    endpoint::Nothing,
    identity::{
        Channel, CheckPhone, CodeLogin, CodeRequest, LogInByCode, LogInByPassword, NextStep, PasswordLogin, PhoneCheck,
        SendCode, Session,
    },
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Phone,
    Password,
    Code,
    Link,
}

fn path() -> (String,) {
    (session::guard().as_str().to_owned(),)
}

/// The login page of either side.
#[component]
pub fn LoginPage() -> impl IntoView {
    let (step, busy, error) = (
        RwSignal::new(Step::Phone),
        RwSignal::new(false),
        RwSignal::new(None::<Error>),
    );
    let channels = RwSignal::new(Vec::<Channel>::new());
    let (phone, password, code) = (
        RwSignal::new(String::new()),
        RwSignal::new(String::new()),
        RwSignal::new(String::new()),
    );
    let next = use_query_map().read_untracked().get("next").unwrap_or_default();
    let home = format!("/{}/orders", session::guard().as_str());
    // Only an address of our own side: the query is anybody's to write.
    let own = format!("/{}/", session::guard().as_str());
    let home = if next.starts_with(&own) && !next.contains("/login") {
        next
    } else {
        home
    };
    let enter = move |answer: Result<Session, Error>| match answer {
        Ok(opened) => {
            session::hold(opened.access_token);
            session::go(&home);
        }
        Err(refused) => error.set(Some(refused)),
    };
    let ask_code = move || async move {
        let channel = channels
            .with_untracked(|channels| channels.first().copied())
            .unwrap_or(Channel::Log);
        let body = CodeRequest {
            phone: phone.get_untracked(),
            channel,
        };
        match api::send::<SendCode>(path(), Nothing {}, body, Options::default()).await {
            Ok(_) => step.set(Step::Code),
            Err(refused) => error.set(Some(refused)),
        }
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        busy.set(true);
        error.set(None);
        let enter = enter.clone();
        spawn_local(async move {
            match step.get_untracked() {
                Step::Phone => {
                    let body = PhoneCheck {
                        phone: phone.get_untracked(),
                    };
                    match api::send::<CheckPhone>(path(), Nothing {}, body, Options::default()).await {
                        Ok(answer) => {
                            channels.set(answer.channels);
                            match answer.next {
                                NextStep::Password => step.set(Step::Password),
                                NextStep::Code | NextStep::SetPassword => ask_code().await,
                                NextStep::Link => step.set(Step::Link),
                            }
                        }
                        Err(refused) => error.set(Some(refused)),
                    }
                }
                Step::Password => {
                    let body = PasswordLogin {
                        phone: phone.get_untracked(),
                        password: password.get_untracked(),
                    };
                    enter(api::send::<LogInByPassword>(path(), Nothing {}, body, Options::default()).await);
                }
                Step::Code => {
                    let body = CodeLogin {
                        phone: phone.get_untracked(),
                        code: code.get_untracked(),
                    };
                    enter(api::send::<LogInByCode>(path(), Nothing {}, body, Options::default()).await);
                }
                Step::Link => {}
            }
            busy.set(false);
        });
    };
    let field = move || {
        match step.get() {
        Step::Phone => view! { <Field name="phone" label=t(Text::Phone) value=phone error=error kind="tel" autocomplete="username" required=true/> }.into_any(),
        Step::Password => view! { <Field name="password" label=t(Text::Password) value=password error=error kind="password" autocomplete="current-password" required=true/> }.into_any(),
        Step::Code => view! {
            <p class="note">{t(Text::CodeSent)}</p>
            <Field name="code" label=t(Text::CodeFromMessenger) value=code error=error autocomplete="one-time-code" required=true/>
        }.into_any(),
        Step::Link => view! { <p class="note">{t(Text::LinkMessenger)}</p> }.into_any(),
    }
    };
    let by_code = move || {
        (step.get() == Step::Password && channels.with(|channels| !channels.is_empty())).then(|| view! {
        <button type="button" class="quiet" data-testid="use-code" on:click=move |_| spawn_local(ask_code())>{t(Text::UseCode)}</button>
    })
    };
    let back = move || {
        (step.get() != Step::Phone).then(|| view! {
        <button type="button" class="quiet" on:click=move |_| { error.set(None); step.set(Step::Phone); }>{t(Text::Back)}</button>
    })
    };
    let label = move || {
        if step.get() == Step::Phone {
            t(Text::Next)
        } else {
            t(Text::LogIn)
        }
    };
    view! {
        <main class="login">
            <form class="card" on:submit=submit>
                <h1><span class="brand">"Karavan"</span></h1>
                <p class="muted">{if session::guard() == shared_types::access::Guard::Agent { t(Text::Agent) } else { t(Text::Client) }}</p>
                <ErrorNote error=error/>
                {field}
                {move || (step.get() != Step::Link).then(|| view! {
                    <button class="button primary" data-testid="login" disabled=move || busy.get()>{label}</button>
                })}
                <div class="row">{by_code}{back}</div>
            </form>
        </main>
    }
}
