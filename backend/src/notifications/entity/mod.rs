//! Tables of notifications.

pub mod delivery;
pub mod notification;
pub mod preference;
