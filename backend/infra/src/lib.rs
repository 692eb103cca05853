//! Features without a business domain of their own: events, stored media and messenger bots.

pub mod events;
pub mod media;
pub mod messengers;
