//! Balances, top-ups, rates and the ledger.

mod balances;
mod journal;
mod rates;
mod topups;
mod under_load;
