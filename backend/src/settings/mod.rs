//! The agent's settings, kept by key; each key has its own type and is checked before it is stored.

pub mod entity;

pub(crate) mod conditions;
mod numbers;
mod routes;

pub use conditions::commission;
pub use numbers::next_number;
pub use routes::routes;
