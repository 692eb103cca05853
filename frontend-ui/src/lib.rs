//! What both SPAs share: the API client, the session, components, languages.
//!
//! Components know nothing of the API; only `api` speaks HTTP; what both cabinets show alike stands in `features`.

pub mod api;
pub mod components;
pub mod features;
pub mod format;
pub mod i18n;
pub mod numbers;
pub mod session;
