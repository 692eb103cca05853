//! HTTP: typed input and responses, problem details, and the router of endpoint declarations.

mod accept;
mod address;
mod admission;
mod api;
pub mod assets;
mod body;
mod compression;
mod deprecation;
mod etag;
mod failure;
pub mod idempotency;
mod input;
mod json;
mod language;
mod ndjson;
mod problems;
mod response;
pub mod server;
mod shell;
mod upload;

pub use accept::prefers_html;
pub use address::{ClientAddress, attach_client_address};
pub use admission::admit_request;
pub use api::{Api, ServedEndpoint, parse_guard};
pub use body::BodyMemory;
pub use compression::{accept_encoding_of_reads, compression};
pub use etag::{answer_not_modified, tag as entity_tag};
pub use failure::Failure;
pub use idempotency::IdempotencyKey;
pub use input::{IfMatch, Input, body_failure, read_bytes, read_json};
pub use language::preferred_language;
pub use ndjson::json_lines;
pub use problems::{DescribesError, method_not_allowed, render_problems, route_not_found};
pub use response::{ApiResponse, attachment, with_cookie};
pub use shell::Shells;
pub use upload::Upload;
