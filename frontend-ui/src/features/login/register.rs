//! The doors for new people: an agent's company, a client of an agent.

use super::{
    frame::{Door, address, door, frame},
    texts::Entry,
};
use crate::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded},
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
        AgentRegistration, ClientRegistration, InvitationQuery, InvitationState, LinkOffer, RegisterAgent,
        RegisterClient, RegistrationOffer, ShowInvitation,
    },
};

/// What was typed, or nothing.
fn optional(text: RwSignal<String>) -> Option<String> {
    let text = text.get_untracked();
    (!text.trim().is_empty()).then_some(text)
}

/// The page where an intermediary registers.
#[component]
pub fn RegisterAgentPage() -> impl IntoView {
    let door = door();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let empty = || RwSignal::new(String::new());
    let (company, name, subdomain, password) = (empty(), empty(), empty(), empty());
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
                phone: door.phone.get_untracked(),
                subdomain: optional(subdomain),
                password: optional(password),
            };
            let answer = api::send::<RegisterAgent>((), Nothing {}, body, Options::default()).await;
            go_on(door, answer, error, navigate);
            let _ = busy.try_set(false);
        });
    };
    let inner = view! {
        <form class="grid" on:submit=submit>
            <p class="hint">{t(Entry::RegisterAgentHint)}</p>
            <ErrorNote error=error/>
            <Field name="company" label=t(Entry::Company) value=company error=error autocomplete="organization" required=true focus=true/>
            <Field name="name" label=t(Entry::YourName) value=name error=error autocomplete="name" required=true/>
            <Field name="phone" label=t(Text::Phone) value=door.phone error=error kind="tel" autocomplete="tel" required=true/>
            <Field name="subdomain" label=t(Entry::Subdomain) value=subdomain error=error/>
            <Field name="password" label=t(Entry::OptionalPassword) value=password error=error kind="password" autocomplete="new-password"/>
            <button class="button primary" data-testid="register" disabled=move || busy.get()>{t(Entry::Register)}</button>
            <div class="doors"><a class="quiet" href=address("login")>{t(Entry::HaveAccount)}</a></div>
        </form>
    };
    frame(t(Entry::RegisterAgentTitle), inner.into_any())
}

/// A registration that was taken waits for its phone.
fn go_on(
    door: Door,
    answer: Result<LinkOffer, Error>,
    error: RwSignal<Option<Error>>,
    navigate: impl Fn(&str, NavigateOptions),
) {
    match answer {
        Ok(offer) => {
            door.keep_phone();
            door.channels.set(offer.channels.clone());
            door.offer.set(Some(offer));
            navigate(&address("confirm"), NavigateOptions::default());
        }
        Err(refused) => error.set(Some(refused)),
    }
}

/// The page where a client registers with the intermediary that the link or the host names.
#[component]
pub fn RegisterClientPage() -> impl IntoView {
    let query = use_query_map();
    let asked = InvitationQuery {
        agent: query.read_untracked().get("agent"),
        hash: query.read_untracked().get("hash"),
    };
    let invitation = {
        let asked = asked.clone();
        LocalResource::new(move || {
            let asked = asked.clone();
            async move { api::get::<ShowInvitation>(asked).await }
        })
    };
    let content = move |invitation: RegistrationOffer| {
        let asked = asked.clone();
        match (invitation.state, invitation.agent_name) {
            (InvitationState::Open, Some(agent_name)) => view! { <ClientForm agent_name asked/> }.into_any(),
            (InvitationState::UnknownAgent, _) => explained(t(Entry::UnknownAgent)),
            _ => explained(t(Entry::NoAgent)),
        }
    };
    frame(
        t(Entry::RegisterClientTitle),
        view! { <Loaded resource=invitation content=content/> }.into_any(),
    )
}

fn explained(sentence: &'static str) -> AnyView {
    view! {
        <p class="note" role="status" data-testid="no-invitation">{sentence}</p>
        <a class="button" href=address("login")>{t(Entry::HaveAccount)}</a>
    }
    .into_any()
}

#[component]
fn ClientForm(agent_name: String, asked: InvitationQuery) -> impl IntoView {
    let door = door();
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let navigate = use_navigate();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let (navigate, asked) = (navigate.clone(), asked.clone());
        busy.set(true);
        error.set(None);
        spawn_local(async move {
            let body = ClientRegistration {
                name: name.get_untracked(),
                phone: door.phone.get_untracked(),
                agent: asked.agent,
                hash: asked.hash,
                password: optional(password),
            };
            let answer = api::send::<RegisterClient>((), Nothing {}, body, Options::default()).await;
            go_on(door, answer, error, navigate);
            let _ = busy.try_set(false);
        });
    };
    view! {
        <form class="grid" on:submit=submit>
            <p class="inviting" data-testid="inviting-agent">{agent_name}</p>
            <ErrorNote error=error/>
            <Field name="name" label=t(Entry::YourName) value=name error=error autocomplete="name" required=true/>
            <Field name="phone" label=t(Text::Phone) value=door.phone error=error kind="tel" autocomplete="tel" required=true/>
            <Field name="password" label=t(Entry::OptionalPassword) value=password error=error kind="password" autocomplete="new-password"/>
            <button class="button primary" data-testid="register" disabled=move || busy.get()>{t(Entry::Register)}</button>
            <div class="doors"><a class="quiet" href=address("login")>{t(Entry::HaveAccount)}</a></div>
        </form>
    }
}
