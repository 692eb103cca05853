//! Login, registration, recovery, sessions, cabinets, extension tokens.

mod dto;
mod endpoints;
mod entry;
mod entry_endpoints;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
pub use entry::*;
pub use entry_endpoints::*;
