//! The people of a cabinet: invited by phone, put into groups, shut out, removed; the same on both sides.
//!
//! Invariants: a cabinet has one owner, who is never removed, disabled or put into a group by anybody else; nobody changes
//! their own access or hands out more than they have; an agent never has more people than its tariff's places.

mod change;
mod export;
mod invite;
mod list;
mod routes;
mod side;

pub use export::routes as export_routes;
pub use routes::routes;

pub(crate) use list::names;
pub(crate) use side::Members;
