//! Limits of services and uploads; the server enforces them and tells them in its answers.

/// A service's name, in characters.
pub const NAME: usize = 60;
/// An icon's name or sign, in characters.
pub const ICON: usize = 16;
/// A comment, in characters.
pub const COMMENT: usize = 500;
/// Services of an agent's own.
pub const OWN: u64 = 50;
/// Services on one line at a time.
pub const ON_ITEM: u64 = 50;
/// How many times one service is ordered at once.
pub const QUANTITY: i64 = 10_000;
/// A price, minor units.
pub const PRICE_MINOR: i64 = 100_000_000;

/// Photos and videos of one service, or of one item beside its services.
pub const FILES: i64 = 100;
/// Bytes of them all.
pub const TOTAL_BYTES: i64 = 2 << 30;
/// Bytes that one request of an upload may bring.
pub const CHUNK: usize = 2 << 20;
/// A file's name, in characters; it is shown and never used as a path.
pub const FILE_NAME: usize = 120;
/// A video's poster, in bytes.
pub const POSTER: usize = 4 << 20;
/// Hours until an upload that does not go on is forgotten.
pub const UPLOAD_HOURS: i64 = 24;
/// Hours for which a link for a phone works.
pub const LINK_HOURS: i64 = 2;

/// A measured side, millimetres.
pub const SIDE_MM: i64 = 100_000;
