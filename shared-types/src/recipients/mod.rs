//! Recipients of shipments: the address book of a client, and the copies that orders and shipments keep.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;

/// Maximum number of entries in the address book of a client, without archived ones.
pub const ENTRIES: usize = 50;
/// Maximum length of a name, region, city or street, in characters.
pub const TEXT: usize = 200;
/// Maximum length of a postcode, in characters.
pub const POSTCODE: usize = 20;
/// Maximum length of the number of a document, in characters.
pub const DOCUMENT: usize = 50;
