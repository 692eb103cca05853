//! Pages and panels that both cabinets show.

pub mod chart;
pub mod chat;
pub mod clipboard;
pub mod delivery;
pub mod funds;
pub mod history;
pub mod items;
pub mod lines;
pub mod login;
pub mod money;
pub mod notices;
pub mod orders;
pub mod people;
pub mod profile;
pub mod services;
pub mod shipments;
pub mod start;
pub mod status;
