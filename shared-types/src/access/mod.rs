//! Authorization model: guards, objects, levels, breadths, and the rights that a permission group grants.

mod declared;
mod guard;
mod rights;

pub use declared::{Access, PerSide};
pub use guard::Guard;
pub use rights::{Breadth, Grant, Level, Object, Rights};
