//! Import of the open orders of an earlier system: a preview without a change, one confirmation, and one undo. See ADR 0354.

mod check;
mod columns;
mod create;
mod payment;
mod routes;
mod sums;
mod template;
mod undo;
mod words;

pub use routes::routes;
