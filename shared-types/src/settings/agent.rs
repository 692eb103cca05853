//! The agent itself: name, address, plan, and what it offers.

use super::WorkingHours;
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::Nothing,
    money::{Currency, Money},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

const VIEW: Access = Access::Agent(Object::Settings, Level::View);
const EDIT: Access = Access::Agent(Object::Settings, Level::Edit);

/// The agent's main settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentProfile {
    /// What clients call it.
    pub name: String,
    /// Its subdomain.
    pub subdomain: String,
    /// Addresses by which new clients come to this agent.
    pub referral_links: Vec<String>,
    /// The currency of its accounts.
    pub currency: Currency,
    /// How clients reach it; clients read it.
    pub contacts: String,
    /// Its time zone, as IANA names it.
    pub timezone: String,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Changes to the main settings; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentProfileChange {
    /// What clients call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its subdomain: 3 to 40 small letters, digits and hyphens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdomain: Option<String>,
    /// The currency of its accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// How clients reach it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contacts: Option<String>,
    /// Its time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// An invoice of the service to the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invoice {
    /// Its number.
    pub id: i64,
    /// For which tariff.
    pub tariff: String,
    /// How much.
    pub amount: Money,
    /// By when.
    pub due_at: DateTime<Utc>,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
}

/// What the agent's plan allows, and how much of it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentPlan {
    /// Staff allowed.
    pub staff_limit: i32,
    /// Staff there are, without the disabled.
    pub staff_count: i64,
    /// Client accounts there are.
    pub clients_count: i64,
    /// Invoices, newest first, at most 100.
    pub invoices: Vec<Invoice>,
}

/// Whether and how clients may send in what they bought themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SelfBuyout {
    /// Whether clients may create such orders.
    pub enabled: bool,
    /// The warehouse's address for parcels from shops; `{code}` stands for the client's code.
    #[serde(default)]
    pub warehouse_address: String,
    /// What else clients should know.
    #[serde(default)]
    pub note: String,
}

impl Default for SelfBuyout {
    fn default() -> Self {
        Self {
            enabled: true,
            warehouse_address: String::new(),
            note: String::new(),
        }
    }
}

/// How the agent takes money from its clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentTerms {
    /// Whether balances are topped up in rubles.
    pub rubles: bool,
    /// Whether balances are topped up in yuan.
    pub yuan: bool,
    /// Whether a delivery may be paid in cash on receipt.
    pub cash_on_receipt: bool,
    /// What clients should know before they pay.
    #[serde(default)]
    pub note: String,
}

impl PaymentTerms {
    /// Whether a balance may be topped up in a currency.
    pub const fn takes(&self, currency: Currency) -> bool {
        match currency {
            Currency::Rub => self.rubles,
            Currency::Cny => self.yuan,
            _ => false,
        }
    }
}

impl Default for PaymentTerms {
    fn default() -> Self {
        Self {
            rubles: true,
            yuan: true,
            cash_on_receipt: true,
            note: String::new(),
        }
    }
}

/// A setting with the version it is changed against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Versioned<T> {
    /// What it says.
    pub value: T,
    /// Send it back as `If-Match`; 0 while nothing was set.
    pub version: i64,
}

/// What an agent tells its clients of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentTerms {
    /// How to reach it.
    pub contacts: String,
    /// When it works, in its time zone.
    pub hours: Vec<WorkingHours>,
    /// Its time zone, as IANA names it.
    pub timezone: String,
    /// What clients bought themselves.
    pub self_buyout: SelfBuyout,
    /// How it takes money.
    pub payments: PaymentTerms,
}

crate::endpoints! {
    ShowAgentProfile, "show_agent_profile": Get "/agent/settings/main", VIEW, 200;
    "The agent's name, address, currency, contacts and time zone.";
    path = (), query = Nothing, body = Nothing => AgentProfile;

    ChangeAgentProfile, "change_agent_profile": Patch "/agent/settings/main", EDIT, 200;
    "Changes the main settings.";
    path = (), query = Nothing, body = AgentProfileChange => AgentProfile;

    ShowAgentPlan, "show_agent_plan": Get "/agent/settings/plan", VIEW, 200;
    "What the agent's plan allows, and its invoices.";
    path = (), query = Nothing, body = Nothing => AgentPlan;

    ShowSelfBuyout, "show_self_buyout": Get "/agent/settings/self-buyout", VIEW, 200;
    "Whether and how clients may send in what they bought themselves.";
    path = (), query = Nothing, body = Nothing => Versioned<SelfBuyout>;

    ChangeSelfBuyout, "change_self_buyout": Patch "/agent/settings/self-buyout", EDIT, 200;
    "Sets whether and how clients may send in what they bought themselves.";
    path = (), query = Nothing, body = SelfBuyout => Versioned<SelfBuyout>;

    ShowPaymentTerms, "show_payment_terms": Get "/agent/settings/payments", VIEW, 200;
    "How the agent takes money from its clients.";
    path = (), query = Nothing, body = Nothing => Versioned<PaymentTerms>;

    ChangePaymentTerms, "change_payment_terms": Patch "/agent/settings/payments", EDIT, 200;
    "Sets how the agent takes money from its clients.";
    path = (), query = Nothing, body = PaymentTerms => Versioned<PaymentTerms>;

    ShowAgentTerms, "show_agent_terms": Get "/client/terms", Access::Guard(Guard::Client), 200;
    "What the agent tells its clients of itself.";
    path = (), query = Nothing, body = Nothing => AgentTerms;
}
