//! Login by phone, code, bot and e-mail, registration and password recovery. Shared by both SPAs.
//!
//! The phone and code pages are part of the first load; the others are loaded when they are opened.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

pub(crate) mod bot;
mod code;
mod confirm_email;
mod door;
mod email;
mod email_link;
mod frame;
mod invitation;
mod mini_app;
mod phone;
mod recovery;
mod register;
mod registration_code;
mod state;
mod texts;

pub use bot::BotConfirmationPage;
pub use code::CodePage;
pub use confirm_email::ConfirmEmailPage;
pub use door::door_panel;
pub use email::{EmailLoginPage, PasswordResetPage, PasswordResetRequestPage};
pub use invitation::InvitationPage;
pub(crate) use mini_app::current_page;
pub use mini_app::{HostBridge, MainAction, MainButton, MiniAppPage, is_launched, provide_main_button};
pub use phone::LoginPage;
pub use recovery::RecoveryPage;
pub use register::{RegisterAgentPage, RegisterClientPage};
pub use state::LoginState;
