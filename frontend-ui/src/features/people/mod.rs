//! Staff of a cabinet and their permission groups. Shared by both cabinets.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod changes;
mod group_editor;
mod groups;
mod invitation_link;
mod invite;
mod leaving;
mod matrix;
mod new_group;
mod permission_summary;
mod person_row;
mod staff;

pub use groups::GroupsPage;
pub use invitation_link::invitation_link;
pub use permission_summary::{closed_sections, sentences};
pub use staff::StaffPage;
