//! A user's own profile and sessions, the same on both sides.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
