//! Tables of rates.

pub mod policy;
pub mod rate;
