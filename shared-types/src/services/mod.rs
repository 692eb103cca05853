//! Services on items, and the photos and videos that they produce.

pub mod lifecycle;
pub mod limits;

mod dto;
mod endpoints;
mod media;
mod names;
mod public_endpoints;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{PaymentTiming, ServiceMove, ServiceStatus};
pub use media::*;
pub use names::LocalizedName;
pub use public_endpoints::*;
