//! Bounds of an order.

/// Longest title, in characters.
pub const TITLE: usize = 200;
/// Longest city, in characters.
pub const CITY: usize = 100;
/// Most items of one order.
pub const ITEMS: i32 = 20_000;
/// Longest search text, in characters.
pub const SEARCH: usize = 200;
