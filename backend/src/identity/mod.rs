//! Login, registration, password recovery, sessions, cabinets and extension tokens.
//!
//! Invariants:
//! - A refresh token is rotated at each use. Reuse of an old one ends the session.
//! - One-time codes are generated when they are sent and stored as salted password hashes.
//! - Of long tokens only the SHA-256 is stored.
//! - A phone is verified by its messenger. A start link alone never verifies a phone that already has a user.
//! - Cheap checks run before a password is hashed. Strangers cannot use up the attempts of a known browser.

mod asker;
mod attempts;
mod bot;
mod bot_texts;
mod code;
pub(crate) mod contact;
mod doors;
mod email;
pub mod entity;
mod entry_routes;
mod handover;
mod known_browser;
mod link;
mod login;
pub(crate) mod proof;
mod queries;
mod recovery;
mod register;
mod routes;
mod session;
mod tokens;

pub use bot::on_event;
pub use code::{SEND_CODE_JOB, fill as fill_code, send as send_code};
pub use contact::{EMAIL_CHANGE_JOB, send_email_change};
pub use doors::login_method_routes;
pub use email::{PASSWORD_RESET_JOB, send_password_reset as write_letter};
pub use entry_routes::login_flow_routes;
pub use routes::routes;
