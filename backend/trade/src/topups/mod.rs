//! Requests that move a client's money: top-ups of the balance, top-ups of a payment app from the yuan balance, and withdrawals.
//!
//! Invariants: a confirmed balance request and a paid payment app request have a ledger entry, written in the same transaction as
//! the status change, and requests in other states have none; so it is with the entry of the cash book, if the money went into a
//! box; a client sees the requisites only while the request is to be paid. Open payment app requests and open withdrawals have
//! their amounts reserved in the ledger.

mod boxes;
mod candidates;
mod error;
mod export_routes;
pub mod requests;
mod routes;
mod statement;
mod statement_lines;
mod statement_matches;
mod statement_routes;
pub mod wallets;
mod withdrawal_routes;
pub mod withdrawals;

/// How long a rejected request is shown to the client as news.
const REJECTED_FOR: chrono::Duration = chrono::Duration::days(7);

pub use boxes::first_box;
pub use error::TopupError;
pub use export_routes::routes as export_routes;
pub use routes::routes;
pub use withdrawal_routes::routes as withdrawal_routes;
