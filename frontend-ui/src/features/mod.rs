//! Pages and panels that both cabinets show.

pub mod captures;
pub mod chart;
pub mod chat;
pub mod clipboard;
pub mod delivery;
pub mod history;
pub mod item_status;
pub mod items;
pub mod login;
pub mod money;
pub mod notification_preferences;
pub mod order_status;
pub mod orders;
pub mod payments;
pub mod people;
pub mod profile;
pub mod services;
pub mod shipments;
pub mod startup;
