//! The sandbox: moves an order through the steps of staff and clients, so that a program sees its whole life.
//!
//! Invariants:
//! - Only test keys move orders. A test key works only at an agent that is a sandbox, whose books are its own.
//! - Each step calls the operation that people call, with its history, events and notifications.

mod error;
mod flow;
mod people;
mod routes;
mod shipping;

pub use routes::routes;
