//! The event feed of a cabinet, and the types of events.
//!
//! An event says which object has changed and between which states, never how: its receiver reads the object through the API. So
//! an event has no names, phone numbers or sums, and rights are applied where they always are.

mod dto;
mod endpoints;
mod types;

pub use dto::*;
pub use endpoints::*;
pub use types::*;
