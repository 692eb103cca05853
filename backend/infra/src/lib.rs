//! Features without a business domain of their own: events, stored media, messenger bots, e-mails and machine translation.

pub mod emails;
pub mod events;
pub mod media;
pub mod messengers;
pub mod translation;
