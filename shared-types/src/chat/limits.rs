//! Bounds of the chat.

/// Longest message, in characters.
pub const BODY: usize = 4000;
/// Messages of a page when no number is asked for.
pub const PAGE: u64 = 50;
/// Most messages of a page.
pub const LONGEST_PAGE: u64 = 200;
/// What can be answered with one press, in the order the pages offer it.
pub const REACTIONS: [&str; 6] = ["👍", "❤️", "🙏", "😂", "😮", "😢"];
