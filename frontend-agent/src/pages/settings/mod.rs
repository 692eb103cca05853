//! The agent's settings in tabs. The URL holds the open tab.

mod account_balances;
mod adapter_reports;
mod adapters;
mod brand;
mod brand_texts;
pub(crate) mod commission;
mod conditions;
mod distribution;
mod editor;
mod entry_list;
mod list_spec;
mod lists;
mod main_tab;
mod offers;
pub(crate) mod order_limits;
mod plan_tab;
pub(crate) mod rate;
mod services;
mod tariff_steps;
mod texts;
mod translation;
mod translation_texts;
mod working_week;

use crate::lazy_routes;
use frontend_ui::{
    components::{FilterTab, reveal_open_tab},
    features::notification_preferences::{NotificationPreferences, NotificationTexts},
    i18n::{Text, t},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared_types::{
    access::{Level, Object, Rights},
    settings::SettingsTab,
};
use texts::SettingsTexts;

/// The tabs in their order.
const TABS: [(&str, SettingsTexts); 24] = [
    ("main", SettingsTexts::MainTab),
    ("brand", SettingsTexts::BrandTab),
    ("plan", SettingsTexts::PlanTab),
    ("purchasing_accounts", SettingsTexts::AccountsTab),
    ("conditions", SettingsTexts::ConditionsTab),
    ("staff", SettingsTexts::StaffTab),
    ("permission_groups", SettingsTexts::GroupsTab),
    ("payment_cards", SettingsTexts::CardsTab),
    ("delivery_methods", SettingsTexts::MethodsTab),
    ("delivery_tariffs", SettingsTexts::TariffsTab),
    ("packaging", SettingsTexts::PackagingTab),
    ("insurance", SettingsTexts::InsuranceTab),
    ("transport_companies", SettingsTexts::CompaniesTab),
    ("pickup_points", SettingsTexts::PickupTab),
    ("working_hours", SettingsTexts::HoursTab),
    ("self_buyout", SettingsTexts::SelfBuyoutTab),
    ("payments", SettingsTexts::PaymentsTab),
    ("rate", SettingsTexts::RateTab),
    ("services", SettingsTexts::ServicesTab),
    ("adapters", SettingsTexts::AdaptersTab),
    ("api_keys", SettingsTexts::ApiKeysTab),
    ("webhooks", SettingsTexts::WebhooksTab),
    ("translation", SettingsTexts::TranslationTab),
    ("notifications", SettingsTexts::NotificationsTab),
];

/// The tab with this name; the first one for an unknown name.
pub(super) fn tab(name: &str) -> AnyView {
    match name {
        "brand" => view! { <brand::BrandTab /> }.into_any(),
        "plan" => view! { <plan_tab::PlanTab /> }.into_any(),
        "conditions" => view! {
            <conditions::Conditions />
            <order_limits::Limits />
        }
        .into_any(),
        "self_buyout" => view! { <offers::SelfBuyouts /> }.into_any(),
        "payments" => view! { <offers::Payments /> }.into_any(),
        "rate" => view! { <rate::Rates /> }.into_any(),
        "services" => view! { <services::Services /> }.into_any(),
        "adapters" => view! { <adapters::Adapters /> }.into_any(),
        "translation" => view! { <translation::Translation /> }.into_any(),
        "api_keys" => lazy_routes::api_keys().into_any(),
        "webhooks" => lazy_routes::webhooks().into_any(),
        "notifications" => notifications_tab(),
        "working_hours" => view! { <working_week::WorkingWeekTab /> }.into_any(),
        "staff" => lazy_routes::staff().into_any(),
        "permission_groups" => lazy_routes::groups().into_any(),
        "purchasing_accounts" => view! {
            <account_balances::AccountBalances />
            {lists::list_tab(name)}
        }
        .into_any(),
        name => lists::list_tab(name).unwrap_or_else(|| view! { <main_tab::ProfileTab /> }.into_any()),
    }
}

/// Whether a person with these rights may see the tab.
fn may_open(tab: &str, rights: &Rights) -> bool {
    SettingsTab::from_name(tab).is_some_and(|tab| tab.is_visible(rights))
}

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let map = use_query_map();
    let rights = current_user().rights();
    let visible = StoredValue::new(
        TABS.map(|(name, _)| name)
            .into_iter()
            .filter(|name| may_open(name, &rights))
            .collect::<Vec<_>>(),
    );
    // An unknown tab, or one that the person may not see, is the first one that he may.
    let current_tab = Memo::new(move |_| {
        let chosen = map.read().get("tab");
        visible.with_value(|visible| {
            let named = visible.iter().find(|name| chosen.as_deref() == Some(**name));
            named.or_else(|| visible.first()).copied().unwrap_or_default()
        })
    });
    reveal_open_tab(move || current_tab.track());
    let links = TABS
        .into_iter()
        .filter(|(name, _)| may_open(name, &rights))
        .map(|(name, label)| {
            view! {
                <FilterTab
                    url=format!("/agent/settings?tab={name}")
                    is_active=Signal::derive(move || current_tab.get() == name)
                    test_id=format!("tab-{name}")
                    name=t(label)
                />
            }
        })
        .collect_view();
    view! {
        <div class="page-head">
            <h1>{t(Text::Settings)}</h1>
        </div>
        <div class="settings">
            <nav class="tabs" aria-label=t(Text::Settings)>
                {links}
            </nav>
            <div class="settings-tab">{move || tab(current_tab.get())}</div>
        </div>
    }
}

/// The person's own notification preferences, and a link to the announcements for clients.
fn notifications_tab() -> AnyView {
    let may_see = current_user().may(Object::Notifications, Level::View);
    view! {
        <NotificationPreferences />
        {may_see
            .then(|| {
                view! {
                    <p>
                        <a href="/agent/notifications" class="button" data-testid="to-clients">
                            {t(NotificationTexts::ToClients)}
                        </a>
                    </p>
                }
            })}
    }
    .into_any()
}
