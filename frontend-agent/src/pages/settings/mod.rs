//! The agent's settings in tabs. The URL holds the open tab.

mod account_balances;
mod adapter_reports;
mod adapter_texts;
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
mod tariff_chart;
mod tariff_steps;
mod tariff_tester;
mod texts;
mod translation;
mod translation_texts;
mod working_week;

use crate::lazy_routes;
use frontend_ui::{
    components::{Breadcrumb, Crumb, FilterTab},
    features::notification_preferences::{NotificationPreferences, NotificationTexts},
    prelude::*,
};
use leptos::{wasm_bindgen::JsCast, web_sys::HtmlElement};
use leptos_router::hooks::use_query_map;
use shared_types::{access::Rights, settings::SettingsTab};
use texts::SettingsTexts;

/// The tabs by group, in their order.
const GROUPS: [(SettingsTexts, &[(&str, SettingsTexts)]); 6] = [
    (
        SettingsTexts::CompanyGroup,
        &[
            ("main", SettingsTexts::MainTab),
            ("brand", SettingsTexts::BrandTab),
            ("working_hours", SettingsTexts::HoursTab),
            ("plan", SettingsTexts::PlanTab),
            ("notifications", SettingsTexts::NotificationsTab),
        ],
    ),
    (
        SettingsTexts::PeopleGroup,
        &[
            ("staff", SettingsTexts::StaffTab),
            ("permission_groups", SettingsTexts::GroupsTab),
        ],
    ),
    (
        SettingsTexts::PricesGroup,
        &[
            ("conditions", SettingsTexts::ConditionsTab),
            ("rate", SettingsTexts::RateTab),
            ("services", SettingsTexts::ServicesTab),
            ("self_buyout", SettingsTexts::SelfBuyoutTab),
        ],
    ),
    (
        SettingsTexts::MoneyGroup,
        &[
            ("payments", SettingsTexts::PaymentsTab),
            ("payment_cards", SettingsTexts::CardsTab),
            ("purchasing_accounts", SettingsTexts::AccountsTab),
            ("cash_categories", SettingsTexts::CashTab),
        ],
    ),
    (
        SettingsTexts::DeliveryGroup,
        &[
            ("delivery_methods", SettingsTexts::MethodsTab),
            ("delivery_tariffs", SettingsTexts::TariffsTab),
            ("goods_categories", SettingsTexts::CategoriesTab),
            ("packaging", SettingsTexts::PackagingTab),
            ("insurance", SettingsTexts::InsuranceTab),
            ("transport_companies", SettingsTexts::CompaniesTab),
            ("pickup_points", SettingsTexts::PickupTab),
        ],
    ),
    (
        SettingsTexts::ProgramsGroup,
        &[
            ("adapters", SettingsTexts::AdaptersTab),
            ("api_keys", SettingsTexts::ApiKeysTab),
            ("webhooks", SettingsTexts::WebhooksTab),
            ("translation", SettingsTexts::TranslationTab),
        ],
    ),
];

/// The tab with this name; the first one for an unknown name.
pub(super) fn tab(name: &str) -> AnyView {
    match name {
        "brand" => any_view! { <brand::BrandTab /> },
        "plan" => any_view! { <plan_tab::PlanTab /> },
        "conditions" => any_view! {
            <conditions::Conditions />
            <order_limits::Limits />
        },
        "self_buyout" => any_view! { <offers::SelfBuyouts /> },
        "payments" => any_view! { <offers::Payments /> },
        "rate" => any_view! { <rate::Rates /> },
        "services" => any_view! { <services::Services /> },
        "adapters" => any_view! { <adapters::Adapters /> },
        "translation" => any_view! { <translation::Translation /> },
        "api_keys" => lazy_routes::api_keys().into_any(),
        "webhooks" => lazy_routes::webhooks().into_any(),
        "notifications" => notifications_tab(),
        "working_hours" => any_view! { <working_week::WorkingWeekTab /> },
        "staff" => lazy_routes::staff().into_any(),
        "permission_groups" => lazy_routes::groups().into_any(),
        "purchasing_accounts" => any_view! {
            <account_balances::AccountBalances />
            {lists::list_tab(name)}
        },
        name => lists::list_tab(name).unwrap_or_else(|| any_view! { <main_tab::ProfileTab /> }),
    }
}

/// Whether a person with these rights may see the tab.
fn may_open(tab: &str, rights: &Rights) -> bool {
    SettingsTab::from_name(tab).is_some_and(|tab| tab.is_visible(rights))
}

/// Without a named tab, a narrow screen shows the index of the tabs, and a wide one the first tab next to it.
#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let map = use_query_map();
    let rights = current_user().rights();
    let groups = GROUPS.map(|(title, tabs)| {
        let visible: Vec<_> = tabs
            .iter()
            .copied()
            .filter(|(name, _)| may_open(name, &rights))
            .collect();
        (t(title), visible)
    });
    let visible = StoredValue::new(groups.iter().flat_map(|(_, tabs)| tabs.clone()).collect::<Vec<_>>());
    let chosen = Memo::new(move |_| {
        let chosen = map.read().get("tab");
        visible.with_value(|tabs| tabs.iter().copied().find(|(name, _)| chosen.as_deref() == Some(*name)))
    });
    // An unknown tab, or one that the person may not see, is the first one that he may.
    let current = Memo::new(move |_| {
        let first = || visible.with_value(|tabs| tabs.first().copied());
        chosen.get().or_else(first)
    });
    let current_name = Memo::new(move |_| current.get().map_or("", |(name, _)| name));
    let search = RwSignal::new(String::new());
    let fits = move |group: &str, name: &str| {
        let wanted = search.read().trim().to_lowercase();
        name.to_lowercase().contains(&wanted) || group.to_lowercase().contains(&wanted)
    };
    let labels: Vec<_> = groups
        .iter()
        .flat_map(|(title, tabs)| tabs.iter().map(|(_, label)| (*title, t(*label))))
        .collect();
    let finds_nothing = move || !labels.iter().any(|(group, name)| fits(group, name));
    let group_view = |(title, tabs): (&'static str, Vec<(&'static str, SettingsTexts)>)| {
        let names: Vec<_> = tabs.iter().map(|(_, label)| t(*label)).collect();
        let link = move |(name, label)| {
            view! {
                <div hidden=move || !fits(title, t(label))>
                    <FilterTab
                        url=format!("/agent/settings?tab={name}")
                        is_active=Signal::derive(move || current_name.get() == name)
                        test_id=format!("tab-{name}")
                        name=t(label)
                    />
                </div>
            }
        };
        view! {
            <section hidden=move || !names.iter().any(|name| fits(title, name))>
                <h2>{title}</h2>
                {tabs.into_iter().map(link).collect_view()}
            </section>
        }
    };
    let open_first = move |event: SubmitEvent| {
        event.prevent_default();
        if let Ok(Some(link)) =
            document().query_selector(".settings-index section:not([hidden]) > div:not([hidden]) > a")
        {
            link.unchecked_into::<HtmlElement>().click();
        }
    };
    view! {
        <div class="settings" class:opened=move || chosen.get().is_some()>
            <div class="settings-head">
                <Breadcrumb path=vec![Crumb::new("/agent/settings", t(Text::Settings)).with_test_id("to-settings")] />
                <h1>{move || chosen.get().map_or(t(Text::Settings), |(_, label)| t(label))}</h1>
            </div>
            <div class="settings-index">
                <form role="search" on:submit=open_first>
                    <input
                        type="search"
                        dir="auto"
                        data-testid="search-settings"
                        placeholder=t(SettingsTexts::Find)
                        aria-label=t(SettingsTexts::Find)
                        bind:value=search
                    />
                </form>
                <p class="muted" role="status">
                    {move || finds_nothing().then(|| t(SettingsTexts::NothingFound))}
                </p>
                <nav class="tabs" aria-label=t(Text::Settings)>
                    {groups.into_iter().filter(|(_, tabs)| !tabs.is_empty()).map(group_view).collect_view()}
                </nav>
            </div>
            <div class="settings-tab">{move || tab(current_name.get())}</div>
        </div>
    }
}

/// The person's own notification preferences, and a link to the announcements for clients.
fn notifications_tab() -> AnyView {
    let may_see = current_user().may(Object::Notifications, Level::View);
    any_view! {
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
}
