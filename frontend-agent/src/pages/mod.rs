//! The agent's pages.

pub(crate) mod card;
pub(crate) mod filters;
pub(crate) mod orders;
