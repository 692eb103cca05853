//! Recipients: the address book of a client, and the copies that orders and shipments keep.
//!
//! Invariants:
//! - A client has at most one default entry; a unique index enforces this.
//! - An entry that an order or a shipment was addressed to is archived instead of deleted.
//! - Orders and shipments keep a copy, so that a change of the address book never changes where a shipment goes.

mod address_book;
mod form;
mod routes;
mod snapshot;

pub use address_book::add;
pub use form::{RecipientValues, validate};
pub use routes::routes;
pub use snapshot::{copy, copy_default, from_values};
