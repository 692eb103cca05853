//! Permission groups of both sides: their rights, their people, and a preview of the cabinet with the rights of a group.

mod groups;
mod routes;

pub use routes::routes;

pub use groups::{find_group, find_groups, is_own_group};
