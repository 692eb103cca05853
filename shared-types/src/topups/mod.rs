//! Requests to top a balance or a payment app up.

mod dto;
mod endpoints;
mod lifecycle;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{RequestMove, RequestStatus, WalletStatus, next, next_wallet, possible};

/// Longest requisites, in characters.
pub const REQUISITES: usize = 2000;
/// Longest comment or reason, in characters.
pub const COMMENT: usize = 500;
/// Longest account of a payment app, in characters.
pub const ACCOUNT: usize = 200;
/// Longest statement, in characters.
pub const STATEMENT: usize = 200_000;
/// Characters of the short public code.
pub const CODE: usize = 10;
