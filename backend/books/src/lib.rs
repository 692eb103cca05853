//! Money and the conditions it depends on: ledger, payments, cash book, purchasing accounts, exchange rates, settings, and the account with
//! the operator.

pub mod audit;
pub mod billing;
pub mod cash;
pub mod export_names;
pub mod ledger;
pub mod payments;
pub mod purchasing;
pub mod rates;
pub mod settings;
