//! Registration of an agent's company, and of a client with an agent.

use super::{
    frame::{REGISTRATION_QUERY, login_layout, page_path, store_registration_path},
    state::{LoginState, login_state},
    texts::LoginTexts,
};
use crate::prelude::*;
use leptos_router::{
    NavigateOptions,
    hooks::{use_navigate, use_query_map},
};
use shared_types::identity::{
    AgentRegistration, BotLinks, ClientRegistration, InvitationQuery, InvitationState, RegisterAgent, RegisterClient,
    RegistrationInfo, ShowInvitation,
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
    let action = use_action();
    let empty = || RwSignal::new(String::new());
    let (company, name, subdomain, password, email) = (empty(), empty(), empty(), empty(), empty());
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let navigate = navigate.clone();
        let body = AgentRegistration {
            company: company.get_untracked(),
            name: name.get_untracked(),
            phone: login.phone.get_untracked(),
            email: non_empty(email),
            subdomain: non_empty(subdomain),
            password: non_empty(password),
            timezone: format::browser_time_zone(),
        };
        let call = api::send::<RegisterAgent>((), Nothing {}, body, Options::default());
        action.run(call, move |links| continue_registration(login, links, navigate));
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <p class="hint">{t(LoginTexts::RegisterAgentHint)}</p>
            <ErrorNote error=action />
            <Field
                name="company"
                label=t(LoginTexts::Company)
                value=company
                error=action
                autocomplete="organization"
                required=true
                focus=true
            />
            <Field
                name="name"
                label=t(LoginTexts::YourName)
                value=name
                error=action
                autocomplete="name"
                required=true
            />
            <Field
                name="phone"
                label=t(Text::Phone)
                value=login.phone
                error=action
                kind="tel"
                autocomplete="tel"
                required=true
            />
            <Field
                name="email"
                label=t(LoginTexts::OptionalEmail)
                value=email
                error=action
                kind="email"
                autocomplete="email"
            />
            <Field name="subdomain" label=t(LoginTexts::Subdomain) value=subdomain error=action />
            <Field
                name="password"
                label=t(LoginTexts::OptionalPassword)
                value=password
                error=action
                kind="password"
                autocomplete="new-password"
            />
            <button class="button primary" data-testid="register" disabled=move || action.is_busy()>
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
fn continue_registration(login: LoginState, bot_links: BotLinks, navigate: impl Fn(&str, NavigateOptions)) {
    login.store_phone();
    store_registration_path();
    login.channels.set(bot_links.channels.clone());
    login.bot_links.set(Some(bot_links));
    let address = format!("{}?{REGISTRATION_QUERY}=1", page_path("confirm"));
    navigate(&address, NavigateOptions::default());
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
        use_value(&[], move || api::get::<ShowInvitation>(target.clone()))
    };
    let content = move |invitation: RegistrationInfo| {
        let target = target.clone();
        match (invitation.state, invitation.agent_name) {
            (InvitationState::Open, Some(agent_name)) => {
                any_view! { <ClientForm agent_name invitation=target /> }
            }
            (InvitationState::UnknownAgent, _) => no_invitation(t(LoginTexts::UnknownAgent)),
            _ => no_invitation(t(LoginTexts::NoAgent)),
        }
    };
    login_layout(
        t(LoginTexts::RegisterClientTitle),
        invitation.show(Skeleton::Rows, move |value| content(value.clone())),
    )
}

fn no_invitation(sentence: &'static str) -> AnyView {
    any_view! {
        <p class="note" role="status" data-testid="no-invitation">
            {sentence}
        </p>
        <a class="button" href=page_path("login")>
            {t(LoginTexts::HaveAccount)}
        </a>
    }
}

#[component]
fn ClientForm(agent_name: String, invitation: InvitationQuery) -> impl IntoView {
    let login = login_state();
    let action = use_action();
    let empty = || RwSignal::new(String::new());
    let (name, password, email) = (empty(), empty(), empty());
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let (navigate, invitation) = (navigate.clone(), invitation.clone());
        let body = ClientRegistration {
            name: name.get_untracked(),
            phone: login.phone.get_untracked(),
            email: non_empty(email),
            agent: invitation.agent,
            hash: invitation.hash,
            password: non_empty(password),
            timezone: format::browser_time_zone(),
        };
        let call = api::send::<RegisterClient>((), Nothing {}, body, Options::default());
        action.run(call, move |links| continue_registration(login, links, navigate));
    };
    view! {
        <form class="grid" on:submit=submit>
            <p dir="auto" class="invited-by" data-testid="invited-by">
                {agent_name}
            </p>
            <ErrorNote error=action />
            <Field
                name="name"
                label=t(LoginTexts::YourName)
                value=name
                error=action
                autocomplete="name"
                required=true
                focus=true
            />
            <Field
                name="phone"
                label=t(Text::Phone)
                value=login.phone
                error=action
                kind="tel"
                autocomplete="tel"
                required=true
            />
            <Field
                name="email"
                label=t(LoginTexts::OptionalEmail)
                value=email
                error=action
                kind="email"
                autocomplete="email"
            />
            <Field
                name="password"
                label=t(LoginTexts::OptionalPassword)
                value=password
                error=action
                kind="password"
                autocomplete="new-password"
            />
            <button class="button primary" data-testid="register" disabled=move || action.is_busy()>
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
