//! Balances, top-ups, and the ledger beneath them.

mod balances;
mod journal;
mod rates;
mod topups;
mod under_load;
