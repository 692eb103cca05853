//! Karavan's backend: the REST API, the jobs and the command line. ARCHITECTURE.md is the map.

pub mod alerts;
pub mod app;
pub mod cli;
pub mod clients;
pub mod ext;
pub mod identity;
pub mod imports;
pub mod items;
pub mod ledger;
pub mod messengers;
pub mod notes;
pub mod notifications;
pub mod orders;
pub mod payments;
pub mod platform;
pub mod rates;
pub mod scan;
pub mod settings;
pub mod shipments;
pub mod topups;
