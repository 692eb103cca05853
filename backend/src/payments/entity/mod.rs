//! Tables of payments.

pub mod payment;
pub mod refund;
