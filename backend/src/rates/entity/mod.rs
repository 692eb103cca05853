//! Tables of rates.

pub mod doubt;
pub mod policy;
pub mod rate;
