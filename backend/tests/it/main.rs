//! Tests through the service's edge, each on SQLite and on PostgreSQL.

mod support;

mod access;
mod bad_input;
mod extension;
mod identity;
mod notes_unseen;
mod operation;
mod orders;
mod repo_tidy;
mod schema;
mod tenant_walls;
