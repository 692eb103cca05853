//! The tabs of the agent's settings, for programs: the tabs that a person may see, and the endpoints of their data.

use super::{
    AgentProfile, Brand, Conditions, ListCashCategories, ListDeliveryMethods, ListDeliveryTariffs, ListGoodsCategories,
    ListInsurances, ListPackagings, ListPaymentCards, ListPickupPoints, ListPurchasingAccounts, ListTransportCompanies,
    PaymentTerms, SelfBuyout, ShowAgentProfile, ShowBrandSettings, ShowConditions, ShowPaymentTerms, ShowSelfBuyout,
    ShowWorkingHours, WorkingWeek,
};
use crate::{
    access::{Access, Guard, Level, Object, Rights},
    api_keys::ListApiKeys,
    billing::ShowServiceAccount,
    endpoint::{Endpoint, Nothing},
    ext::ListShopCaptures,
    notifications::ShowNoticePreferences,
    rates::ShowRates,
    services::ListServices,
    staff::{ListAccessGroups, ListPeople},
    translation::ShowTranslationSettings,
    webhooks::ListWebhooks,
};

closed_set! {
    /// A tab of the agent's settings.
    pub enum SettingsTab {
        /// Name, subdomain, currency, contacts and time zone.
        Main = "main",
        /// Colour, motto and logo that clients see.
        Brand = "brand",
        /// The agent's plan of the service.
        Plan = "plan",
        /// Accounts with which the agent buys on marketplaces.
        PurchasingAccounts = "purchasing_accounts",
        /// Categories of the cash book.
        CashCategories = "cash_categories",
        /// Conditions for clients.
        Conditions = "conditions",
        Staff = "staff",
        PermissionGroups = "permission_groups",
        /// Cards that clients pay to.
        PaymentCards = "payment_cards",
        /// Delivery methods from China.
        DeliveryMethods = "delivery_methods",
        DeliveryTariffs = "delivery_tariffs",
        /// Categories of goods with surcharges.
        GoodsCategories = "goods_categories",
        /// Packaging options.
        Packaging = "packaging",
        /// Insurance options.
        Insurance = "insurance",
        /// Transport companies for the last mile.
        TransportCompanies = "transport_companies",
        PickupPoints = "pickup_points",
        WorkingHours = "working_hours",
        /// Self-buyout orders.
        SelfBuyout = "self_buyout",
        /// Accepting payment from clients.
        Payments = "payments",
        /// Exchange rates.
        Rate = "rate",
        Services = "services",
        /// Shop adapters of the extension.
        Adapters = "adapters",
        /// Keys of programs.
        ApiKeys = "api_keys",
        /// Addresses of programs that receive events.
        Webhooks = "webhooks",
        Translation = "translation",
        /// The person's own notifications.
        Notifications = "notifications",
    }
}

impl SettingsTab {
    /// Whether a person with these rights may see the tab. Everyone has notification preferences of their own.
    pub fn is_visible(self, rights: &Rights) -> bool {
        match self {
            Self::Notifications => true,
            Self::Staff | Self::PermissionGroups => rights.allows(Object::Staff, Level::View),
            _ => rights.allows(Object::Settings, Level::View),
        }
    }

    /// The path of the tab's data.
    pub const fn path(self) -> &'static str {
        let path = match self {
            Self::Main => ShowAgentProfile::PATH,
            Self::Brand => ShowBrandSettings::PATH,
            Self::Plan => ShowServiceAccount::PATH,
            Self::PurchasingAccounts => ListPurchasingAccounts::PATH,
            Self::CashCategories => ListCashCategories::PATH,
            Self::Conditions => ShowConditions::PATH,
            Self::Staff => ListPeople::PATH,
            Self::PermissionGroups => ListAccessGroups::PATH,
            Self::PaymentCards => ListPaymentCards::PATH,
            Self::DeliveryMethods => ListDeliveryMethods::PATH,
            Self::DeliveryTariffs => ListDeliveryTariffs::PATH,
            Self::GoodsCategories => ListGoodsCategories::PATH,
            Self::Packaging => ListPackagings::PATH,
            Self::Insurance => ListInsurances::PATH,
            Self::TransportCompanies => ListTransportCompanies::PATH,
            Self::PickupPoints => ListPickupPoints::PATH,
            Self::WorkingHours => ShowWorkingHours::PATH,
            Self::SelfBuyout => ShowSelfBuyout::PATH,
            Self::Payments => ShowPaymentTerms::PATH,
            Self::Rate => ShowRates::PATH,
            Self::Services => ListServices::PATH,
            Self::Adapters => ListShopCaptures::PATH,
            Self::ApiKeys => ListApiKeys::PATH,
            Self::Webhooks => ListWebhooks::PATH,
            Self::Translation => ShowTranslationSettings::PATH,
            Self::Notifications => ShowNoticePreferences::PATH,
        };
        path.on(Guard::Agent)
    }
}

/// The tab to show.
#[apply(request)]
#[derive(Copy, Default)]
pub struct SettingsQuery {
    /// Tab to show. The first one that the person may see if absent.
    pub tab: Option<SettingsTab>,
}

/// A tab with the path of its data.
#[apply(response)]
pub struct SettingsTabLink {
    pub tab: SettingsTab,
    /// Path of its data.
    pub path: String,
}

/// The value of a tab that is one setting.
#[apply(response)]
#[serde(rename_all = "snake_case")]
pub enum SettingValue {
    /// Main settings.
    Main(AgentProfile),
    /// Colour, motto and logo that clients see.
    Brand(Brand),
    /// Conditions for clients.
    Conditions(Conditions),
    WorkingHours(WorkingWeek),
    /// Terms for self-buyout orders.
    SelfBuyout(SelfBuyout),
    /// Accepted payment methods.
    Payments(PaymentTerms),
}

/// The tabs of the settings, and the chosen one.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct SettingsOverview {
    /// Tabs that the person may see, in their order.
    pub tabs: Vec<SettingsTabLink>,
    /// Chosen tab.
    pub tab: SettingsTab,
    /// Path of the chosen tab's data.
    pub path: String,
    /// Value of the chosen tab, by its name. Absent if the tab is a list or belongs to another part of the API.
    pub value: Option<SettingValue>,
    /// Version of the value. Send it back in `If-Match` with a change at `path`.
    pub version: Option<i64>,
}

crate::endpoints! {
    settings_tab_endpoints:

    [Settings]
    ShowSettings, "show_settings": Get "/agent/settings", Access::Guard(Guard::Agent), 200;
    "Returns the tabs of the settings that the person may see, and the value of the chosen one.";
    path = (), query = SettingsQuery, body = Nothing => SettingsOverview;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json() {
        for tab in SettingsTab::ALL {
            let name = serde_json::to_value(tab).expect("JSON");
            assert_eq!(name, tab.as_str());
            assert_eq!(SettingsTab::from_name(tab.as_str()), Some(tab));
        }
    }
}
