//! Bounds of the chat.

/// Longest message, in characters.
pub const BODY: usize = 4000;
/// Messages of a page when no number is asked for.
pub const PAGE: u64 = 50;
/// Most messages of a page.
pub const LONGEST_PAGE: u64 = 200;
/// Most files of a message.
pub const FILES: usize = 10;
/// Bytes of a file.
pub const FILE_BYTES: u64 = 25 << 20;
/// Longest name of a file, in characters; longer ones lose their middle.
pub const FILE_NAME: usize = 120;
/// Most files of a person that wait for their message, in one order.
pub const WAITING: i64 = 20;
/// What can be answered with one press, in the order the pages offer it.
pub const REACTIONS: [&str; 6] = ["👍", "❤️", "🙏", "😂", "😮", "😢"];
