//! Staff who leave or are locked out, and the handover of their open work.

mod error;
mod routes;
mod work;

pub use routes::routes;
