//! Phone number and e-mail address. Changing them requires the password and a proof that the new one belongs to the person.

use crate::{
    api::{Error, Fetched},
    i18n::ProfileTexts,
    prelude::*,
    session::{self},
};
use leptos_router::{NavigateOptions, hooks::use_navigate, hooks::use_query_map};
use shared_types::{
    identity::{Channel, ShowCodeLogin},
    profile::{
        ChangeEmail, ChangePhone, EmailChange, EmailConfirmation, PhoneChange, PhoneCodeRequest, Profile,
        RequestEmailChange, RequestPhoneCode,
    },
};

fn non_empty(text: RwSignal<String>) -> Option<String> {
    Some(text.get_untracked()).filter(|text| !text.is_empty())
}

fn channel_name(channel: Channel) -> &'static str {
    match channel {
        Channel::Telegram => "Telegram",
        Channel::Max => "MAX",
        Channel::Log => "log",
        Channel::Email => "e-mail",
    }
}

/// Renders an error of the forms. A person without a password has to log in again with a code, and then has ten minutes.
fn error_notes(action: Action) -> impl IntoView {
    let error: Signal<Option<Error>> = action.into();
    let needs_login =
        move || error.with(|error| error.as_ref().and_then(Error::code) == Some(ProblemCode::CodeRequired));
    let is_taken = move || error.with(|error| error.as_ref().and_then(Error::code) == Some(ProblemCode::ContactTaken));
    let other = Signal::derive(move || error.get().filter(|_| !needs_login() && !is_taken()));
    view! {
        {move || {
            needs_login()
                .then(|| {
                    view! {
                        <p class="note error" role="alert">
                            {t(ProfileTexts::LogInAgain)}
                        </p>
                    }
                })
        }}
        {move || {
            is_taken()
                .then(|| {
                    view! {
                        <p class="note error" role="alert">
                            {t(ProfileTexts::ContactTaken)}
                        </p>
                    }
                })
        }}
        <ErrorNote error=other />
    }
}

/// The card with phone number and e-mail address.
#[component]
pub(super) fn ContactCard(profile: Profile) -> impl IntoView {
    let (phone, email) = (
        RwSignal::new(profile.person.phone.clone()),
        RwSignal::new(profile.email.clone()),
    );
    let has_password = profile.has_password;
    let open = RwSignal::new("");
    let (action, confirmed) = (use_action(), RwSignal::new(false));
    let token = use_query_map().read_untracked().get("email");
    let navigate = use_navigate();
    if let Some(token) = token {
        let call = async move {
            let confirmation = api::call::<ChangeEmail>((), EmailConfirmation { token }).await;
            // The token is single-use, so it is removed from the address bar.
            let to = format!("/{}/profile", crate::session::guard().as_str());
            let options = NavigateOptions {
                replace: true,
                ..NavigateOptions::default()
            };
            navigate(&to, options);
            confirmation
        };
        action.run(call, move |profile| {
            email.set(profile.email);
            confirmed.set(true);
        });
    }
    let toggle =
        move |which: &'static str| move |_| open.update(|open| *open = if *open == which { "" } else { which });
    any_view! {
        <section class="card">
            <h2>{t(ProfileTexts::Contacts)}</h2>
            {move || {
                confirmed
                    .get()
                    .then(|| {
                        view! {
                            <p class="ok" role="status" data-testid="email-changed">
                                "✓ "
                                {t(ProfileTexts::EmailChanged)}
                            </p>
                        }
                    })
            }}
            {error_notes(action)}
            <div class="row spread">
                <span>{t(ProfileTexts::Phone)}" "<strong data-testid="own-phone">{move || phone.get()}</strong></span>
                <button type="button" class="quiet" data-testid="change-phone" on:click=toggle("phone")>
                    {t(ProfileTexts::ChangeContact)}
                </button>
            </div>
            {move || {
                (open.get() == "phone")
                    .then(|| {
                        view! {
                            <PhoneForm
                                has_password=has_password
                                phone=phone
                                close=Callback::new(move |()| open.set(""))
                            />
                        }
                    })
            }}
            <div class="row spread">
                <span>
                    {t(ProfileTexts::Email)}" "
                    <strong data-testid="own-email">{move || email.get().unwrap_or_else(|| "—".to_owned())}</strong>
                </span>
                <button type="button" class="quiet" data-testid="change-email" on:click=toggle("email")>
                    {move || t(
                        if email.with(Option::is_some) { ProfileTexts::ChangeContact } else { ProfileTexts::AddContact },
                    )}
                </button>
            </div>
            {move || (open.get() == "email").then(|| view! { <EmailForm has_password=has_password /> })}
        </section>
    }
}

#[component]
fn PhoneForm(has_password: bool, phone: RwSignal<String>, close: Callback<()>) -> impl IntoView {
    let empty = || RwSignal::new(String::new());
    let (new, current, code, channel) = (empty(), empty(), empty(), empty());
    let (sent, action) = (RwSignal::new(false), use_action());
    let channels = Fetched::new(|| api::call::<ShowCodeLogin>((session::guard().as_str().to_owned(),), Nothing {}));
    let offered = Signal::derive(move || {
        let known = channels.get().and_then(Result::ok);
        let known = known.map(|methods| methods.channels).unwrap_or_default();
        known
            .into_iter()
            .map(|channel| (channel.as_str().to_owned(), channel_name(channel).to_owned()))
            .collect::<Vec<_>>()
    });
    Effect::new(move |_| {
        if let Some((first, _)) = offered.get().first() {
            channel.set(first.clone());
        }
    });
    let me = self::current_user().0;
    let request_code = move || {
        let chosen = channel.get_untracked();
        let all = [Channel::Telegram, Channel::Max, Channel::Log];
        let Some(channel) = all.into_iter().find(|channel| channel.as_str() == chosen) else {
            return;
        };
        let body = PhoneCodeRequest {
            phone: new.get_untracked(),
            channel,
            current: non_empty(current),
        };
        action.run(api::call::<RequestPhoneCode>((), body), move |_| sent.set(true));
    };
    let change = move || {
        let body = PhoneChange {
            phone: new.get_untracked(),
            code: code.get_untracked(),
            current: non_empty(current),
        };
        action.run(api::call::<ChangePhone>((), body), move |profile| {
            phone.set(profile.person.phone.clone());
            me.update_untracked(|me| {
                if let Some(me) = me {
                    me.user = profile.person;
                }
            });
            close.try_run(());
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if untrack(|| action.is_busy()) {
            return;
        }
        if sent.get_untracked() { change() } else { request_code() }
    };
    any_view! {
        <form class="grid" on:submit=submit data-testid="phone-form">
            {error_notes(action)}
            <Field
                name="phone"
                label=t(ProfileTexts::NewPhone)
                value=new
                error=action
                kind="tel"
                autocomplete="tel"
                required=true
                focus=true
            />
            {has_password
                .then(|| {
                    view! {
                        <Field
                            name="current"
                            label=t(ProfileTexts::CurrentPassword)
                            value=current
                            error=action
                            kind="password"
                            autocomplete="current-password"
                            required=true
                        />
                    }
                })}
            <SelectField name="channel" label=t(ProfileTexts::CodeChannel) value=channel options=offered />
            {move || {
                sent.get()
                    .then(|| {
                        view! {
                            <p class="note">{t(ProfileTexts::PhoneCodeSent)}</p>
                            <Field
                                name="code"
                                label=t(ProfileTexts::Code)
                                value=code
                                error=action
                                autocomplete="one-time-code"
                                inputmode="numeric"
                                required=true
                                focus=true
                            />
                        }
                    })
            }}
            <div class="row">
                <button class="button primary" data-testid="save-phone" disabled=move || action.is_busy()>
                    {move || t(if sent.get() { ProfileTexts::ChangeContact } else { ProfileTexts::SendCode })}
                </button>
                {move || {
                    sent.get()
                        .then(|| {
                            view! {
                                <button type="button" class="quiet" on:click=move |_| request_code()>
                                    {t(ProfileTexts::SendAgain)}
                                </button>
                            }
                        })
                }}
            </div>
        </form>
    }
}

#[component]
fn EmailForm(has_password: bool) -> impl IntoView {
    let empty = || RwSignal::new(String::new());
    let (new, current) = (empty(), empty());
    let (sent, action) = (RwSignal::new(false), use_action());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if untrack(|| action.is_busy()) {
            return;
        }
        let body = EmailChange {
            email: new.get_untracked(),
            current: non_empty(current),
        };
        action.run(api::call::<RequestEmailChange>((), body), move |_| sent.set(true));
    };
    any_view! {
        <form class="grid" on:submit=submit data-testid="email-form">
            {error_notes(action)}
            {move || {
                sent.get()
                    .then(|| {
                        view! {
                            <p class="note" role="status" data-testid="email-sent">
                                {t(ProfileTexts::EmailSent)}
                            </p>
                        }
                    })
            }}
            <Field
                name="email"
                label=t(ProfileTexts::NewEmail)
                value=new
                error=action
                kind="email"
                autocomplete="email"
                required=true
                focus=true
            />
            {has_password
                .then(|| {
                    view! {
                        <Field
                            name="current"
                            label=t(ProfileTexts::CurrentPassword)
                            value=current
                            error=action
                            kind="password"
                            autocomplete="current-password"
                            required=true
                        />
                    }
                })}
            <div class="row">
                <button class="button primary" data-testid="save-email" disabled=move || action.is_busy()>
                    {t(Text::Next)}
                </button>
            </div>
        </form>
    }
}
