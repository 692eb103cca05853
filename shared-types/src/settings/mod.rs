//! Settings of the agent: profile, fees, delivery, packaging, insurance, payment, and purchasing accounts.

mod agent;
mod brand;
mod conditions;
mod distribution;
mod hours;
mod lists;
mod options;
mod order_limits;
mod own_offers;
mod tabs;
mod versioned;

pub mod limits;

use crate::access::{Access, Level, Object};

pub use agent::*;
pub use brand::*;
pub use conditions::*;
pub use distribution::*;
pub use hours::*;
pub use lists::*;
pub use options::*;
pub use order_limits::*;
pub use own_offers::*;
pub use tabs::*;
pub use versioned::Versioned;

const VIEW: Access = Access::Agent(Object::Settings, Level::View);
const EDIT: Access = Access::Agent(Object::Settings, Level::Edit);
