//! Code shared by both SPAs: the API client, the session, components and languages.
//!
//! `api` is the only module that sends HTTP requests, `components` are building blocks without feature logic, and `features`
//! holds the pages and panels that both cabinets show.

#[macro_use]
mod any_view;

mod access_token;
pub mod address;
pub mod api;
mod browser_api;
pub mod components;
pub mod countries;
pub mod data;
pub mod features;
pub mod format;
pub mod i18n;
pub mod kept_fields;
pub mod live;
pub mod numbers;
mod passkeys;
pub mod prelude;
pub mod session;
mod side;

#[doc(hidden)]
pub use interface_texts::record_bytes;
pub use interface_texts::texts;
