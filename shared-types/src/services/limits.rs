//! Limits of services and uploads. The server enforces them and includes them in its responses.

/// Maximum length of a service name, in characters.
pub const NAME: usize = 60;
/// Maximum length of an icon name, in characters.
pub const ICON: usize = 16;
/// Maximum length of a comment, in characters.
pub const COMMENT: usize = 500;
/// Maximum number of services defined by an agent.
pub const OWN_SERVICES: u64 = 50;
/// Maximum number of active services per item.
pub const PER_ITEM: u64 = 50;
/// Maximum number of units per ordered service.
pub const QUANTITY: i64 = 10_000;
/// Maximum price, in minor units.
pub const PRICE_MINOR: i64 = 100_000_000;

/// Maximum number of files of one service, or of one item besides its services.
pub const FILES: i64 = 100;
/// Maximum total size of these files, in bytes.
pub const TOTAL_BYTES: i64 = 2 << 30;
/// Maximum size of one upload request, in bytes.
pub const CHUNK: usize = 2 << 20;
/// Maximum length of a file name, in characters. The name is only displayed, never used as a path.
pub const FILE_NAME: usize = 120;
/// Maximum size of a video's poster, in bytes.
pub const POSTER: usize = 4 << 20;
/// Hours after which an unfinished upload is deleted.
pub const UPLOAD_HOURS: i64 = 24;
/// Lifetime of an upload link, in hours.
pub const LINK_HOURS: i64 = 2;

/// Maximum length of a measured side, in millimetres.
pub const SIDE_MM: i64 = 100_000;
