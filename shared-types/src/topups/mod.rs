//! Requests that move a client's money in or out: top-ups of a balance or a payment app, and withdrawals.

mod copied_numbers;
mod dto;
mod endpoints;
mod lifecycle;
mod statement_lines;
mod withdrawals;

pub use copied_numbers::numbers_to_copy;
pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{
    RequestMove, RequestStatus, WalletStatus, allowed_moves, is_wallet_move_allowed, resulting_status,
};
pub use statement_lines::*;
pub use withdrawals::*;

/// Maximum length of requisites, in characters.
pub const REQUISITES: usize = 2000;
/// Maximum length of a comment or reason, in characters.
pub const COMMENT: usize = 500;
/// Maximum length of a payment app account, in characters.
pub const ACCOUNT: usize = 200;
/// Maximum length of a statement, in characters.
pub const STATEMENT: usize = 2_000_000;
/// Maximum number of operations in a statement.
pub const STATEMENT_LINES: usize = 20_000;
/// Maximum length of a search in the kept lines, in characters.
pub const LINE_SEARCH: usize = 200;
/// Most lines that are read at once to find those without doubt.
pub const EXACT_LINES: usize = 200;
/// Length of the key of a line of a statement.
pub const LINE_KEY: usize = 64;
/// Length of the short public code.
pub const CODE: usize = 10;
