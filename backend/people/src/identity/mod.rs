//! Login, registration, password recovery, sessions, cabinets and extension tokens.
//!
//! Invariants:
//! - A refresh token is rotated at each use. Reuse of an old one ends the session.
//! - One-time codes are generated when they are sent and stored as salted password hashes.
//! - Of long tokens only the SHA-256 is stored.
//! - A phone is verified by its messenger. A start link alone never verifies a phone that already has a user.
//! - Cheap checks run before a password is hashed. Strangers cannot use up the attempts of a known browser.

mod attempts;
pub mod authenticator;
mod authenticator_codes;
mod bot_events;
mod bot_texts;
mod browser_binding;
mod caller_rights;
mod caller_sql;
pub mod callers;
mod chat_notice;
mod code;
mod common_passwords;
pub mod contact_change;
mod contacts;
pub mod cookies;
mod device;
mod email;
mod error;
mod extension_tokens;
mod extractors;
mod first_cabinet;
mod invitation_link;
mod invitation_routes;
mod known_browser;
mod login;
mod login_flow_routes;
mod login_method_routes;
mod mini_app;
mod passkey_use;
pub mod passkeys;
mod pending_link;
pub mod proof;
pub(crate) mod proof_context;
mod queries;
mod recovery;
mod refresh;
mod register;
mod routes;
pub mod second_factor;
mod session;
mod session_transfer;
mod socket_callers;
mod start_link;

pub use bot_events::on_event;
pub use code::fill as fill_code;
pub use error::IdentityError;
pub use extension_tokens::{revoke as revoke_extension_token, revoke_all as revoke_all_extension_tokens};
pub use invitation_routes::routes as invitation_routes;
pub use login_flow_routes::login_flow_routes;
pub use login_method_routes::login_method_routes;
pub use register::{
    by_email::can_be_confirmed,
    by_operator::{NewAgent, create_agent},
};
pub use routes::routes;

use platform::{jobs::Jobs, mail};
use register::by_email;

/// Registers the jobs that send codes and e-mails.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(code::SEND_CODE_JOB, code::send)
        .handle(email::PASSWORD_RESET_JOB, email::send_password_reset)
        .calls(email::PASSWORD_RESET_JOB, [mail::SYSTEM])
        .renamed("identity:letter", email::PASSWORD_RESET_JOB)
        .handle(by_email::REGISTRATION_EMAIL_JOB, by_email::send_registration_email)
        .calls(by_email::REGISTRATION_EMAIL_JOB, [mail::SYSTEM])
        .handle(contact_change::EMAIL_CHANGE_JOB, contact_change::send_email_change)
        .calls(contact_change::EMAIL_CHANGE_JOB, [mail::SYSTEM])
        .renamed("identity:new-address", contact_change::EMAIL_CHANGE_JOB)
}
