//! Balances, top-ups, rates and the ledger.

mod balances;
mod cash_balances;
pub mod cash_book;
mod cash_boxes;
mod cash_days;
mod cash_holders;
mod deposit_lifecycles;
mod deposit_pages;
mod deposits;
mod documented_versions;
mod journal;
mod purchase_costs;
mod purchase_exports;
mod purchasing;
mod purchasing_board;
mod rates;
mod reopened_topups;
mod stale_writes;
mod statement_line_lists;
mod statement_lines;
mod statements;
mod tampering;
mod topup_boxes;
mod topups;
mod under_load;
mod wallets;
mod withdrawals;
