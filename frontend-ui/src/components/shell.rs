//! The frame of every page behind the login: brand, menu, cabinets, language, theme and logout.

use super::{Portrait, menu};
use crate::{
    api,
    i18n::{self, Language, ProfileTexts, StaffTexts, Text, t},
    session::{self, current_user},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::components::A;
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    identity::{Cabinet, ChangeAgentPreferences, ChangeClientPreferences, Preferences, SwitchCabinet, SwitchTo},
};

/// A link of the menu: its path and its label.
pub type MenuItem = (&'static str, &'static str);

async fn switch_cabinet(cabinet: Cabinet) {
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
        session::redirect(&format!("/{}/orders", opened.cabinet.guard.as_str()));
    }
}

async fn change_language(language: Language) {
    let body = Preferences {
        locale: Some(language.tag().to_owned()),
        timezone: None,
    };
    let options = api::Options::default();
    // The language is also stored in this browser, so a failed request is ignored.
    let _ = match session::guard() {
        Guard::Agent => api::send::<ChangeAgentPreferences>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientPreferences>((), Nothing {}, body, options).await,
    };
    if i18n::store_language(language) {
        let _ = window().location().reload();
    }
}

/// Switches between the system theme, dark and light.
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

/// Applies the theme stored in this browser.
pub(crate) fn apply_stored_theme() {
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
fn CabinetSelect() -> impl IntoView {
    let me = current_user().0;
    let options = move || {
        let me = me.get()?;
        let side = |guard: Guard| {
            let cabinets = me
                .cabinets
                .iter()
                .enumerate()
                .filter(move |(_, cabinet)| cabinet.guard == guard);
            let options: Vec<_> = cabinets.map(|(index, cabinet)| {
                view! { <option value=index.to_string() selected=*cabinet == me.cabinet>{cabinet_name(cabinet)}</option> }
            }).collect();
            let name = t(if guard == Guard::Agent {
                StaffTexts::AgentSide
            } else {
                StaffTexts::ClientSide
            });
            (!options.is_empty()).then(|| view! { <optgroup label=name>{options}</optgroup> })
        };
        Some(view! { {side(Guard::Agent)}{side(Guard::Client)} })
    };
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let chosen = me.with_untracked(|me| Some(me.as_ref()?.cabinets.get(index?)?.clone()));
        if let Some(cabinet) = chosen {
            spawn_local(switch_cabinet(cabinet));
        }
    };
    view! {
        <select class="quiet cabinets" aria-label=t(Text::Agent) data-testid="cabinets" on:change=choose>{options}</select>
    }
}

/// A link to the user's profile and logins.
#[component]
fn ProfileLink() -> impl IntoView {
    let me = current_user().0;
    let name = move || me.with(|me| me.as_ref().map(|me| me.user.name.clone()).unwrap_or_default());
    let label = move || format!("{}: {}", t(ProfileTexts::Profile), name());
    let picture = move || me.with(|me| me.as_ref().and_then(|me| me.user.avatar.clone()));
    let to = format!("/{}/profile", session::guard().as_str());
    view! { <A href=to attr:class="to-profile" attr:data-testid="profile" attr:title=label attr:aria-label=label>{move || view! { <Portrait name=name() picture=picture()/> }}</A> }
}

/// The frame of a page: the top bar with the content below.
#[component]
pub fn Shell(
    /// The links of the menu; those that the user may not open are left out.
    menu: Vec<MenuItem>,
    /// Additional controls beside the menu.
    #[prop(optional_no_strip)]
    extra_controls: Option<AnyView>,
    children: Children,
) -> impl IntoView {
    let rights = current_user().rights();
    let links = menu
        .into_iter()
        .filter(|(href, _)| menu::may_open(&rights, href))
        .map(|(href, text)| view! { <A href=href>{text}</A> })
        .collect_view();
    let languages = Language::ALL.map(|(language, name)| {
        view! { <option value=language.tag() selected=language == i18n::language()>{name}</option> }
    });
    let choose = |event| {
        if let Some(language) = Language::from_tag(&event_target_value(&event)) {
            spawn_local(change_language(language));
        }
    };
    view! {
        {session::preview_group().map(|group| view! {
            <div class="preview-bar" role="status" data-testid="preview-bar">
                <span>{t(StaffTexts::PreviewingAs)}" «"<strong>{group}</strong>"». "{t(StaffTexts::PreviewHint)}</span>
                <button class="button" data-testid="end-preview" on:click=|_| session::end_preview()>{t(StaffTexts::EndPreview)}</button>
            </div>
        })}
        <header class="bar">
            <span class="brand">"Karavan"</span>
            <nav>{links}</nav>
            <div class="spacer"></div>
            {extra_controls}
            <CabinetSelect/>
            <select class="quiet" aria-label=t(Text::Language) data-testid="language" on:change=choose>{languages}</select>
            <button class="icon" aria-label=t(Text::Theme) title=t(Text::Theme) on:click=|_| next_theme()>"◐"</button>
            <ProfileLink/>
            <button class="quiet" data-testid="logout" on:click=|_| spawn_local(session::log_out())>{t(Text::LogOut)}</button>
        </header>
        <main>{children()}</main>
    }
}
