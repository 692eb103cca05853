//! What a person changes of their own: profile, password, logins; the same on both sides.

mod change;
mod logins;
mod routes;
mod staff_logins;

pub use routes::routes;
