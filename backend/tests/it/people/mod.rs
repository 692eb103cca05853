//! Authentication: codes by messenger, start links, registration, recovery, rate limits, revocation.

mod bot_stubs;
pub mod bots;

mod authenticator;
mod authenticator_payouts;
mod codes;
mod emails;
mod first_agent;
mod guessing;
mod limits;
mod linked_chats;
mod lockout;
mod login_methods;
mod mini_app;
mod notice_emails;
mod notice_rights;
mod passkeys;
mod passwords;
mod registration;
mod registration_by_email;
mod resumed_registration;
mod revocation;
mod secrets;
mod session_transfer;
mod sessions;
mod start_links;
mod webhooks;

pub(crate) use webhooks::send_message;
