//! Limits of an order.

/// Maximum length of a title, in characters.
pub const TITLE: usize = 200;
/// Maximum length of the client's comment on an order, in characters.
pub const COMMENT: usize = 2000;
/// Maximum length of a city, in characters.
pub const CITY: usize = 100;
/// Maximum number of items per order.
pub const ITEMS: i32 = 20_000;
/// Number of items returned with an order. The others are returned by the item list.
pub const CARD_ITEMS: u64 = 100;
/// Maximum page size of the item list.
pub const ITEMS_PAGE: u64 = 1000;
/// Maximum length of a search text, in characters.
pub const SEARCH: usize = 200;
/// Maximum length of the comment on a quote, in characters.
pub const QUOTE_COMMENT: usize = 2000;
