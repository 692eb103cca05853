//! Authentication: codes by messenger, start links, registration, recovery, rate limits, revocation.

pub mod bots;

mod codes;
mod doors;
mod guessing;
mod joining;
mod letters;
mod limits;
mod links;
mod passwords;
mod revoking;
mod secrets;
mod strangers;
mod webhooks;
