//! Shared parts of the login pages: their layout, and the completion of a login.

use super::{
    door::door,
    state::{login_state, store, stored},
    texts::LoginTexts,
};
use crate::{
    api::Error,
    i18n::{self, LANGUAGES, Language},
    prelude::*,
    session,
};
use chrono::{DateTime, TimeDelta, Utc};
use shared_types::{
    identity::{Channel, CodeRequest, CreateSessionTransfer, SendCode, Session, limits::CODE_MINUTES},
    start_page::StartPage,
};

const NEXT_KEY: &str = "karavan.next";
const CODE_KEY: &str = "karavan.code-sent";
const REGISTRATION_KEY: &str = "karavan.registration";

/// The query parameter with which the page of the bots confirms a registration instead of a login.
pub(super) const REGISTRATION_QUERY: &str = "registration";

/// Stores the page that was requested before the login.
pub(super) fn store_next(next: &str) {
    store(NEXT_KEY, next);
}

/// Stores the address of the registration form, which names the agent.
pub(super) fn store_registration_path() {
    store(REGISTRATION_KEY, &window().location().search().unwrap_or_default());
}

/// Returns the address of the registration form that this tab has last sent.
pub(super) fn registration_path() -> String {
    format!("{}{}", page_path("register"), stored(REGISTRATION_KEY))
}

/// Whether a code that is still valid was sent to the phone number from this tab.
pub(super) fn is_code_sent(phone: &str) -> bool {
    let sent = stored(CODE_KEY);
    let Some((to, at)) = sent.split_once(' ') else {
        return false;
    };
    let is_recent = |at: DateTime<Utc>| format::now() - at < TimeDelta::minutes(CODE_MINUTES);
    to == phone && at.parse().is_ok_and(is_recent)
}

/// Returns the path parameters of login endpoints: the name of the guard.
pub(super) fn guard_path() -> (String,) {
    (session::guard().as_str().to_owned(),)
}

/// Returns the path of a page of this SPA.
pub(super) fn page_path(page: &str) -> String {
    format!("/{}/{page}", session::guard().as_str())
}

/// Returns the page to open after the login: the requested one, or the start page of the cabinet.
pub(super) fn landing_path() -> String {
    let next = stored(NEXT_KEY);
    // `next` comes from the URL, so only paths of this SPA are accepted.
    if next.starts_with(&page_path("")) && !next.contains("/login") {
        next
    } else {
        session::home_path().to_owned()
    }
}

/// Makes the home page the first one of a person whom it suits and who has chosen none. The server does not know the rights: it
/// redirects later visits by the choice.
async fn choose_suited_start_page() {
    let guard = session::guard();
    if session::chosen_start_page(guard).is_none()
        && let Ok(me) = session::load().await
        && StartPage::suited(guard, &me.rights) == StartPage::Home
    {
        session::choose_start_page(StartPage::Home);
    }
}

/// Completes a login and opens the cabinet. Staff of an agent with its own host are transferred to that host.
pub(super) async fn finish_login(opened: Session) {
    session::store_access_token(opened.access_token);
    if landing_path() == session::home_path() {
        choose_suited_start_page().await;
    }
    let home = landing_path();
    store(NEXT_KEY, "");
    if session::guard() == Guard::Agent
        && let Ok(bot_links) = api::send::<CreateSessionTransfer>((), Nothing {}, Nothing {}, Options::default()).await
        && let Some(url) = bot_links.url
    {
        session::clear_access_token();
        let _ = window().location().replace(&format!("{url}&next={home}"));
        return;
    }
    session::redirect(&home);
}

/// Sends a request that opens a session, and opens the cabinet.
pub(super) fn log_in(action: Action, request: impl Future<Output = Result<Session, Error>> + 'static) {
    let call = async move {
        finish_login(request.await?).await;
        Ok(())
    };
    action.run(call, |()| {});
}

/// Returns the label of the button that sends a code to a messenger.
pub(super) fn code_button_label(channel: Channel) -> &'static str {
    t(match channel {
        Channel::Log => LoginTexts::LogInByCode,
        Channel::Telegram => LoginTexts::CodeByTelegram,
        Channel::Max => LoginTexts::CodeByMax,
        Channel::Email => LoginTexts::LinkAgain,
    })
}

/// Requests a login code.
pub(super) async fn send_code(phone: String, channel: Channel) -> Result<(), Error> {
    let sent = format!("{phone} {}", format::now().to_rfc3339());
    let body = CodeRequest { phone, channel };
    api::call::<SendCode>(guard_path(), body).await?;
    store(CODE_KEY, &sent);
    Ok(())
}

/// The layout of a login page: the panel of the cabinet, the title, the content, help, and the choice of language.
pub(super) fn login_layout(title: &'static str, inner: AnyView) -> AnyView {
    let contact = if session::guard() == Guard::Agent {
        LoginTexts::HelpAgent
    } else {
        LoginTexts::HelpClient
    };
    let help = [LoginTexts::HelpPhone, LoginTexts::HelpCode, contact].map(|line| view! { <li>{t(line)}</li> });
    let set_language = |language: Language| {
        if i18n::store_language(language) {
            let _ = window().location().reload();
        }
    };
    let languages = LANGUAGES.map(|(language, name)| {
        let is_current = language == i18n::language();
        view! {
            <button
                type="button"
                class="quiet"
                lang=language.as_str()
                aria-pressed=is_current.to_string()
                on:click=move |_| set_language(language)
            >
                {name}
            </button>
        }
    });
    any_view! {
        <main class="login split">
            {door(login_state())} <div class="login-side">
                <section class="card login-card">
                    <h1>{title}</h1>
                    {inner}
                    <details class="login-help">
                        <summary data-testid="help">{t(LoginTexts::Help)}</summary>
                        <ul>{help.collect_view()}</ul>
                    </details>
                </section>
                <nav class="languages" aria-label=t(Text::Language)>
                    {languages.collect_view()}
                </nav>
            </div>
        </main>
    }
}

/// The field of a code that a messenger has sent.
pub(super) fn code_field(code: RwSignal<String>, action: Action, focus: bool) -> AnyView {
    any_view! {
        <Field
            name="code"
            label=t(Text::CodeFromMessenger)
            value=code
            error=action
            autocomplete="one-time-code"
            inputmode="numeric"
            required=true
            focus=focus
        />
    }
}
