//! The people of a cabinet: invitations, permission groups, disabling and removal. Both sides share the code.
//!
//! Invariants:
//! - A cabinet has exactly one owner, and other people can't remove, disable or put the owner into a group.
//! - People can't change their own access or grant more rights than they have (ADR 0018).
//! - An agent never has more people than its tariff plan allows.

pub mod access;
pub mod assignees;
mod error;
mod export_routes;
mod invite;
mod list;
mod membership;
mod membership_changes;
mod routes;

pub use error::StaffError;
pub use export_routes::routes as export_routes;
pub use routes::routes;

pub(crate) use invite::{existing_user, find_or_create_user, user_row};
pub use list::names_by_group;
pub use membership::{Members, MembershipId};
pub(crate) use membership_changes::authorize;
pub use membership_changes::{remove_in, update_in};
