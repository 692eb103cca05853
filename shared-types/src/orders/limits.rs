//! Bounds of an order.

/// Longest title, in characters.
pub const TITLE: usize = 200;
/// Longest city, in characters.
pub const CITY: usize = 100;
/// Most items of one order.
pub const ITEMS: i32 = 20_000;
/// Lines that an order card brings; the others are read by their pages.
pub const CARD_ITEMS: u64 = 100;
/// Most lines of such a page.
pub const ITEMS_PAGE: u64 = 1000;
/// Longest search text, in characters.
pub const SEARCH: usize = 200;
