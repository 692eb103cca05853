//! Features without a business domain of their own: events, stored media, bots, e-mails, web push, pages of shops, translation.

pub mod emails;
pub mod events;
pub mod media;
pub mod messengers;
pub mod push;
pub mod shop_pages;
pub mod translation;
