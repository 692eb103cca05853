//! Typed input of handlers: the path, query and body of an endpoint, parsed and validated in one place.

use super::{
    Failure,
    body::{BodyError, body_error},
    idempotency::IdempotencyKey,
    json,
};
use crate::{
    auth::{Caller, ExtensionCaller, Replay},
    state::AppState,
};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, RawPathParams, Request},
    http::{HeaderMap, header, request::Parts},
};
use bytes::BytesMut;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use shared_types::{
    access::{Access, PerSide},
    codes::searched_text,
    endpoint::{Endpoint, Method},
    fields::{Expected, Format, Rule},
    problem::{Problem, ProblemCode},
    visible_text::visible,
};
use std::{any::TypeId, sync::Arc};

/// Largest JSON body of a caller without a credential, in bytes.
const PUBLIC_BODY_LIMIT: usize = 64 << 10;

/// The header of an idempotency key.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The typed request of an endpoint.
pub struct Input<E: Endpoint> {
    /// The path parameters.
    pub path: E::Path,
    pub query: E::Query,
    pub body: E::Request,
    /// The idempotency key, if the request has one and the endpoint supports it.
    pub key: Option<IdempotencyKey>,
}

impl<E: Endpoint> FromRequest<AppState> for Input<E> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let path = read_path::<E>(&mut parts, state).await?;
        let query = read_query::<E>(parts.uri.query().unwrap_or_default())?;
        let has_body =
            E::METHOD != Method::Get && TypeId::of::<E::Request>() != TypeId::of::<shared_types::endpoint::Nothing>();
        let bytes = if has_body {
            let limit = if matches!(E::ACCESS, PerSide::One(Access::Public)) {
                PUBLIC_BODY_LIMIT
            } else {
                E::BODY_BYTES
            };
            read_body(&parts.headers, body, limit).await?
        } else {
            Bytes::from_static(b"{}")
        };
        let key = if E::IDEMPOTENT { read_key(&parts, &bytes)? } else { None };
        Ok(Self {
            path,
            query,
            body: read_json(&bytes)?,
            key,
        })
    }
}

/// Reads the path parameters. A malformed id gets a 404, as an id of another tenant does.
pub(super) async fn read_path<E: Endpoint>(parts: &mut Parts, state: &AppState) -> Result<E::Path, Failure> {
    let raw = RawPathParams::from_request_parts(parts, state)
        .await
        .map_err(|_| ProblemCode::QueryMalformed)?;
    // Path parameters contain no control characters, and PostgreSQL accepts no NUL in a text.
    if raw.iter().any(|(_, value)| value.contains(char::is_control)) {
        return Err(ProblemCode::NotFound.into());
    }
    let values: Vec<serde_json::Value> = raw
        .iter()
        .map(|(name, value)| match value.parse::<i64>() {
            Ok(number) if name != "guard" => number.into(),
            _ => value.into(),
        })
        .collect();
    let values = if values.is_empty() {
        serde_json::Value::Null
    } else {
        values.into()
    };
    serde_json::from_value(values).map_err(|_| ProblemCode::NotFound.into())
}

/// The parameter with the words that a list is searched for. Scanners type into search fields too.
const SEARCH: &str = "search";
/// The parameter with a scanned code. Its control characters separate elements of the code, so the endpoint reads them.
const SCANNED_CODE: &str = "code";

pub(super) fn read_query<E: Endpoint>(query: &str) -> Result<E::Query, Failure> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).map_err(|_| ProblemCode::QueryMalformed)?;
    // An empty value is the same as an absent one: forms send both.
    let pairs: Vec<_> = pairs
        .into_iter()
        .map(|(name, value)| match name.as_str() {
            SEARCH => (name, searched_text(&value)),
            _ => (name, value),
        })
        .filter(|(_, value)| !visible(value).is_empty())
        .collect();
    let is_forbidden = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    let mut others = pairs.iter().filter(|(name, _)| name != SCANNED_CODE);
    if let Some((name, _)) = others.find(|(_, value)| value.contains(is_forbidden)) {
        return Err(Failure::field(name, Rule::ControlCharacters));
    }
    let text = serde_urlencoded::to_string(pairs).map_err(|_| ProblemCode::QueryMalformed)?;
    let parsed = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(text.as_bytes()));
    serde_path_to_error::deserialize(parsed)
        .map_err(|error| query_failure(&error.path().to_string(), &error.inner().to_string()))
}

async fn read_body(headers: &HeaderMap, body: axum::body::Body, limit: usize) -> Result<Bytes, Failure> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(ProblemCode::UnsupportedMediaType.into());
    }
    read_bytes(body, limit).await
}

/// Reads a body of at most `limit` bytes.
pub async fn read_bytes(mut body: axum::body::Body, limit: usize) -> Result<Bytes, Failure> {
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| body_failure(&error))?.into_data() else {
            continue;
        };
        if bytes.len() + data.len() > limit {
            return Err(ProblemCode::BodyTooLarge.into());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.freeze())
}

/// Why a body could not be read: this replica has no room for it, its sender is too slow, or the connection is broken.
pub fn body_failure(error: &(dyn std::error::Error + 'static)) -> Failure {
    match body_error(error) {
        Some(BodyError::OverBudget) => Failure::busy(),
        Some(BodyError::TooSlow) => ProblemCode::TimedOut.into(),
        None => ProblemCode::BodyMalformed.into(),
    }
}

/// Reads a JSON body.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let node: json::Node = serde_path_to_error::deserialize(&mut parser).map_err(|error| {
        let path = error.path().to_string();
        json_failure(&path, &error.into_inner())
    })?;
    parser.end().map_err(|error| json_failure(".", &error))?;
    json::read(node).map_err(|error| {
        let path = error.path().to_string();
        shape_failure(if path == "." { "" } else { &path }, error.into_inner())
    })
}

/// The error of JSON that can't be parsed: a syntax error, or a value beyond the range of our types.
fn json_failure(path: &str, error: &serde_json::Error) -> Failure {
    let text = error.to_string();
    let limits = [
        ("number out of range", Rule::NumberOverflow),
        ("lone leading surrogate", Rule::InvalidUnicode),
        ("unexpected end of hex escape", Rule::InvalidUnicode),
        ("recursion limit exceeded", Rule::NestedTooDeeply),
    ];
    match limits.into_iter().find(|(start, _)| text.starts_with(start)) {
        // The path to a value that is nested too deeply is as long as it is deep.
        Some((_, rule)) if path == "." || path.len() > 200 => Failure::field("body", rule),
        Some((_, rule)) => Failure::field(path, rule),
        None => Problem::new(ProblemCode::BodyMalformed).with_detail(text).into(),
    }
}

/// The error of a body, under the path of its field.
fn shape_failure(path: &str, fault: json::ShapeError) -> Failure {
    let below = |parent: &str, field: &str| {
        if parent.is_empty() {
            field.to_owned()
        } else {
            format!("{parent}.{field}")
        }
    };
    match fault {
        json::ShapeError::Missing(field) => Failure::field(&below(path, &field), Rule::Required),
        json::ShapeError::UnknownField(field) => {
            // The path of an unknown field may already end with the field.
            let parent = path.strip_suffix(field.as_str()).unwrap_or(path);
            Failure::field(&below(parent.trim_end_matches('.'), &field), Rule::UnknownField)
        }
        json::ShapeError::Value(rule) => Failure::field(if path.is_empty() { "body" } else { path }, rule),
    }
}

/// The error of a query, under the path of its field. Serde names missing and unknown fields in its message only.
fn query_failure(path: &str, message: &str) -> Failure {
    let named = |prefix: &str| message.strip_prefix(prefix).and_then(|rest| rest.split('`').next());
    let below = |field: &str| {
        if path.is_empty() || path == "." {
            field.to_owned()
        } else {
            format!("{path}.{field}")
        }
    };
    if let Some(field) = named("missing field `") {
        Failure::field(&below(field), Rule::Required)
    } else if let Some(field) = named("unknown field `") {
        let parent = path
            .strip_suffix(field)
            .map_or(path, |parent| parent.trim_end_matches('.'));
        Failure::field(
            &if parent.is_empty() {
                field.to_owned()
            } else {
                format!("{parent}.{field}")
            },
            Rule::UnknownField,
        )
    } else if message.starts_with("unknown variant") {
        Failure::field(path, Rule::UnknownValue)
    } else {
        let rule = match message {
            "provided string was not `true` or `false`" => Rule::WrongType(Expected::Boolean),
            "invalid digit found in string" | "cannot parse integer from empty string" => {
                Rule::WrongType(Expected::Integer)
            }
            "invalid float literal" => Rule::WrongType(Expected::Number),
            _ if message.starts_with("number too ") => Rule::NumberOverflow,
            _ => Rule::InvalidFormat(Format::Other),
        };
        Failure::field(if path == "." { "query" } else { path }, rule)
    }
}

pub(super) fn read_key(parts: &Parts, body: &[u8]) -> Result<Option<IdempotencyKey>, Failure> {
    let Some(value) = parts.headers.get(IDEMPOTENCY_KEY) else {
        return Ok(None);
    };
    let key = unquoted(value.to_str().unwrap_or_default());
    if key.len() > 200 {
        return Err(Failure::field("Idempotency-Key", Rule::TooLong(200)));
    }
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Failure::field("Idempotency-Key", Rule::InvalidFormat(Format::Other)));
    }
    let owner = parts
        .extensions
        .get::<Arc<Caller>>()
        .map(|caller| {
            let cabinet = format!("{}.{}", caller.guard().as_str(), caller.membership_id());
            // A program has no access to the responses of its maker.
            match caller.key() {
                Some(key) => (caller.user_id, format!("{cabinet}.key{}", key.id)),
                None => (caller.user_id, cabinet),
            }
        })
        .or_else(|| {
            let caller = parts.extensions.get::<ExtensionCaller>()?;
            Some((caller.user_id, "extension".to_owned()))
        });
    let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let replay = parts.extensions.get::<Replay>().cloned().unwrap_or_default();
    Ok(owner.map(|(user_id, cabinet)| {
        IdempotencyKey::new(user_id, &cabinet, &key, (parts.method.as_str(), target, body), replay)
    }))
}

/// The value of an `Idempotency-Key`. The draft makes it a structured string, in quotes; most clients send it without them.
fn unquoted(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.map_or_else(
        || value.to_owned(),
        |inner| inner.replace("\\\"", "\"").replace("\\\\", "\\"),
    )
}

/// The version that a change is based on: `If-Match: "7"`.
#[derive(Clone, Copy, Debug)]
pub struct IfMatch(pub Option<i64>);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get(header::IF_MATCH) else {
            return Ok(Self(None));
        };
        let text = value
            .to_str()
            .unwrap_or_default()
            .trim_start_matches("W/")
            .trim_matches('"');
        if text == "*" {
            return Ok(Self(None));
        }
        // A tag that the server never issued matches nothing.
        text.parse()
            .map(|version| Self(Some(version)))
            .map_err(|_| ProblemCode::VersionStale.into())
    }
}

#[cfg(test)]
mod tests {
    use super::unquoted;

    #[test]
    fn quotes_are_not_part_of_an_idempotency_key() {
        for (value, key) in [
            ("send-1", "send-1"),
            (r#""send-1""#, "send-1"),
            (r#""a\"b\\c""#, r#"a"b\c"#),
            ("\"", "\""),
            ("\"\"", ""),
            ("\"open", "\"open"),
        ] {
            assert_eq!(unquoted(value), key, "{value}");
        }
    }
}
