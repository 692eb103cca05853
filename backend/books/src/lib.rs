//! Money and the conditions it depends on: ledger, payments, exchange rates and settings.

pub mod ledger;
pub mod payments;
pub mod rates;
pub mod settings;
