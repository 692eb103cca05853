//! People at the door: codes through bots, start links, registration, recovery, guessing.

pub mod bots;

mod codes;
mod guessing;
mod joining;
mod links;
mod passwords;
mod webhooks;
