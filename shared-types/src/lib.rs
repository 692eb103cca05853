//! Types and rules shared by the server and the browsers.
//!
//! | module | contents |
//! |---|---|
//! | [`id`] | typed ids |
//! | [`money`], [`country`], [`phone`], [`email_address`], [`token`], [`web_address`] | value types: parsing, formatting, validation |
//! | [`qr`] | rendering of QR codes |
//! | [`number_text`] | reading of numbers as people write them |
//! | [`fixed`], [`pricing`] | rates and percentages; calculation of order costs |
//! | [`problem`] | RFC 9457 problem details with a closed list of codes |
//! | [`endpoint`], [`api`] | the declaration of an API endpoint; all endpoints, with the features that they belong to |
//! | [`live`] | channels and events of live updates |
//! | [`page`] | lists with keyset pagination |
//! | [`access`] | the authorization model: guards, objects, levels |
//! | `stored` | storage of the types in columns, with the feature `database` |
//! | feature modules | `dto`, `endpoints`, `limits` and `lifecycle` of one feature each |
//!
//! The crate does no I/O, accesses no database and reads no clock. It compiles for the server and for wasm.

#[macro_use]
extern crate macro_rules_attribute;

#[macro_use]
mod closed_set;
#[macro_use]
mod dto;

pub mod access;
pub mod api;
pub mod api_keys;
pub mod billing;
pub mod cash;
pub mod chat;
pub mod clients;
pub mod codes;
pub mod country;
mod currency;
pub mod email_address;
pub mod endpoint;
pub mod events;
pub mod ext;
pub mod fields;
pub mod fixed;
pub mod home;
pub mod id;
pub mod identity;
pub mod imports;
pub mod items;
pub mod ledger;
pub mod live;
pub mod media;
pub mod money;
pub mod money_text;
pub mod month;
pub mod next_step;
pub mod notes;
pub mod notifications;
pub mod number_text;
pub mod onboarding;
pub mod orders;
pub mod page;
pub mod payment_code;
pub mod phone;
pub mod pricing;
pub mod problem;
#[cfg(feature = "openapi")]
mod problem_schema;
pub mod profile;
pub mod purchasing;
pub mod qr;
pub mod rates;
pub mod recipients;
pub mod reports;
pub mod sandbox;
pub mod scan;
pub mod schema;
pub mod search_text;
pub mod services;
pub mod settings;
pub mod shipments;
pub mod shop_link;
pub mod staff;
pub mod start_page;
#[cfg(feature = "database")]
pub mod stored;
pub mod tag;
pub mod token;
pub mod topups;
pub mod translation;
pub mod visible_text;
pub mod web_address;
pub mod webhooks;
