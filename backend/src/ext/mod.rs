//! The API of the browser extension: who the token speaks for, their drafts, a new draft, a product into a draft.

mod queries;
mod routes;

pub use routes::routes;
