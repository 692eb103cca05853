//! Permission groups of both sides: what they grant, who is in them, and a look at the cabinet as one of them.

mod groups;
mod routes;

pub use routes::routes;

pub(crate) use groups::{find, granted, is_own};
