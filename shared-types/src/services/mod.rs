//! Services on items, and the photos and videos they bring.

pub mod lifecycle;
pub mod limits;

mod dto;
mod endpoints;
mod media;
mod public_endpoints;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{PaidWhen, ServiceMove, ServiceStatus};
pub use media::*;
pub use public_endpoints::*;
