//! Login, registration, password recovery, sessions, cabinets and extension tokens.

mod dto;
mod endpoints;
mod entry;
mod entry_endpoints;
pub mod limits;
mod second_factor;

pub use dto::*;
pub use endpoints::*;
pub use entry::*;
pub use entry_endpoints::*;
pub use second_factor::{Proofs, missing_factor};
