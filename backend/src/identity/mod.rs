//! People: login, registration, recovery, sessions, cabinets, extension tokens.
//!
//! Invariants: refresh tokens rotate at each use and a reused one ends the login; codes are stored as salted password hashes and
//! made when they are sent; only the SHA-256 of long tokens is kept; a phone is proved by its messenger, never by a link alone
//! where it has a person already; every cheap check comes before a hash, and strangers use up no attempts of a known browser.

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
pub use code::{CODE, fill as fill_code, send as send_code};
pub use contact::{NEW_ADDRESS, write_to_new_address};
pub use doors::door_routes;
pub use email::{LETTER, write as write_letter};
pub use entry_routes::entry_routes;
pub use routes::routes;
