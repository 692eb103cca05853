//! The panel next to the login forms: the owner of the cabinet, a picture, and the purpose of the cabinet.

use super::{
    state::{Door, LoginState, store, stored},
    texts::LoginTexts,
};
use crate::{
    features::brand::{apply_accent, brand_mark},
    prelude::*,
    session,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    identity::{InvitationQuery, ShowInvitation},
    settings::Brand,
};

/// The link of an agent by which this tab was opened, as `agent=` or `hash=` with its value.
const AGENT_KEY: &str = "karavan.agent";

/// The way of a shipment from China to the client.
const ROUTE: &str = concat!(
    r#"<path d="M0 170q80-44 160-20t150 2 120-20 130 38v30H0z" fill="var(--accent-line)" opacity=".45"/>"#,
    r#"<g fill="var(--card)" stroke="var(--accent)" stroke-width="3" stroke-linejoin="round">"#,
    r#"<path d="M76 126h76v46H76zM92 92h44v20H92zM420 122h76v50h-76z"/>"#,
    r#"<g fill="var(--accent)"><path d="M58 128q20-2 28-18h56q8 16 28 18zM76 94q16-2 22-15h32q6 13 22 15z"/>"#,
    r#"<path d="M408 126l50-40 50 40z"/></g></g>"#,
    r#"<path d="M114 79V62" stroke="var(--accent)" stroke-width="3" stroke-linecap="round"/>"#,
    r#"<path d="M104 146h20v26h-20zM448 142h20v30h-20z" fill="var(--accent-line)"/>"#,
    r#"<path d="M150 64C220 8 350 4 432 46" fill="none" stroke="var(--accent-strong)" stroke-width="3" stroke-linecap="round""#,
    r#" stroke-dasharray="1 11"/>"#,
    r#"<path d="M458 74c-11-13-18-21-18-31a18 18 0 0 1 36 0c0 10-7 18-18 31z" fill="var(--accent-strong)"/>"#,
    r#"<circle cx="458" cy="43" r="6" fill="var(--card)"/>"#,
    r#"<rect x="258" y="6" width="58" height="46" rx="6" fill="var(--accent)"/>"#,
    r#"<path d="M280 6h14v20l-7-5-7 5z" fill="var(--on-accent)"/>"#,
);

/// The agent that the address names, or else the one by whose link this tab was opened.
pub(super) fn invitation_query() -> InvitationQuery {
    let named = use_query_map().with_untracked(|query| InvitationQuery {
        agent: query.get("agent"),
        hash: query.get("hash"),
    });
    if named.agent.is_some() || named.hash.is_some() {
        return named;
    }
    let link = stored(AGENT_KEY);
    let value = |name: &str| link.strip_prefix(name).map(ToOwned::to_owned);
    InvitationQuery {
        agent: value("agent="),
        hash: value("hash="),
    }
}

/// Stores the link of an agent for the pages that follow, whose addresses do not have it.
pub(super) fn store_link(query: &InvitationQuery) {
    match query {
        InvitationQuery { agent: Some(agent), .. } => store(AGENT_KEY, &format!("agent={agent}")),
        InvitationQuery { hash: Some(hash), .. } => store(AGENT_KEY, &format!("hash={hash}")),
        _ => {}
    }
}

/// Loads the brand of the agent that the address names, unless it is loaded. Staff log in to no agent yet.
fn load_door(login: LoginState) {
    if session::guard() == Guard::Agent {
        login.door.set(Door::Service);
        return;
    }
    let query = invitation_query();
    if login.invitation.with_value(|loaded| loaded.as_ref() == Some(&query)) {
        return;
    }
    login.invitation.set_value(Some(query.clone()));
    spawn_local(async move {
        let found = api::get::<ShowInvitation>(query.clone()).await;
        let brand = found.ok().and_then(|info| info.brand);
        if brand.is_some() {
            store_link(&query);
        }
        apply_accent(brand.as_ref().map(|brand| brand.color).unwrap_or_default());
        let _ = login.door.try_set(brand.map_or(Door::Service, Door::Agent));
    });
}

/// The panel of the login pages.
pub(super) fn door(login: LoginState) -> AnyView {
    load_door(login);
    let guard = session::guard();
    let content = move || {
        login.door.with(|door| match door {
            Door::Agent(brand) => door_panel(Some(brand), guard),
            Door::Service | Door::Unknown => door_panel(None, guard),
        })
    };
    let is_unknown = move || login.door.with(|door| *door == Door::Unknown);
    any_view! {
        <section class="door" class:pending=is_unknown data-testid="login-brand">
            {content}
        </section>
    }
}

/// The content of the panel about an agent, or about the service if there is none.
pub fn door_panel(brand: Option<&Brand>, guard: Guard) -> AnyView {
    let service = || Brand {
        name: "Karavan".to_owned(),
        ..Brand::default()
    };
    let brand = brand.cloned().unwrap_or_else(service);
    let (side, why, reasons) = if guard == Guard::Agent {
        (
            LoginTexts::AgentSide,
            LoginTexts::WhyAgent,
            [
                LoginTexts::AgentOrders,
                LoginTexts::AgentWarehouse,
                LoginTexts::AgentMoney,
            ],
        )
    } else {
        (
            LoginTexts::ClientSide,
            LoginTexts::WhyClient,
            [
                LoginTexts::ClientPrice,
                LoginTexts::ClientShipments,
                LoginTexts::ClientChat,
            ],
        )
    };
    let reasons = reasons.map(|reason| {
        view! { <li>{Icon::Check.view()} <span>{t(reason)}</span></li> }
    });
    let mark = brand_mark(&brand);
    let why = Some(brand.motto)
        .filter(|motto| !motto.is_empty())
        .unwrap_or_else(|| t(why).to_owned());
    any_view! {
        <p class="door-brand">
            {mark} <span>
                <strong dir="auto" data-testid="brand-name">
                    {brand.name}
                </strong>
                <small>{t(side)}</small>
            </span>
        </p>
        <svg class="door-picture" viewBox="0 0 560 200" aria-hidden="true" inner_html=ROUTE></svg>
        <p class="why" data-testid="brand-motto">
            {why}
        </p>
        <ul>{reasons.collect_view()}</ul>
    }
}
