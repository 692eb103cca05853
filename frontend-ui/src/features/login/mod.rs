//! The doors of both sides: login by phone, codes, bots, registration, recovery, e-mail.
//!
//! The phone's page and the code's page come with the first load; the others are fetched when they are opened.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

pub(crate) mod bot;
mod code;
mod email;
mod frame;
mod phone;
mod recovery;
mod register;
mod texts;

pub use bot::BotPage;
pub use code::CodePage;
pub use email::{EmailPage, ForgotPage, ResetPage};
pub use frame::Door;
pub use phone::LoginPage;
pub use recovery::RecoveryPage;
pub use register::{RegisterAgentPage, RegisterClientPage};
