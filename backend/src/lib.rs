//! Karavan.
