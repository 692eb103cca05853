//! The agent's settings, a tab each; the address says which.

mod conditions;
mod editor;
mod lists;
mod main_tab;
mod offers;
mod rate;
mod services;
mod sheet;
mod steps;
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

/// The tabs in their order; those that have a page of their own lead there.
const TABS: [(&str, Settings); 18] = [
    ("main", Settings::MainTab),
    ("plan", Settings::PlanTab),
    ("purchasing_accounts", Settings::AccountsTab),
    ("conditions", Settings::ConditionsTab),
    ("payment_cards", Settings::CardsTab),
    ("delivery_methods", Settings::MethodsTab),
    ("delivery_tariffs", Settings::TariffsTab),
    ("packaging", Settings::PackagingTab),
    ("insurance", Settings::InsuranceTab),
    ("transport_companies", Settings::CompaniesTab),
    ("pickup_points", Settings::PickupTab),
    ("working_hours", Settings::HoursTab),
    ("self_buyout", Settings::SelfBuyoutTab),
    ("payments", Settings::PaymentsTab),
    ("rate", Settings::RateTab),
    ("services", Settings::ServicesTab),
    ("notifications", Settings::NotificationsTab),
    ("staff", Settings::StaffTab),
];

/// A tab by its name; the first one for a name that is none.
pub(super) fn tab(name: &str) -> AnyView {
    match name {
        "plan" => view! { <main_tab::Plan/> }.into_any(),
        "conditions" => view! { <conditions::Conditions/> }.into_any(),
        "self_buyout" => view! { <offers::SelfBuyouts/> }.into_any(),
        "payments" => view! { <offers::Payments/> }.into_any(),
        "rate" => view! { <rate::Rates/> }.into_any(),
        "services" => view! { <services::Services/> }.into_any(),
        "notifications" => notifications(),
        "staff" => people(),
        name => lists::tab(name).unwrap_or_else(|| view! { <main_tab::Main/> }.into_any()),
    }
}

/// People and their groups have pages of their own.
fn people() -> AnyView {
    view! {
        <section class="card narrow">
            <p class="muted">{t(Settings::StaffHint)}</p>
            <div class="row">
                <A href="/agent/staff" attr:class="button">{t(Settings::StaffTab)}</A>
                <A href="/agent/access-groups" attr:class="button">{t(Settings::GroupsTab)}</A>
            </div>
        </section>
    }
    .into_any()
}

/// The page.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let map = use_query_map();
    let asked = Memo::new(move |_| map.read().get("tab").unwrap_or_else(|| "main".to_owned()));
    let may_see_staff = current().may(Object::Staff, Level::View);
    // On a phone the tabs are one line: the one that is open is brought into it.
    Effect::new(move |_| {
        asked.track();
        if let Ok(Some(open)) = document().query_selector(".settings .tab.active") {
            open.scroll_into_view_with_bool(false);
        }
    });
    let links = TABS
        .into_iter()
        .filter(|(name, _)| *name != "staff" || may_see_staff)
        .map(|(name, label)| {
            view! { <A href=format!("/agent/settings?tab={name}") attr:data-testid=format!("tab-{name}") attr:class=move || if asked.get() == name { "tab active" } else { "tab" }>{t(label)}</A> }
        })
        .collect_view();
    view! {
        <div class="page-head"><h1>{t(Text::Settings)}</h1></div>
        <div class="settings">
            <nav class="tabs" aria-label=t(Text::Settings)>{links}</nav>
            <div class="settings-tab">{move || tab(&asked.get())}</div>
        </div>
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
