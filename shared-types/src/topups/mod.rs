//! Requests to top up a balance or a payment app.

mod dto;
mod endpoints;
mod lifecycle;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{
    RequestMove, RequestStatus, WalletStatus, allowed_moves, is_wallet_move_allowed, resulting_status,
};

/// Maximum length of requisites, in characters.
pub const REQUISITES: usize = 2000;
/// Maximum length of a comment or reason, in characters.
pub const COMMENT: usize = 500;
/// Maximum length of a payment app account, in characters.
pub const ACCOUNT: usize = 200;
/// Maximum length of a statement, in characters.
pub const STATEMENT: usize = 200_000;
/// Length of the short public code.
pub const CODE: usize = 10;
