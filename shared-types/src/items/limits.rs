//! Bounds of a line.

/// Longest title, in characters.
pub const TITLE: usize = 500;
/// Longest address, in characters.
pub const URL: usize = 2048;
/// Highest price, in minor units.
pub const PRICE_MINOR: i64 = 999_999_999;
/// Most pieces of one line.
pub const QUANTITY: i64 = 99_999;
/// Longest name of a marketplace, in characters.
pub const MARKETPLACE: usize = 40;
/// Longest id at the marketplace, in characters.
pub const EXTERNAL_ID: usize = 100;
/// Longest variant, in characters.
pub const VARIANT: usize = 300;
/// Longest name of a shop, in characters.
pub const SHOP: usize = 200;
/// Longest comment, in characters.
pub const COMMENT: usize = 2000;
/// Longest number of a purchase, track or cell, in characters.
pub const NUMBER: usize = 100;
/// Longest reason, in characters.
pub const REASON: usize = 500;
/// Most lines of one move.
pub const MOVED: usize = 500;
/// Largest weight of a line, grams: a hundred tons.
pub const WEIGHT_GRAMS: i64 = 100_000_000;
/// Largest volume of a line, cm³: a thousand cubic metres.
pub const VOLUME_CM3: i64 = 1_000_000_000;
