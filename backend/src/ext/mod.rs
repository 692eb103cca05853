//! API of the browser extension: the owner of the token, their drafts, creating a draft and adding an item to it.

mod queries;
mod routes;

pub use routes::routes;
