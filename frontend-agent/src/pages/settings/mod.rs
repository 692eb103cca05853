//! The agent's settings, a tab each; the address says which.

mod conditions;
mod rate;
mod texts;

use frontend_ui::{
    features::notices::{NoticeTable, Notices},
    i18n::{Text, t},
    session::current,
};
use leptos::prelude::*;
use leptos_router::{components::A, hooks::use_query_map};
use shared_types::access::{Level, Object};
use texts::Settings;

/// The page.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let map = use_query_map();
    let tab = Memo::new(move |_| map.read().get("tab").unwrap_or_else(|| "rate".to_owned()));
    let link = move |name: &'static str, label: Settings| {
        view! { <A href=format!("/agent/settings?tab={name}") attr:data-testid=format!("tab-{name}") attr:class=move || if tab.get() == name { "tab active" } else { "tab" }>{t(label)}</A> }
    };
    view! {
        <div class="page-head"><h1>{t(Text::Settings)}</h1></div>
        <nav class="tabs">{link("rate", Settings::RateTab)}{link("conditions", Settings::ConditionsTab)}{link("notifications", Settings::NotificationsTab)}</nav>
        {move || match tab.get().as_str() {
            "conditions" => view! { <conditions::Conditions/> }.into_any(),
            "notifications" => notifications(),
            _ => view! { <rate::Rates/> }.into_any(),
        }}
    }
}

/// What the person is told, and the way to what clients are told.
fn notifications() -> AnyView {
    let may_see = current().may(Object::Notifications, Level::View);
    view! {
        <NoticeTable/>
        {may_see.then(|| view! { <p><A href="/agent/notifications" attr:class="button" attr:data-testid="to-clients">{t(Notices::ToClients)}</A></p> })}
    }
    .into_any()
}
