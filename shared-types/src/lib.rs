//! What the server and the browsers must agree on, written once.
//!
//! | module | holds |
//! |---|---|
//! | [`id`] | typed ids |
//! | [`money`], [`phone`], [`token`] | value types: parse, format, check |
//! | [`qr`] | QR codes, drawn in one way wherever |
//! | [`fixed`], [`pricing`] | rates and percentages; what an order costs |
//! | [`problem`] | RFC 9457 problem details with a closed list of codes |
//! | [`endpoint`] | the declaration every address of the API has |
//! | [`page`] | keyset-paged lists |
//! | [`access`] | guards, objects, levels: who may call what |
//! | feature modules | `dto`, `endpoints`, `limits`, `lifecycle` of one feature each |
//!
//! Nothing here touches HTTP, a database or a clock: the crate compiles to wasm and to the server alike.

pub mod access;
pub mod chat;
pub mod clients;
pub mod codes;
pub mod endpoint;
pub mod ext;
pub mod fields;
pub mod fixed;
pub mod id;
pub mod identity;
pub mod imports;
pub mod items;
pub mod ledger;
pub mod media;
pub mod money;
pub mod notes;
pub mod notifications;
pub mod onboarding;
pub mod orders;
pub mod page;
pub mod phone;
pub mod pricing;
pub mod problem;
pub mod profile;
pub mod qr;
pub mod rates;
pub mod scan;
pub mod schema;
pub mod services;
pub mod settings;
pub mod shipments;
pub mod staff;
pub mod token;
pub mod topups;
