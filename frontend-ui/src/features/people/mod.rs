//! Staff of a cabinet and their permission groups. Shared by both cabinets.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod calls;
mod groups;
mod invite;
mod matrix;
mod staff;
mod words;

pub use groups::GroupsPage;
pub use staff::StaffPage;
pub use words::{closed_sections, sentences};
