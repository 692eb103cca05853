//! Import of clients from spreadsheets: the rows are read and checked without being stored, and created in pieces. See ADR 0079.

mod check;
mod columns;
mod create;
mod openings;
mod routes;

pub use routes::routes;
