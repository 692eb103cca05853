//! Balances, top-ups, rates and the ledger.

mod balances;
mod deposit_lifecycles;
mod deposits;
mod documented_versions;
mod journal;
mod purchase_costs;
mod purchasing;
mod rates;
mod reopened_topups;
mod stale_writes;
mod statements;
mod tampering;
mod topups;
mod under_load;
mod wallets;
mod withdrawals;
