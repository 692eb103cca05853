//! Pages of the client cabinet.

pub(crate) mod announcements;
pub(crate) mod balance;
pub(crate) mod card;
pub(crate) mod create;
pub(crate) mod home;
mod list_search;
mod order_cards;
pub(crate) mod orders;
mod overview;
mod pay_bar;
mod problem_report;
mod recipient_choice;
pub(crate) mod recipients;
mod request_steps;
pub(crate) mod requisites;
pub(crate) mod settings;
mod shared_link;
mod shipment_form;
mod shipment_prices;
pub(crate) mod shipments;
pub(crate) mod shipping_requests;
mod steps;
mod tasks;
pub(crate) mod terms;
pub(crate) mod unsubscribe;
pub(crate) mod wallet;
mod withdrawals;
