//! Imports of spreadsheets into a draft.

mod dto;
mod endpoints;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
