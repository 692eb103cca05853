//! The tabs of the agent's settings, for programs: the tabs that a person may see, and the endpoints of their data.

use super::{
    AgentProfile, Brand, Conditions, ListDeliveryMethods, ListDeliveryTariffs, ListInsurances, ListPackagings,
    ListPaymentCards, ListPickupPoints, ListPurchasingAccounts, ListTransportCompanies, PaymentTerms, SelfBuyout,
    ShowAgentProfile, ShowBrandSettings, ShowConditions, ShowPaymentTerms, ShowSelfBuyout, ShowWorkingHours,
    WorkingWeek,
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
};
use serde::{Deserialize, Serialize};

/// A tab of the agent's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SettingsTab {
    /// Name, subdomain, currency, contacts and time zone.
    Main,
    /// Colour, motto and logo that clients see.
    Brand,
    /// The agent's plan of the service.
    Plan,
    /// Accounts with which the agent buys on marketplaces.
    PurchasingAccounts,
    /// Conditions for clients.
    Conditions,
    Staff,
    PermissionGroups,
    /// Cards that clients pay to.
    PaymentCards,
    /// Delivery methods from China.
    DeliveryMethods,
    DeliveryTariffs,
    /// Packaging options.
    Packaging,
    /// Insurance options.
    Insurance,
    /// Transport companies for the last mile.
    TransportCompanies,
    PickupPoints,
    WorkingHours,
    /// Self-buyout orders.
    SelfBuyout,
    /// Accepting payment from clients.
    Payments,
    /// Exchange rates.
    Rate,
    Services,
    /// Shop adapters of the extension.
    Adapters,
    /// Keys of programs.
    ApiKeys,
    Translation,
    /// The person's own notifications.
    Notifications,
}

impl SettingsTab {
    /// All tabs, in their order.
    pub const ALL: [Self; 23] = [
        Self::Main,
        Self::Brand,
        Self::Plan,
        Self::PurchasingAccounts,
        Self::Conditions,
        Self::Staff,
        Self::PermissionGroups,
        Self::PaymentCards,
        Self::DeliveryMethods,
        Self::DeliveryTariffs,
        Self::Packaging,
        Self::Insurance,
        Self::TransportCompanies,
        Self::PickupPoints,
        Self::WorkingHours,
        Self::SelfBuyout,
        Self::Payments,
        Self::Rate,
        Self::Services,
        Self::Adapters,
        Self::ApiKeys,
        Self::Translation,
        Self::Notifications,
    ];

    /// The name in JSON and in addresses of pages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Brand => "brand",
            Self::Plan => "plan",
            Self::PurchasingAccounts => "purchasing_accounts",
            Self::Conditions => "conditions",
            Self::Staff => "staff",
            Self::PermissionGroups => "permission_groups",
            Self::PaymentCards => "payment_cards",
            Self::DeliveryMethods => "delivery_methods",
            Self::DeliveryTariffs => "delivery_tariffs",
            Self::Packaging => "packaging",
            Self::Insurance => "insurance",
            Self::TransportCompanies => "transport_companies",
            Self::PickupPoints => "pickup_points",
            Self::WorkingHours => "working_hours",
            Self::SelfBuyout => "self_buyout",
            Self::Payments => "payments",
            Self::Rate => "rate",
            Self::Services => "services",
            Self::Adapters => "adapters",
            Self::ApiKeys => "api_keys",
            Self::Translation => "translation",
            Self::Notifications => "notifications",
        }
    }

    /// Returns the tab with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.as_str() == name)
    }

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
            Self::Conditions => ShowConditions::PATH,
            Self::Staff => ListPeople::PATH,
            Self::PermissionGroups => ListAccessGroups::PATH,
            Self::PaymentCards => ListPaymentCards::PATH,
            Self::DeliveryMethods => ListDeliveryMethods::PATH,
            Self::DeliveryTariffs => ListDeliveryTariffs::PATH,
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
            Self::Translation => ShowTranslationSettings::PATH,
            Self::Notifications => ShowNoticePreferences::PATH,
        };
        path.on(Guard::Agent)
    }
}

/// The tab to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingsQuery {
    /// Tab to show. The first one that the person may see if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<SettingsTab>,
}

/// A tab with the path of its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingsTabLink {
    pub tab: SettingsTab,
    /// Path of its data.
    pub path: String,
}

/// The value of a tab that is one setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SettingsOverview {
    /// Tabs that the person may see, in their order.
    pub tabs: Vec<SettingsTabLink>,
    /// Chosen tab.
    pub tab: SettingsTab,
    /// Path of the chosen tab's data.
    pub path: String,
    /// Value of the chosen tab, by its name. Absent if the tab is a list or belongs to another part of the API.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<SettingValue>,
    /// Version of the value. Send it back in `If-Match` with a change at `path`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
