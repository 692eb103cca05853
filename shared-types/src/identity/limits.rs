//! Bounds of what people type when they get in.

/// Shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// Longest password, in characters: bounds the work of hashing.
pub const PASSWORD_MAX: usize = 128;
/// Digits of a one-time code.
pub const CODE_DIGITS: usize = 6;
/// Minutes a one-time code lives.
pub const CODE_MINUTES: i64 = 5;
/// Tries of one code.
pub const CODE_TRIES: i32 = 5;
/// Minutes an access token lives.
pub const ACCESS_MINUTES: i64 = 15;
/// Days a login lives without being used.
pub const SESSION_DAYS: i64 = 30;
/// Longest name of an extension token, in characters.
pub const TOKEN_NAME: usize = 60;
/// Most live extension tokens of a person.
pub const TOKENS: usize = 20;
