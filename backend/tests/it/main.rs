//! Integration tests through the HTTP layer, each on SQLite and on PostgreSQL.

#![allow(
    unreachable_pub,
    clippy::allow_attributes,
    clippy::assigning_clones,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests panic on unexpected values, and access the database outside of the tenant scope to check it"
)]

#[macro_use]
extern crate macro_rules_attribute;

mod support;

mod access;
mod api_keys;
mod architecture;
mod billing;
mod chat;
mod clients;
mod compressed_responses;
mod documents;
mod edge;
mod event_feed;
mod exports;
mod extension;
mod extension_captures;
mod extension_reports;
mod foreign_ids;
mod headers;
mod home;
mod idempotency;
mod identity;
mod imports;
mod invalid_input;
mod invisible_texts;
mod jobs;
mod lists;
mod live;
mod logging;
mod mcp;
mod media;
mod money;
mod notes;
mod notifications;
mod observability;
mod onboarding;
mod operation;
mod order_limits;
mod orders;
mod outside;
mod people;
mod query_plans;
mod random_input;
mod recipients;
mod reports;
mod repository_rules;
mod sandbox;
mod scan;
mod schema;
mod services;
mod settings;
mod shipments;
mod staff;
mod stored_values;
mod tenant_scope;
mod translation;
mod virus_scanner;
mod webhooks;
mod wrong_types;
