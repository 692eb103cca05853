//! Keys by which programs call the API in the name of a member of a cabinet. See ADR 0190.

mod end;
mod error;
mod form;
mod keys;
mod list;
mod routes;
mod usage;

pub use end::{end_keys_of_membership, end_keys_of_user};
pub use error::ApiKeyError;
pub use keys::{Holder, HolderMembership, create_for, revoke_by_operator};
pub use routes::routes;
pub(crate) use usage::{end_clear_key, origins, record_use};
