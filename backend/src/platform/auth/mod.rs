//! Who is calling: credentials in, scopes out.
//!
//! [`authorize`] runs before every handler by the endpoint's declared access; extractors hand the scopes it built to the handler.
//! Rights are read from the database with each request, never from the token, so that a change acts at once.

mod authorize;
mod caller;
pub mod jwt;
mod lookup;
pub mod password;
mod standing;

pub use authorize::{Demand, Gate, authorize, proved};
pub use caller::{Caller, ExtCaller, Membership};
pub use lookup::grant;
pub use standing::{of_logins, of_logins_in};
