//! JSON-RPC messages of both eras of MCP: up to 2025-11-25 with `initialize`, and since 2026-07-28 without.

use axum::http::{HeaderMap, StatusCode};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// The known revisions, newest first.
pub(super) const VERSIONS: [&str; 5] = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const MODERN: &str = VERSIONS[0];
const LATEST_LEGACY: &str = VERSIONS[1];

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// Which rules a message follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// A connection begins with `initialize`.
    Legacy,
    /// Each request states its version.
    Modern,
}

impl Era {
    /// Adds the fields that every result of the era has.
    pub(super) fn complete(self, mut result: Value) -> Value {
        if self == Self::Modern {
            result["resultType"] = "complete".into();
            result["_meta"] = json!({SERVER_KEY: server_info()});
        }
        result
    }
}

pub(super) fn server_info() -> Value {
    json!({"name": "karavan", "title": "Karavan", "version": env!("CARGO_PKG_VERSION")})
}

/// Why a message is refused.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RpcError {
    pub(super) status: StatusCode,
    code: i32,
    message: String,
    data: Option<Value>,
}

impl RpcError {
    fn bad_request(code: i32, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            code,
            message: message.into(),
            data: None,
        }
    }

    pub(super) fn unknown_method(method: &str, era: Era) -> Self {
        // For clients of the legacy era, 404 means that their session has ended.
        let status = if era == Era::Modern {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::OK
        };
        Self {
            status,
            ..Self::bad_request(-32601, format!("there is no method {method}"))
        }
    }

    pub(super) fn invalid_params(message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::OK,
            ..Self::bad_request(-32602, message)
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        error
    }
}

/// A message of a client.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// `None` for a notification.
    pub(super) id: Option<Value>,
    pub(super) method: String,
    pub(super) params: Value,
    pub(super) era: Era,
}

impl Message {
    /// Reads a message, and compares it with the headers that repeat parts of it.
    pub(super) fn read(bytes: &[u8], headers: &HeaderMap) -> Result<Self, RpcError> {
        let body: Value =
            serde_json::from_slice(bytes).map_err(|error| RpcError::bad_request(-32700, error.to_string()))?;
        let method = body["method"].as_str().filter(|_| body["jsonrpc"] == "2.0");
        let Some(method) = method else {
            return Err(RpcError::bad_request(
                -32600,
                "the body must be one JSON-RPC 2.0 request",
            ));
        };
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let stated = body["params"]["_meta"][VERSION_KEY].as_str();
        let in_header = header("mcp-protocol-version");
        let era = if stated.is_some() || in_header == Some(MODERN) || method == "server/discover" {
            Era::Modern
        } else {
            Era::Legacy
        };
        let message = Self {
            id: body.get("id").filter(|id| !id.is_null()).cloned(),
            method: method.to_owned(),
            params: body["params"].clone(),
            era,
        };
        if let Some(version) = stated.or(in_header)
            && !(if era == Era::Modern {
                version == MODERN
            } else {
                VERSIONS.contains(&version)
            })
        {
            let mut error = RpcError::bad_request(-32022, format!("version {version} is not supported"));
            error.data = Some(json!({"supported": VERSIONS, "requested": version}));
            return Err(error);
        }
        if era == Era::Modern {
            let name = message.params["name"].as_str().filter(|_| method == "tools/call");
            for (header_name, expected) in [
                ("mcp-protocol-version", stated),
                ("mcp-method", Some(method)),
                ("mcp-name", name),
            ] {
                let found = header(header_name).map(decoded);
                if found.as_deref() != expected && (expected.is_some() || header_name == "mcp-protocol-version") {
                    let text = format!("the header {header_name} must repeat the body");
                    return Err(RpcError::bad_request(-32020, text));
                }
            }
        }
        Ok(message)
    }

    /// The version of a legacy connection: the requested one if it is known.
    pub(super) fn negotiated_version(&self) -> &'static str {
        let requested = &self.params["protocolVersion"];
        let mut legacy = VERSIONS.into_iter().filter(|version| *version != MODERN);
        legacy.find(|version| requested == version).unwrap_or(LATEST_LEGACY)
    }
}

/// The value of a header. One that is not ASCII is in Base64.
fn decoded(value: &str) -> String {
    let encoded = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let bytes = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn read(body: &Value, headers: &[(&'static str, &'static str)]) -> Result<Message, i32> {
        let headers = headers.iter().map(|(name, value)| {
            (
                axum::http::HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        Message::read(body.to_string().as_bytes(), &headers.collect()).map_err(|error| error.code)
    }

    #[test]
    fn headers_of_the_modern_era_repeat_the_body() {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "order_get", "_meta": {VERSION_KEY: MODERN}}});
        let version = ("mcp-protocol-version", MODERN);
        let method = ("mcp-method", "tools/call");
        let message = read(&call, &[version, method, ("mcp-name", "=?base64?b3JkZXJfZ2V0?=")]).expect("valid");
        assert_eq!(message.era, Era::Modern);
        assert_eq!(
            read(&call, &[version, method, ("mcp-name", "order_pay")]).err(),
            Some(-32020)
        );
        assert_eq!(read(&call, &[version, ("mcp-name", "order_get")]).err(), Some(-32020));
        assert_eq!(read(&call, &[method, ("mcp-name", "order_get")]).err(), Some(-32020));
        let newer = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {VERSION_KEY: "2030-01-01"}}});
        assert_eq!(read(&newer, &[]).err(), Some(-32022));
    }

    #[test]
    fn version_of_a_legacy_client_is_kept_if_it_is_known() {
        let initialize = |version: &str| {
            let body =
                json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version}});
            read(&body, &[]).expect("valid").negotiated_version()
        };
        assert_eq!(initialize("2024-11-05"), "2024-11-05");
        assert_eq!(initialize("2019-01-01"), "2025-11-25");
        assert_eq!(initialize(MODERN), "2025-11-25");
        assert_eq!(read(&json!([]), &[]).err(), Some(-32600));
    }
}
