//! Pages of the agent's SPA.

mod active_filters;
mod active_row;
mod assignees;
pub(crate) mod balance;
pub(crate) mod card;
pub(crate) mod cells;
pub(crate) mod client_picker;
mod client_withdrawal;
pub(crate) mod clients;
pub(crate) mod deliveries;
pub(crate) mod filters;
pub(crate) mod home;
pub(crate) mod labels;
pub(crate) mod list_trail;
pub(crate) mod notifications;
pub(crate) mod onboarding;
pub(crate) mod orders;
pub(crate) mod reports;
pub(crate) mod requests;
pub(crate) mod saved_filters;
pub(crate) mod scan;
pub(crate) mod settings;
pub(crate) mod shipment;
pub(crate) mod shipments;
pub(crate) mod shipping_requests;
pub(crate) mod wallets;
pub(crate) mod withdrawals;
