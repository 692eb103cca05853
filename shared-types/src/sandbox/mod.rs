//! The sandbox: a program that is being developed moves orders through the steps of people.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
