//! Machine translation of chats and items.

mod dto;
mod endpoints;
mod language;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
pub use language::Language;
