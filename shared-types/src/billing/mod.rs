//! The agent's account with the operator of the service: plans, invoices, balance and payments.

mod dto;
mod endpoints;
mod invoicing;
mod suspension;

pub mod limits;

pub use dto::*;
pub use endpoints::*;
pub use invoicing::{InvoiceStage, VatRate};
pub use suspension::is_allowed_while_read_only;
