//! What every feature stands on: configuration, database, tenant walls, authentication, HTTP.
//!
//! Invariants: nothing here knows a feature; no database connection leaves `platform` except inside a scope.

pub mod auth;
pub mod breaker;
pub mod clock;
pub mod config;
pub mod db;
pub mod http;
pub mod jobs;
pub mod mail;
pub mod realtime;
pub mod rng;
pub mod scope;
pub mod sheet;
pub mod state;
pub mod storage;
pub mod telemetry;
pub mod throttle;
