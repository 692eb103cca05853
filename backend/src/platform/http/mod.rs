//! HTTP at the edge: typed input and answers, problem details, the router that reads endpoint declarations.

mod address;
mod answer;
mod api;
pub mod assets;
pub mod cursor;
pub mod docs;
mod failure;
pub mod idempotency;
mod input;
mod json;
mod language;
pub mod openapi;
mod problems;
mod reader;
mod shell;
mod upload;

pub use address::{ClientAddress, network_of, note_address};
pub use answer::{Answer, attachment, with_cookie};
pub use api::Api;
pub(crate) use api::guard_of;
pub use cursor::Window;
pub use failure::Failure;
pub use idempotency::{Key, finish};
pub use input::{IfMatch, Input, take_bytes};
pub use language::language;
pub use problems::{describe_problems, method_not_allowed, no_such_route};
pub use reader::prefers_html;
pub use shell::Shells;
pub use upload::Upload;
