//! What people are told: notices of what happened, and an agent's own notifications to its clients.

mod dto;
mod endpoints;
mod notice;
mod template;

pub use dto::*;
pub use endpoints::*;
pub use notice::{Notice, NoticeChannel, is_wanted};
pub use template::{Field, Fields, Template};

/// Longest title of a notification, in characters.
pub const TITLE: usize = 120;
/// Longest text of a notification, in characters: with a name filled in it still fits one message of either messenger.
pub const BODY: usize = 3000;
/// Most clients that are named one by one.
pub const CHOSEN: usize = 1000;
/// Longest silence that can be asked for, in days.
pub const SILENT_DAYS: i64 = 3650;
/// How far ahead a notification can be planned, in days.
pub const AHEAD_DAYS: i64 = 366;
