//! Webhooks: addresses of programs to which the events of a cabinet are sent, signed by Standard Webhooks 1.0.0.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
