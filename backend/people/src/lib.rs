//! People and companies: identity, profiles, clients, staff and their permission groups.

pub mod api_keys;
pub mod clients;
pub mod identity;
mod phone_number;
pub mod profile;
pub mod recipients;
pub mod staff;
