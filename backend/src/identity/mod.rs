//! People: login, sessions, cabinets, extension tokens.
//!
//! Invariants: refresh tokens rotate at each use and a reused one ends the login; codes are stored as salted password hashes;
//! only the SHA-256 of extension tokens is kept.

mod code;
pub mod entity;
mod login;
mod queries;
mod routes;
mod session;
mod tokens;

pub use routes::routes;
