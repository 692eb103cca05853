//! Tables of top-ups.

pub mod balance_request;
pub mod wallet_topup;
