//! Settings of the agent itself: name, contacts, plan, and terms for clients.

use super::{EDIT, VIEW, Versioned, WorkingHours};
use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
    fixed::Percent,
    money::Currency,
};

/// The agent's main settings.
#[apply(response)]
pub struct AgentProfile {
    /// Name shown to clients.
    pub name: String,
    /// Subdomain of the agent.
    pub subdomain: String,
    /// Links with which new clients register.
    pub referral_links: Vec<String>,
    /// Currency of the agent's accounts.
    pub currency: Currency,
    /// Contacts. Shown to clients.
    pub contacts: String,
    /// IANA time zone.
    pub timezone: String,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// Changes to the main settings. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AgentProfileChange {
    /// Name shown to clients.
    pub name: Option<String>,
    /// Subdomain: 3 to 40 lower-case letters, digits and hyphens.
    pub subdomain: Option<String>,
    /// Currency of the agent's accounts.
    pub currency: Option<Currency>,
    /// Contacts. Shown to clients.
    pub contacts: Option<String>,
    /// IANA time zone.
    pub timezone: Option<String>,
}

/// Terms for self-buyout orders.
#[apply(request)]
pub struct SelfBuyout {
    /// Whether clients may create self-buyout orders.
    pub enabled: bool,
    /// Warehouse address for packages from shops. `{code}` is replaced by the client code.
    #[serde(default)]
    pub warehouse_address: String,
    /// Note for clients.
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

/// Payment methods that the agent accepts from its clients.
#[apply(request)]
pub struct PaymentTerms {
    /// Whether balances can be topped up in rubles.
    pub rubles: bool,
    /// Whether balances can be topped up in yuan.
    pub yuan: bool,
    /// Whether a delivery can be paid in cash on receipt.
    pub cash_on_receipt: bool,
    /// How much the price of a delivery may rise after a new weighing without the client's consent.
    #[serde(default = "default_reweighing_percent")]
    pub reweighing_percent: Percent,
    /// Note for clients.
    #[serde(default)]
    pub note: String,
}

/// Ten percent.
const fn default_reweighing_percent() -> Percent {
    Percent::from_millionths(10_000_000)
}

impl PaymentTerms {
    /// Whether balances can be topped up in a currency.
    pub const fn accepts(&self, currency: Currency) -> bool {
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
            reweighing_percent: default_reweighing_percent(),
            note: String::new(),
        }
    }
}

/// The agent's information for its clients.
#[apply(response)]
#[derive(Default)]
pub struct AgentTerms {
    pub contacts: String,
    /// Working hours, in the agent's time zone.
    pub hours: Vec<WorkingHours>,
    /// IANA time zone of the agent.
    pub timezone: String,
    /// Terms for self-buyout orders.
    pub self_buyout: SelfBuyout,
    /// Accepted payment methods.
    pub payments: PaymentTerms,
    /// How much the client may order before it pays.
    #[serde(default)]
    pub limits: super::OrderLimits,
}

crate::endpoints! {
    agent_settings_endpoints:

    [Settings]
    ShowAgentProfile, "show_agent_settings": Get "/agent/settings/main", VIEW, 200;
    "Returns the agent's name, subdomain, currency, contacts and time zone.";
    path = (), query = Nothing, body = Nothing => AgentProfile;

    ChangeAgentProfile, "change_agent_settings": Patch "/agent/settings/main", EDIT, 200, versioned = true;
    "Changes the agent's main settings.";
    path = (), query = Nothing, body = AgentProfileChange => AgentProfile;

    ShowSelfBuyout, "show_self_buyout": Get "/agent/settings/self-buyout", VIEW, 200;
    "Returns the terms for self-buyout orders.";
    path = (), query = Nothing, body = Nothing => Versioned<SelfBuyout>;

    ChangeSelfBuyout, "change_self_buyout": Patch "/agent/settings/self-buyout", EDIT, 200, versioned = true;
    "Changes the terms for self-buyout orders.";
    path = (), query = Nothing, body = SelfBuyout => Versioned<SelfBuyout>;

    ShowPaymentTerms, "show_payment_terms": Get "/agent/settings/payments", VIEW, 200;
    "Returns the payment methods that the agent accepts.";
    path = (), query = Nothing, body = Nothing => Versioned<PaymentTerms>;

    ChangePaymentTerms, "change_payment_terms": Patch "/agent/settings/payments", EDIT, 200, versioned = true, step_up = true;
    "Changes the payment methods that the agent accepts.";
    path = (), query = Nothing, body = PaymentTerms => Versioned<PaymentTerms>;

    ShowAgentTerms, "show_agent_terms": Get "/client/terms", Access::Guard(Guard::Client), 200;
    "Returns the agent's information for its clients, with the client's own offers.";
    path = (), query = Nothing, body = Nothing => AgentTerms;
}
