//! Karavan's backend: the REST API, the jobs and the command line. ARCHITECTURE.md is the map.

pub mod access;
pub mod alerts;
pub mod app;
pub mod cli;
pub mod clients;
pub mod ext;
pub mod identity;
pub mod imports;
pub mod items;
pub mod ledger;
pub mod media;
pub mod messengers;
pub mod notes;
pub mod notifications;
pub mod onboarding;
pub mod orders;
pub mod payments;
pub mod platform;
pub mod profile;
pub mod rates;
pub mod scan;
pub mod services;
pub mod settings;
pub mod shipments;
pub mod staff;
pub mod topups;
