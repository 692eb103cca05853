//! People at the door: codes through bots, start links, registration, recovery, guessing.

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
