//! Orders with their items and services, and requests for top-ups.

pub mod orders;
pub mod topups;
