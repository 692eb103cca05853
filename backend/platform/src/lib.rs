//! The base of every feature: configuration, database, tenant scopes, authentication, HTTP.
//!
//! Invariants: nothing here depends on a feature; no database connection leaves `platform` except inside a scope.

pub mod auth;
mod batches;
mod blocks;
mod bounded_stream;
pub mod breaker;
mod capacity;
pub mod clock;
pub mod config;
pub mod country_names;
mod crypto;
pub mod currency_words;
pub mod db;
pub mod error;
pub mod http;
pub mod http_client;
pub mod jobs;
pub mod mail;
pub mod outside_address;
pub mod page;
pub mod process;
pub mod quota;
mod rate_limit;
pub mod realtime;
pub mod rng;
pub mod scope;
pub mod sealed;
pub mod spreadsheet;
pub mod state;
pub mod storage;
pub mod telemetry;
pub mod text_encoding;
pub mod throttle;
pub mod timezone;
pub mod virus_scanner;
pub mod webauthn;
pub mod xlsx;
