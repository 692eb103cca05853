//! Balances, top-ups, and the ledger beneath them.

mod balances;
mod topups;
mod under_load;
