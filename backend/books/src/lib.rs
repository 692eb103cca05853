//! Money and the conditions it depends on: ledger, payments, purchasing accounts, exchange rates, settings, and the account with
//! the operator.

pub mod audit;
pub mod billing;
pub mod ledger;
pub mod payments;
pub mod purchasing;
pub mod rates;
pub mod settings;
