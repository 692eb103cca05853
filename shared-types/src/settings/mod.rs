//! The agent's settings: what it charges, how it buys, packs, insures and delivers, and what it offers its clients.

mod agent;
mod conditions;
mod lists;
mod options;

pub mod limits;

pub use agent::*;
pub use conditions::*;
pub use lists::*;
pub use options::*;
