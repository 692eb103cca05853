//! Keys by which programs call the API in the name of a person.

mod objects;

pub use objects::{KeyLevel, KeyObject, KeyPermission, KeyRights, key_permission};
