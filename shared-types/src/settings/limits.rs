//! Bounds of the settings.

/// Longest name of an entry, in characters.
pub const NAME: usize = 100;
/// Longest text that clients read, in characters.
pub const NOTE: usize = 2000;
/// Longest address, in characters.
pub const ADDRESS: usize = 300;
/// Most entries of one list.
pub const ENTRIES: u32 = 200;
/// Most brackets of a tariff.
pub const BRACKETS: usize = 60;
/// Most days a way takes.
pub const DAYS: i64 = 365;
/// Highest price of a setting, minor units.
pub const PRICE_MINOR: i64 = 999_999_999;
