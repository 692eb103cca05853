//! Entities of users, sessions, memberships, agents and permission groups.

pub mod access_group;
pub mod access_group_right;
pub mod agent;
pub mod client_member;
pub mod confirmation;
pub mod email_change;
pub mod extension_token;
pub mod handover;
pub mod login_code;
pub mod password_reset;
pub mod refresh_token;
pub mod session;
pub mod staff;
pub mod user;
