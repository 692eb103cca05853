//! Purchasing accounts: the agent's own money on marketplaces.
//!
//! Invariants: the balance of an account is the balance of its ledger account; a payment never lets it fall below its limit.

mod accounts;
mod error;
mod routes;

pub use accounts::{SellerAmounts, deposit, open_payment, pay_for_order};
pub use error::PurchasingError;
pub use routes::routes;
