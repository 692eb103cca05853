//! Machine translation of chats and items.

mod dto;
mod endpoints;
mod language;
pub mod limits;
pub mod script;

pub use dto::*;
pub use endpoints::*;
pub use language::Language;
