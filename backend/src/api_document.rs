//! The OpenAPI document. It is embedded here, at the top of the stack of crates, so that a changed document rebuilds one crate.

use serde_json::{Value, json};

/// The document that the tests of `api-docs` compare with the declarations of the endpoints.
const DOCUMENT: &str = include_str!("../../docs/openapi.json");

/// The document of the server at a URL.
pub fn at(server_url: &str) -> Result<Value, serde_json::Error> {
    let mut document: Value = serde_json::from_str(DOCUMENT)?;
    document["servers"] = json!([{"url": server_url}]);
    Ok(document)
}
