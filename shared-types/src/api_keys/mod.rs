//! Keys by which programs call the API in the name of a person.

mod dto;
mod endpoints;
pub mod limits;
mod objects;
mod text;

pub use dto::*;
pub use endpoints::*;
pub use objects::{KeyLevel, KeyObject, KeyPermission, KeyRights, key_permission};
pub use text::{ID_LENGTH, KeyEnvironment, KeyText, SECRET_LENGTH, SHOWN_LENGTH};
