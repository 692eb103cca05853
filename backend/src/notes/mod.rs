//! Internal notes: one per object, each person's notepad, and which objects carry one.
//!
//! Invariants: notes belong to the agent, no client scope can reach the table; a note hangs only on what is the agent's own;
//! whoever is staff reads and writes them, whatever their group allows.

pub mod entity;

mod flags;
mod routes;
mod save;
mod search;

pub use flags::{bodies, flags_of_order, noted};
pub use routes::routes;
pub(crate) use save::{Place, save};
