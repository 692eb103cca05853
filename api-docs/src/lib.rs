//! The OpenAPI 3.1 document, generated from the declarations of the endpoints in `shared-types`.
//!
//! The server embeds the file that this crate writes, `docs/openapi.json`, so that neither schemas nor this code are part of
//! the server. The tests compare the file with the declarations, and write it if `KARAVAN_WRITE_DOCS` is set.

mod bounds;
mod bounds_table;
mod document;
mod examples;
mod operation;
mod parameter_bounds;
#[cfg(test)]
mod tests;
mod webhooks;

pub use bounds::{unbounded_fields, unused_bounds};
pub use document::{Document, build};
pub use operation::{Body, Operation, operations};
