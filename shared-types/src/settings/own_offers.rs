//! Offers to a client that differ from the general ones.

use super::AgentTerms;
use serde::{Deserialize, Serialize};

/// Offers to a client that differ from the general ones. An absent field takes the general offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnOffers {
    /// Whether the balance can be topped up in rubles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rubles: Option<bool>,
    /// Whether the balance can be topped up in yuan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yuan: Option<bool>,
    /// Whether a delivery can be paid in cash on receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cash_on_receipt: Option<bool>,
    /// Whether the client may create self-buyout orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_buyout: Option<bool>,
}

impl OwnOffers {
    /// Whether nothing differs from other clients.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Puts the client's own offers in the place of the general ones.
    pub fn apply(&self, terms: &mut AgentTerms) {
        let payments = &mut terms.payments;
        payments.rubles = self.rubles.unwrap_or(payments.rubles);
        payments.yuan = self.yuan.unwrap_or(payments.yuan);
        payments.cash_on_receipt = self.cash_on_receipt.unwrap_or(payments.cash_on_receipt);
        terms.self_buyout.enabled = self.self_buyout.unwrap_or(terms.self_buyout.enabled);
    }
}
