//! Names of currencies.

use frontend_ui::prelude::*;

pub(super) fn currency_name(currency: Currency) -> String {
    match currency {
        Currency::Rub => t(LifecycleTexts::Rubles).to_owned(),
        Currency::Cny => t(LifecycleTexts::Yuan).to_owned(),
        other => other.code().to_owned(),
    }
}
