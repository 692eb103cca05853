//! Registration of an agent's company, and of a client with an agent.

use super::{
    frame::{LoginState, REGISTRATION_QUERY, login_layout, login_state, page_path, store_registration_path},
    texts::LoginTexts,
};
use crate::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Field, Loaded},
    format,
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    endpoint::Nothing,
    identity::{
        AgentRegistration, BotLinks, ClientRegistration, InvitationQuery, InvitationState, RegisterAgent,
        RegisterClient, RegistrationInfo, ShowInvitation,
    },
};

/// Returns the text of a field, or `None` if it is blank.
fn non_empty(text: RwSignal<String>) -> Option<String> {
    let text = text.get_untracked();
    (!text.trim().is_empty()).then_some(text)
}

/// The page where an agent registers.
#[component]
pub fn RegisterAgentPage() -> impl IntoView {
    let login = login_state();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let empty = || RwSignal::new(String::new());
    let (company, name, subdomain, password, email) = (empty(), empty(), empty(), empty(), empty());
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let navigate = navigate.clone();
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = AgentRegistration {
                company: company.get_untracked(),
                name: name.get_untracked(),
                phone: login.phone.get_untracked(),
                email: non_empty(email),
                subdomain: non_empty(subdomain),
                password: non_empty(password),
                timezone: format::browser_time_zone(),
            };
            let result = api::send::<RegisterAgent>((), Nothing {}, body, Options::default()).await;
            continue_registration(login, result, error, navigate);
            let _ = busy.try_set(false);
        });
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <p class="hint">{t(LoginTexts::RegisterAgentHint)}</p>
            <ErrorNote error=error />
            <Field
                name="company"
                label=t(LoginTexts::Company)
                value=company
                error=error
                autocomplete="organization"
                required=true
                focus=true
            />
            <Field name="name" label=t(LoginTexts::YourName) value=name error=error autocomplete="name" required=true />
            <Field
                name="phone"
                label=t(Text::Phone)
                value=login.phone
                error=error
                kind="tel"
                autocomplete="tel"
                required=true
            />
            <Field
                name="email"
                label=t(LoginTexts::OptionalEmail)
                value=email
                error=error
                kind="email"
                autocomplete="email"
            />
            <Field name="subdomain" label=t(LoginTexts::Subdomain) value=subdomain error=error />
            <Field
                name="password"
                label=t(LoginTexts::OptionalPassword)
                value=password
                error=error
                kind="password"
                autocomplete="new-password"
            />
            <button class="button primary" data-testid="register" disabled=move || busy.get()>
                {t(LoginTexts::Register)}
            </button>
            <div class="login-links">
                <a class="quiet" href=page_path("login")>
                    {t(LoginTexts::HaveAccount)}
                </a>
            </div>
        </form>
    };
    login_layout(t(LoginTexts::RegisterAgentTitle), inner.into_any())
}

/// Continues an accepted registration with the confirmation of the phone number.
fn continue_registration(
    login: LoginState,
    result: Result<BotLinks, Error>,
    error: RwSignal<Option<Error>>,
    navigate: impl Fn(&str, NavigateOptions),
) {
    match result {
        Ok(bot_links) => {
            login.store_phone();
            store_registration_path();
            login.channels.set(bot_links.channels.clone());
            login.bot_links.set(Some(bot_links));
            let address = format!("{}?{REGISTRATION_QUERY}=1", page_path("confirm"));
            navigate(&address, NavigateOptions::default());
        }
        Err(err) => error.set(Some(err)),
    }
}

/// The page where a client registers with the agent that the link or the host names.
#[component]
pub fn RegisterClientPage() -> impl IntoView {
    let query = use_query_map();
    let target = InvitationQuery {
        agent: query.read_untracked().get("agent"),
        hash: query.read_untracked().get("hash"),
    };
    let invitation = {
        let target = target.clone();
        Fetched::new(move || {
            let target = target.clone();
            async move { api::get::<ShowInvitation>(target).await }
        })
    };
    let content = move |invitation: RegistrationInfo| {
        let target = target.clone();
        match (invitation.state, invitation.agent_name) {
            (InvitationState::Open, Some(agent_name)) => {
                view! { <ClientForm agent_name invitation=target /> }.into_any()
            }
            (InvitationState::UnknownAgent, _) => no_invitation(t(LoginTexts::UnknownAgent)),
            _ => no_invitation(t(LoginTexts::NoAgent)),
        }
    };
    login_layout(
        t(LoginTexts::RegisterClientTitle),
        view! { <Loaded resource=invitation content=content /> }.into_any(),
    )
}

fn no_invitation(sentence: &'static str) -> AnyView {
    view! {
        <p class="note" role="status" data-testid="no-invitation">
            {sentence}
        </p>
        <a class="button" href=page_path("login")>
            {t(LoginTexts::HaveAccount)}
        </a>
    }
    .into_any()
}

#[component]
fn ClientForm(agent_name: String, invitation: InvitationQuery) -> impl IntoView {
    let login = login_state();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let empty = || RwSignal::new(String::new());
    let (name, password, email) = (empty(), empty(), empty());
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let (navigate, invitation) = (navigate.clone(), invitation.clone());
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = ClientRegistration {
                name: name.get_untracked(),
                phone: login.phone.get_untracked(),
                email: non_empty(email),
                agent: invitation.agent,
                hash: invitation.hash,
                password: non_empty(password),
                timezone: format::browser_time_zone(),
            };
            let result = api::send::<RegisterClient>((), Nothing {}, body, Options::default()).await;
            continue_registration(login, result, error, navigate);
            let _ = busy.try_set(false);
        });
    };
    view! {
        <form class="grid" on:submit=submit>
            <p dir="auto" class="invited-by" data-testid="invited-by">
                {agent_name}
            </p>
            <ErrorNote error=error />
            <Field name="name" label=t(LoginTexts::YourName) value=name error=error autocomplete="name" required=true />
            <Field
                name="phone"
                label=t(Text::Phone)
                value=login.phone
                error=error
                kind="tel"
                autocomplete="tel"
                required=true
            />
            <Field
                name="email"
                label=t(LoginTexts::OptionalEmail)
                value=email
                error=error
                kind="email"
                autocomplete="email"
            />
            <Field
                name="password"
                label=t(LoginTexts::OptionalPassword)
                value=password
                error=error
                kind="password"
                autocomplete="new-password"
            />
            <button class="button primary" data-testid="register" disabled=move || busy.get()>
                {t(LoginTexts::Register)}
            </button>
            <div class="login-links">
                <a class="quiet" href=page_path("login")>
                    {t(LoginTexts::HaveAccount)}
                </a>
            </div>
        </form>
    }
}
