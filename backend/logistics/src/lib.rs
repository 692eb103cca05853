//! Shipments to clients, and the deliveries that carry them.

pub mod shipments;
