//! The menu of the person: profile, cabinets, language, theme and logout.

use super::{
    Icon, Portrait,
    deferred::{once_set, popover_opened},
    theme::theme_choice,
};
use crate::{
    api,
    i18n::{self, LANGUAGES, Language, ProfileTexts, StaffTexts, Text, t},
    session::{self, current_user},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_location;
use shared_types::{
    access::Guard,
    identity::{Cabinet, ChangePreferences, Preferences},
};

async fn change_language(language: Language) {
    let body = Preferences {
        locale: Some(language),
        timezone: None,
    };
    // The language is also stored in this browser, so a failed request is ignored.
    let _ = api::call::<ChangePreferences>((), body).await;
    if i18n::store_language(language) {
        let _ = window().location().reload();
    }
}

/// The name of a cabinet: the agent, and the client on the client side.
pub(crate) fn cabinet_name(cabinet: &Cabinet) -> String {
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
            let options: Vec<_> = cabinets
                .map(|(index, cabinet)| {
                    view! {
                        <option value=index.to_string() selected=*cabinet == me.cabinet>
                            {cabinet_name(cabinet)}
                        </option>
                    }
                })
                .collect();
            let name = t(if guard == Guard::Agent {
                StaffTexts::AgentSide
            } else {
                StaffTexts::ClientSide
            });
            (!options.is_empty()).then(|| view! { <optgroup label=name>{options}</optgroup> })
        };
        Some(view! {
            {side(Guard::Agent)}
            {side(Guard::Client)}
        })
    };
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        let chosen = me.with_untracked(|me| Some(me.as_ref()?.cabinets.get(index?)?.clone()));
        if let Some(cabinet) = chosen {
            spawn_local(async move {
                // A cabinet that is closed meanwhile stays in the list until the next load.
                let _ = session::switch_cabinet(&cabinet, session::home_path_of(cabinet.guard)).await;
            });
        }
    };
    view! {
        <label class="field">
            <span>{t(Text::Cabinet)}</span>
            <select data-testid="cabinets" on:change=choose>
                {options}
            </select>
        </label>
    }
}

#[component]
fn LanguageSelect() -> impl IntoView {
    let languages = LANGUAGES.map(|(language, name)| {
        view! {
            <option dir="auto" value=language.as_str() selected=language == i18n::language()>
                {name}
            </option>
        }
    });
    let choose = |event| {
        if let Some(language) = Language::from_name(&event_target_value(&event)) {
            spawn_local(change_language(language));
        }
    };
    view! {
        <label class="field">
            <span>{t(Text::Language)}</span>
            <select data-testid="language" on:change=choose>
                {languages}
            </select>
        </label>
    }
}

/// The button with the person's picture and cabinet, and the menu that it opens.
pub(super) fn person_menu() -> AnyView {
    let me = current_user().0;
    let name = move || me.with(|me| me.as_ref().map(|me| me.user.name.clone()).unwrap_or_default());
    let cabinet = move || me.with(|me| me.as_ref().map(|me| cabinet_name(&me.cabinet)).unwrap_or_default());
    let portrait = move || {
        let picture = me.with(|me| me.as_ref().and_then(|me| me.user.avatar.clone()));
        view! { <Portrait name=name() picture=picture /> }
    };
    let path = use_location().pathname;
    let menu = move || {
        let profile = format!("/{}/profile", session::guard().as_str());
        any_view! {
            <a
                href=profile.clone()
                class="to-profile"
                data-testid="profile"
                aria-current=move || (path.get() == profile).then_some("page")
                on:click=|_| super::shell::close_popovers()
            >
                {portrait}
                <span>
                    <strong dir="auto">{name}</strong>
                    <small class="muted">{t(ProfileTexts::Profile)}</small>
                </span>
            </a>
            <CabinetSelect />
            <LanguageSelect />
            {theme_choice()}
            <button type="button" class="menu-row" data-testid="logout" on:click=|_| spawn_local(session::log_out())>
                {Icon::LogOut.view()}
                {t(Text::LogOut)}
            </button>
        }
    };
    let (is_opened, on_toggle) = popover_opened();
    any_view! {
        <button type="button" class="person-button" data-testid="person-menu" popovertarget="person-menu">
            <span aria-hidden="true">{portrait}</span>
            <span class="cabinet-name" dir="auto">
                {cabinet}
            </span>
            <span dir="auto" class="visually-hidden">
                {name}
            </span>
            {Icon::ChevronsUpDown.view()}
        </button>
        <div id="person-menu" class="popover" popover="auto" on:beforetoggle=on_toggle>
            {once_set(is_opened, menu)}
        </div>
    }
}
