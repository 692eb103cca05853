//! Machine translation: of chats and items, by each provider, within the limit, and never of a number.

mod extension;
mod items;
mod limits;
mod providers;
mod settings;
pub mod stub;
