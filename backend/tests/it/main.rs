//! Integration tests through the HTTP layer, each on SQLite and on PostgreSQL.

#![allow(
    unreachable_pub,
    clippy::allow_attributes,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests panic on unexpected values, and access the database outside of the tenant scope to check it"
)]

mod support;

mod access;
mod bad_input;
mod bad_types;
mod chat;
mod clients;
mod documents;
mod exports;
mod extension;
mod headers;
mod identity;
mod imports;
mod jobs;
mod media;
mod money;
mod noise;
mod notes;
mod notes_unseen;
mod notifications;
mod onboarding;
mod operation;
mod orders;
mod people;
mod repo_tidy;
mod scan;
mod schema;
mod services;
mod settings;
mod shipments;
mod staff;
mod tenant_walls;
