//! Limits of keys.

/// Maximum length of a key's name, in characters.
pub const NAME: usize = 60;
/// Maximum number of active keys that one person has in a cabinet.
pub const KEYS: u64 = 20;
/// Lifetime of a key, in days, if nothing else is said.
pub const DEFAULT_DAYS: i64 = 365;
/// The longest lifetime of a key that expires, in days.
pub const DAYS: i64 = 3650;
/// The longest time that a rolled key still works, in hours.
pub const OVERLAP_HOURS: i64 = 720;
/// Maximum number of networks, and of origins, of a key.
pub const PLACES: usize = 20;
/// For how many days lists show a key that has ended.
pub const ENDED_DAYS: i64 = 30;
