//! Prices and limits of plans in words, and who may change them.

use super::BillingTexts;
use frontend_ui::prelude::*;
use shared_types::billing::PlanLimit;

/// Whether the person may pay and change the plan.
pub(super) fn may_manage() -> bool {
    current_user().may(Object::Settings, Level::Manage)
}

/// A price of a month.
pub(super) fn price_text(price: Money) -> String {
    if price.minor == 0 {
        return t(BillingTexts::Free).to_owned();
    }
    format!("{} {}", format::money(price), t(BillingTexts::PerMonth))
}

pub(super) const fn limit_name(limit: PlanLimit) -> BillingTexts {
    match limit {
        PlanLimit::Staff => BillingTexts::Staff,
        PlanLimit::Clients => BillingTexts::Clients,
        PlanLimit::Orders => BillingTexts::Orders,
        PlanLimit::Storage => BillingTexts::Storage,
    }
}

/// A number of a limit: a size for files, a count otherwise.
pub(super) fn limit_number(limit: PlanLimit, number: i64) -> String {
    match limit {
        PlanLimit::Storage => format::file_size(number),
        _ => format::count(number.unsigned_abs()),
    }
}
