//! What a person changes of their own: profile, password, logins; the same on both sides.

mod change;
mod logins;
mod routes;

pub use routes::routes;
