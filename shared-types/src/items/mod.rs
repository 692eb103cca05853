//! Items of an order.

mod board;
mod capture;
mod dto;
mod endpoints;
mod exports;
pub mod lifecycle;
pub mod limits;
mod links;
mod lists;
mod measures;
mod price;
mod processing;
mod status;

pub use board::*;
pub use capture::*;
pub use dto::*;
pub use endpoints::*;
pub use exports::*;
pub use lifecycle::ItemMove;
pub use links::*;
pub use lists::*;
pub use measures::*;
pub use price::LotPrice;
pub use processing::*;
pub use status::ItemStatus;
