//! Login, sessions, cabinets, extension tokens.

mod dto;
mod endpoints;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
