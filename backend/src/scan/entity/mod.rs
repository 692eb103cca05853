//! Entities of the scanner.

pub mod cell;
pub mod scan;
pub mod unknown;
