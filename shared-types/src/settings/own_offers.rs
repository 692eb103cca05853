//! Offers to a client that differ from the general ones.

use super::AgentTerms;

/// Offers to a client that differ from the general ones. An absent field takes the general offer.
#[apply(request)]
#[derive(Copy, Default)]
pub struct OwnOffers {
    /// Whether the balance can be topped up in rubles.
    pub rubles: Option<bool>,
    /// Whether the balance can be topped up in yuan.
    pub yuan: Option<bool>,
    /// Whether a delivery can be paid in cash on receipt.
    pub cash_on_receipt: Option<bool>,
    /// Whether the client may create self-buyout orders.
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
