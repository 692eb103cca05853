//! The profile page: a person's data, contacts, password and logins. Shared by both cabinets.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod authenticator;
mod card_steps;
mod contact;
mod logins;
mod page;
mod passkeys;
mod password;
mod picture;
mod second_factor;

pub use page::ProfilePage;
pub(crate) use password::end_extensions_field;
