//! Karavan's backend: the REST API, the jobs and the command line. ARCHITECTURE.md describes its structure.

pub mod alerts;
pub mod api_document;
mod api_document_routes;
mod api_guide_routes;
pub mod app;
pub mod chat;
pub mod cli;
pub mod departures;
pub mod event_feed;
pub mod ext;
pub mod home;
pub mod imports;
pub mod live;
mod mcp;
pub mod notes;
pub mod notifications;
pub mod onboarding;
pub mod reports;
pub mod sandbox;
pub mod scan;
mod start_page_routes;
mod web_app_routes;
pub mod webhooks;
