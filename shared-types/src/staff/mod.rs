//! The people of a cabinet and their permission groups, the same on both sides.

mod dto;
mod endpoints;
mod groups;
pub mod limits;
pub mod rules;

pub use dto::*;
pub use endpoints::*;
pub use groups::*;
