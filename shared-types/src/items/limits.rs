//! Limits of an item.

/// Maximum length of a title, in characters.
pub const TITLE: usize = 500;
/// Maximum length of a URL, in characters.
pub const URL: usize = 2048;
/// Maximum price, in minor units.
pub const PRICE_MINOR: i64 = 999_999_999;
/// Maximum number of pieces that a price is for.
pub const PRICE_PER: i64 = 1_000_000;
/// Maximum quantity of one item.
pub const QUANTITY: i64 = 99_999;
/// Maximum length of a marketplace name, in characters.
pub const MARKETPLACE: usize = 40;
/// Maximum length of a product id on a marketplace, in characters.
pub const EXTERNAL_ID: usize = 100;
/// Maximum length of a variant, in characters.
pub const VARIANT: usize = 300;
/// Maximum length of a shop name, in characters.
pub const SHOP: usize = 200;
/// Maximum length of a comment, in characters.
pub const COMMENT: usize = 2000;
/// Maximum length of a purchase number, a track or a cell name, in characters.
pub const NUMBER: usize = 100;
/// Maximum length of a reason, in characters.
pub const REASON: usize = 500;
/// Maximum number of items per move.
pub const MOVED: usize = 500;
/// Maximum weight of an item, in grams (a hundred tonnes).
pub const WEIGHT_GRAMS: i64 = 100_000_000;
/// Maximum volume of an item, in cm³ (a thousand cubic metres).
pub const VOLUME_CM3: i64 = 1_000_000_000;
/// Maximum number of selected options of an item.
pub const OPTIONS: usize = 6;
/// Maximum length of the name of an option, in characters.
pub const OPTION_NAME: usize = 60;
/// Maximum length of the value of an option, in characters.
pub const OPTION_VALUE: usize = 120;
/// Maximum number of pictures of an item.
pub const IMAGES: usize = 20;
/// Maximum weight of one piece as a shop states it, in grams.
pub const UNIT_WEIGHT_GRAMS: i64 = 10_000_000;
/// Maximum length of one side of a piece as a shop states it, in millimetres.
pub const UNIT_SIDE_MM: i64 = 100_000;
/// Maximum length of the path of a price's source, in characters.
pub const SOURCE_PATH: usize = 120;
/// Maximum number of uncertain fields.
pub const UNCERTAIN: usize = 4;
/// Maximum number of corrected fields.
pub const CORRECTED: usize = 5;
/// Maximum size of the screenshot of a product page, in bytes.
pub const PROOF_BYTES: usize = 4 << 20;
/// Screenshots that one person may send in 24 hours.
pub const PROOFS_PER_DAY: i64 = 300;
