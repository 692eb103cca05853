//! The cash book of an agent: cash boxes, their entries, and the close of the day.

mod bank_account;
mod boxes;
mod dto;
mod endpoints;

pub use bank_account::BankAccount;
pub use boxes::*;
pub use dto::*;
pub use endpoints::*;

/// Cash boxes of an agent, at most.
pub const BOXES: u32 = 100;
/// Closings of a box that are listed.
pub const CLOSINGS: u64 = 50;
/// Maximum length of a box's name, in characters.
pub const NAME: usize = 100;
/// Maximum length of a note or a reason, in characters.
pub const NOTE: usize = 500;
