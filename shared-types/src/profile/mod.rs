//! A person's own profile and logins, the same on both sides.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
