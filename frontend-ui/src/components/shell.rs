//! The frame of every page behind a login: brand, menu, cabinets, language, theme, way out.

use crate::{
    api,
    i18n::{self, Language, Text, t},
    session::{self, current},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::components::A;
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    identity::{AgentPreferences, Cabinet, ClientPreferences, Preferences, SwitchCabinet, SwitchTo},
};

/// A link of the menu: where it leads and what it is called.
pub type MenuItem = (&'static str, &'static str);

async fn switch(cabinet: Cabinet) {
    let membership_id = cabinet
        .staff_id
        .map(|id| id.0)
        .or(cabinet.member_id.map(|id| id.0))
        .unwrap_or_default();
    let body = SwitchTo {
        guard: cabinet.guard,
        membership_id,
    };
    if let Ok(opened) = api::send::<SwitchCabinet>((), Nothing {}, body, api::Options::default()).await {
        session::go(&format!("/{}/orders", opened.cabinet.guard.as_str()));
    }
}

async fn speak(language: Language) {
    let body = Preferences {
        locale: Some(language.tag().to_owned()),
        timezone: None,
    };
    let options = api::Options::default();
    // The choice holds in this browser even where the server can't be told.
    let _ = match session::guard() {
        Guard::Agent => api::send::<AgentPreferences>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ClientPreferences>((), Nothing {}, body, options).await,
    };
    if i18n::remember(language) {
        let _ = window().location().reload();
    }
}

/// Light, dark, or as the system has it.
fn next_theme() {
    let root = document().document_element();
    let current = root
        .as_ref()
        .and_then(|root| root.get_attribute("data-theme"))
        .unwrap_or_default();
    let next = match current.as_str() {
        "" => "dark",
        "dark" => "light",
        _ => "",
    };
    if let Some(root) = root {
        let _ = root.set_attribute("data-theme", next);
    }
    if let Some(storage) = i18n::storage() {
        let _ = storage.set_item("karavan.theme", next);
    }
}

/// Takes the theme this browser remembers.
pub(crate) fn start_theme() {
    let theme = i18n::storage().and_then(|storage| storage.get_item("karavan.theme").ok().flatten());
    if let (Some(theme), Some(root)) = (theme, document().document_element()) {
        let _ = root.set_attribute("data-theme", &theme);
    }
}

fn cabinet_name(cabinet: &Cabinet) -> String {
    match (&cabinet.client_code, &cabinet.client_name) {
        (Some(code), Some(name)) => format!("{code} · {name} — {}", cabinet.agent_name),
        _ => cabinet.agent_name.clone(),
    }
}

#[component]
fn Cabinets() -> impl IntoView {
    let me = current().0;
    let options =
        move || {
            me.get().map(|me| {
                let open = me.cabinet.clone();
                me.cabinets.into_iter().enumerate().map(|(index, cabinet)| {
                view! { <option value=index.to_string() selected=cabinet == open>{cabinet_name(&cabinet)}</option> }
            }).collect_view()
            })
        };
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let chosen = me.with_untracked(|me| Some(me.as_ref()?.cabinets.get(index?)?.clone()));
        if let Some(cabinet) = chosen {
            spawn_local(switch(cabinet));
        }
    };
    view! {
        <select class="quiet cabinets" aria-label=t(Text::Agent) data-testid="cabinets" on:change=choose>{options}</select>
    }
}

/// The frame of a page.
#[component]
pub fn Shell(
    /// The menu.
    menu: Vec<MenuItem>,
    /// What stands beside the menu on every page.
    #[prop(optional_no_strip)]
    tools: Option<AnyView>,
    children: Children,
) -> impl IntoView {
    let links = menu
        .into_iter()
        .map(|(href, text)| view! { <A href=href>{text}</A> })
        .collect_view();
    let languages = Language::ALL.map(|(language, name)| {
        view! { <option value=language.tag() selected=language == i18n::language()>{name}</option> }
    });
    let choose = |event| {
        if let Some(language) = Language::from_tag(&event_target_value(&event)) {
            spawn_local(speak(language));
        }
    };
    view! {
        <header class="bar">
            <span class="brand">"Karavan"</span>
            <nav>{links}</nav>
            <div class="spacer"></div>
            {tools}
            <Cabinets/>
            <select class="quiet" aria-label=t(Text::Language) data-testid="language" on:change=choose>{languages}</select>
            <button class="icon" aria-label=t(Text::Theme) title=t(Text::Theme) on:click=|_| next_theme()>"◐"</button>
            <button class="quiet" data-testid="logout" on:click=|_| spawn_local(session::log_out())>{t(Text::LogOut)}</button>
        </header>
        <main>{children()}</main>
    }
}
