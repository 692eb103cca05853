//! Internal notes of staff: one per object, and a notepad for each staff member.
//!
//! Invariants:
//! - Notes belong to the agent; a client scope can't reach the table.
//! - A note can only be written on an object of the agent.
//! - All staff can read and write notes, regardless of their permission group. Notepads are private.

mod routes;
mod save;
mod search;

pub use entities::note_flags::{bodies, ids_with_notes};
pub use routes::routes;
pub(crate) use save::{NoteTarget, save};
