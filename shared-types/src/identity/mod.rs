//! Login, registration, password recovery, sessions, cabinets and extension tokens.

mod dto;
mod endpoints;
pub mod limits;
mod login_method_endpoints;
mod login_methods;
mod mini_app;
mod passkeys;
mod second_factor;

pub use dto::*;
pub use endpoints::*;
pub use login_method_endpoints::*;
pub use login_methods::*;
pub use mini_app::*;
pub use passkeys::*;
pub use second_factor::{PossessionFactor, Proofs, RequiredFactors, missing_factor};
