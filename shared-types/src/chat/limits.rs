//! Limits of the chat.

/// Maximum length of a message, in characters.
pub const BODY: usize = 4000;
/// Default page size, in messages.
pub const DEFAULT_PAGE: u64 = 50;
/// Maximum page size, in messages.
pub const MAX_PAGE: u64 = 200;
/// Maximum number of files per message.
pub const FILES: usize = 10;
/// Maximum size of a file, in bytes.
pub const FILE_BYTES: u64 = 25 << 20;
/// Maximum length of a file name, in characters. Longer names are shortened in the middle.
pub const FILE_NAME: usize = 120;
/// Maximum number of uploaded files of one person in one order that belong to no message yet.
pub const UNSENT_FILES: i64 = 20;
/// Supported reactions, in the order in which the pages offer them.
pub const REACTIONS: [&str; 6] = ["👍", "❤️", "🙏", "😂", "😮", "😢"];
/// Maximum length of a channel name, in characters.
pub const CHANNEL: usize = 100;
