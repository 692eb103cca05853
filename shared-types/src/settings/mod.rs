//! Settings of the agent: profile, fees, delivery, packaging, insurance, payment, and purchasing accounts.

mod agent;
mod conditions;
mod lists;
mod options;

pub mod limits;

pub use agent::*;
pub use conditions::*;
pub use lists::*;
pub use options::*;
