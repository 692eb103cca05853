//! The declaration of an address: method, path, access, bodies.
//!
//! Written once per endpoint; the router, the SPAs, the OpenAPI document and the authorization matrix all read it.

use crate::{access::Access, schema::Schema};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Write as _;

/// HTTP methods the API uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of HTTP")]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

impl Method {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// What stands in the braces of a path, in order.
pub trait PathParams {
    /// The values, as text.
    fn values(&self) -> Vec<String>;
}

impl PathParams for () {
    fn values(&self) -> Vec<String> {
        Vec::new()
    }
}

impl<A: ToString> PathParams for (A,) {
    fn values(&self) -> Vec<String> {
        vec![self.0.to_string()]
    }
}

impl<A: ToString, B: ToString> PathParams for (A, B) {
    fn values(&self) -> Vec<String> {
        vec![self.0.to_string(), self.1.to_string()]
    }
}

/// A body or an answer that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Nothing {}

/// A body or an answer that is a file; it goes as bytes, never as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RawFile {}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for RawFile {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The bytes of a file"))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for RawFile {}

/// One address of the API.
pub trait Endpoint: Send + Sync + 'static {
    /// The operation id: unique, stable, `snake_case`.
    const NAME: &'static str;
    /// One sentence for the API's readers.
    const SUMMARY: &'static str;
    /// The HTTP method.
    const METHOD: Method;
    /// The path, parameters in braces.
    const PATH: &'static str;
    /// Who may call it.
    const ACCESS: Access;
    /// The status of success.
    const STATUS: u16;
    /// Whether the answer to a replayed `Idempotency-Key` is the first one.
    const IDEMPOTENT: bool;
    /// Whether it takes money off a client without that client: an agent may ask for a fresh code first.
    const PAYOUT: bool;
    /// What stands in the path's braces.
    type Path: PathParams + DeserializeOwned + Send;
    /// The query.
    type Query: Serialize + DeserializeOwned + Default + Schema + Send;
    /// The body.
    type Request: Serialize + DeserializeOwned + Schema + Send;
    /// The answer.
    type Response: Serialize + DeserializeOwned + Schema;
}

/// The address of a call: path with its values, query behind it.
pub fn address<E: Endpoint>(path: &E::Path, query: &E::Query) -> String {
    let mut address = String::new();
    let mut values = path.values().into_iter();
    for (index, part) in E::PATH.split('{').enumerate() {
        if index == 0 {
            address.push_str(part);
        } else {
            let literal = part.split_once('}').map_or("", |(_, literal)| literal);
            let _ = write!(address, "{}{literal}", values.next().unwrap_or_default());
        }
    }
    match serde_urlencoded::to_string(query) {
        Ok(query) if !query.is_empty() => format!("{address}?{query}"),
        _ => address,
    }
}

/// Declares endpoints: `Name: METHOD "path" access => status, "summary"; Path; Query; Request => Response`.
#[macro_export]
macro_rules! endpoints {
    ($(
        $name:ident, $id:literal: $method:ident $path:literal, $access:expr, $status:literal
            $(, idempotent = $idempotent:literal)? $(, payout = $payout:literal)?;
        $summary:literal;
        path = $params:ty, query = $query:ty, body = $request:ty => $response:ty;
    )*) => {$(
        #[doc = $summary]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $crate::endpoint::Endpoint for $name {
            const NAME: &'static str = $id;
            const SUMMARY: &'static str = $summary;
            const METHOD: $crate::endpoint::Method = $crate::endpoint::Method::$method;
            const PATH: &'static str = $path;
            const ACCESS: $crate::access::Access = $access;
            const STATUS: u16 = $status;
            const IDEMPOTENT: bool = false $(|| $idempotent)?;
            const PAYOUT: bool = false $(|| $payout)?;
            type Path = $params;
            type Query = $query;
            type Request = $request;
            type Response = $response;
        }
    )*};
}
