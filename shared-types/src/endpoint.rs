//! Endpoint declarations: method, path, access, request and response bodies.
//!
//! Each endpoint is declared once. The router, the SPAs, the OpenAPI document and the authorization tests all use the
//! declaration.

use crate::{
    access::{Access, Guard, PerSide},
    schema::Schema,
    tag::Tag,
};
use serde::{Serialize, de::DeserializeOwned};

/// HTTP methods used by the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the HTTP methods")]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

impl Method {
    /// The method name in HTTP.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// Values of the path parameters, in the order of the path.
pub trait PathParams {
    /// Returns the values as text.
    fn values(&self) -> Vec<String>;
    /// Passes the type of each parameter to the visitor.
    fn visit_types(visitor: &mut impl ParamVisitor);
}

/// Receives the type of each path parameter in turn.
pub trait ParamVisitor {
    /// Receives one type.
    fn visit<T: Schema>(&mut self);
}

impl PathParams for () {
    fn values(&self) -> Vec<String> {
        Vec::new()
    }

    fn visit_types(_: &mut impl ParamVisitor) {}
}

impl<A: ToString + Schema> PathParams for (A,) {
    fn values(&self) -> Vec<String> {
        vec![self.0.to_string()]
    }

    fn visit_types(visitor: &mut impl ParamVisitor) {
        visitor.visit::<A>();
    }
}

impl<A: ToString + Schema, B: ToString + Schema> PathParams for (A, B) {
    fn values(&self) -> Vec<String> {
        vec![self.0.to_string(), self.1.to_string()]
    }

    fn visit_types(visitor: &mut impl ParamVisitor) {
        visitor.visit::<A>();
        visitor.visit::<B>();
    }
}

/// An empty request or response body, or an empty query.
#[apply(request)]
#[derive(Copy, Default)]
pub struct Nothing {}

/// A request or response body that consists of the raw bytes of a file instead of JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RawFile {}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for RawFile {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Raw bytes of a file"))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for RawFile {}

/// A request body of the type multipart/form-data with a file in the field `file`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileForm {}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for FileForm {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let file = ObjectBuilder::new()
            .schema_type(Type::String)
            .content_media_type("application/octet-stream")
            .description(Some("Raw bytes of a photo or video, with a file name"));
        ObjectBuilder::new().property("file", file).required("file").into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for FileForm {}

/// The end of an endpoint, announced to the programs that call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// Unix time from which programs should call the successor.
    pub since: i64,
    /// Unix time from which the endpoint answers 410.
    pub sunset: i64,
    /// Path of the endpoint to call instead.
    pub successor: &'static str,
}

/// An endpoint of the API.
pub trait Endpoint: Send + Sync + 'static {
    /// Operation ids: unique, stable, `snake_case`.
    const NAME: PerSide<&'static str>;
    /// One-sentence summary for the API documentation.
    const SUMMARY: PerSide<&'static str>;
    /// The feature.
    const TAG: Tag;
    /// The HTTP method.
    const METHOD: Method;
    /// Path with parameters in braces. An endpoint of both sides has two.
    const PATH: PerSide<&'static str>;
    /// Who may call the endpoint.
    const ACCESS: PerSide<Access>;
    /// Status code of a successful response.
    const STATUS: u16;
    /// Whether a request repeated with the same `Idempotency-Key` gets the stored response of the first one.
    const IDEMPOTENT: bool;
    /// Whether `If-Match` with another version than that of the object refuses the request.
    const VERSIONED: bool;
    /// Whether staff move money or give rights by it: it credits or pays out money on the word of staff, sets where clients pay,
    /// or changes who may do that. An agent can require a fresh proof for it. Has no meaning on the side of clients.
    const STEP_UP: bool;
    /// Set once the endpoint is to be removed.
    const DEPRECATION: Option<Deprecation> = None;
    /// Largest JSON body, in bytes. Callers without a credential have a smaller one.
    const BODY_BYTES: usize = 1 << 20;
    /// The path parameters.
    type Path: PathParams + DeserializeOwned + Send;
    /// The query parameters.
    type Query: Serialize + DeserializeOwned + Default + Schema + Send;
    /// The request body.
    type Request: Serialize + DeserializeOwned + Schema + Send;
    /// The response body.
    type Response: Serialize + DeserializeOwned + Schema;
}

/// An address that an endpoint is served at.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The operation id.
    pub name: &'static str,
    /// The summary for the API documentation.
    pub summary: &'static str,
    /// The feature.
    pub tag: Tag,
    /// The HTTP method.
    pub method: Method,
    /// Path with parameters in braces.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    /// Whether an agent can require a fresh proof for it.
    pub step_up: bool,
    /// Set once it is to be removed.
    pub deprecation: Option<Deprecation>,
}

impl Route {
    /// The route of an endpoint on a side.
    pub fn on_side<E: Endpoint>(side: Guard) -> Self {
        let access = E::ACCESS.on(side);
        Self {
            name: E::NAME.on(side),
            summary: E::SUMMARY.on(side),
            tag: E::TAG,
            method: E::METHOD,
            path: E::PATH.on(side),
            access,
            step_up: E::STEP_UP && !matches!(access, Access::Client(..) | Access::Guard(Guard::Client)),
            deprecation: E::DEPRECATION,
        }
    }

    /// The routes of an endpoint: one, or one on each side.
    pub fn all<E: Endpoint>() -> Vec<Self> {
        match E::PATH {
            PerSide::One(_) => vec![Self::on_side::<E>(Guard::Agent)],
            PerSide::Two { .. } => vec![Self::on_side::<E>(Guard::Agent), Self::on_side::<E>(Guard::Client)],
        }
    }
}

/// Builds the path and the query string of a request to the endpoint, from a side that it is served on.
pub fn path_and_query<E: Endpoint>(side: Guard, path: &E::Path, query: &E::Query) -> String {
    let query = serde_urlencoded::to_string(query).unwrap_or_default();
    fill_in(E::PATH.on(side), path.values(), &query)
}

/// Replaces the parameters of a path. Not generic, so that the pages contain it once.
fn fill_in(path: &str, values: Vec<String>, query: &str) -> String {
    let mut address = String::new();
    let mut values = values.into_iter();
    for (index, part) in path.split('{').enumerate() {
        if index == 0 {
            address.push_str(part);
        } else {
            let literal = part.split_once('}').map_or("", |(_, literal)| literal);
            address.push_str(&values.next().unwrap_or_default());
            address.push_str(literal);
        }
    }
    if !query.is_empty() {
        address.push('?');
        address.push_str(query);
    }
    address
}

/// Receives every endpoint type in turn. See [`crate::api::visit_endpoints`].
pub trait EndpointVisitor {
    /// Receives one endpoint type.
    fn visit<E: Endpoint>(&mut self);
}

/// Declares endpoints in sections, one per tag:
///
/// ```text
/// function_that_visits_them:
///
/// [Tag]
/// Name, "operation_id": Method "path", access, status;
/// "Summary.";
/// path = …, query = …, body = Request => Response;
/// ```
///
/// An endpoint that both sides have is declared once, with two operation ids, a path that `/agent` or `/client` precedes, and an access
/// per side. A second summary is that of the client's side:
///
/// ```text
/// Name, "id_of_agent" | "id_of_client": Method "/path", PerSide::right(object, level), status;
/// "Summary." | "Summary for clients.";
/// path = …, query = …, body = Request => Response;
/// ```
#[macro_export]
macro_rules! endpoints {
    ($list:ident: $(
        [$tag:ident]
        $(
            $name:ident, $id:literal $(| $client_id:literal)?: $method:ident $path:literal, $access:expr, $status:literal
                $(, idempotent = $idempotent:literal)? $(, versioned = $versioned:literal)? $(, step_up = $step_up:literal)?
                $(, body_bytes = $body_bytes:expr)? $(, deprecation = $deprecation:expr)?;
            $summary:literal $(| $client_summary:literal)?;
            path = $params:ty, query = $query:ty, body = $request:ty => $response:ty;
        )*
    )*) => {
        $($(
            #[doc = $summary]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl $crate::endpoint::Endpoint for $name {
                const NAME: $crate::access::PerSide<&'static str> = $crate::endpoints!(@per_side $id $(, $client_id)?);
                const SUMMARY: $crate::access::PerSide<&'static str> =
                    $crate::endpoints!(@per_side $summary $(, $client_summary)?);
                const TAG: $crate::tag::Tag = $crate::tag::Tag::$tag;
                const METHOD: $crate::endpoint::Method = $crate::endpoint::Method::$method;
                const PATH: $crate::access::PerSide<&'static str> = $crate::endpoints!(@path $path $(, $client_id)?);
                const ACCESS: $crate::access::PerSide<$crate::access::Access> =
                    $crate::endpoints!(@access $access $(, $client_id)?);
                const STATUS: u16 = $status;
                const IDEMPOTENT: bool = false $(|| $idempotent)?;
                const VERSIONED: bool = false $(|| $versioned)?;
                const STEP_UP: bool = false $(|| $step_up)?;
                $(const DEPRECATION: Option<$crate::endpoint::Deprecation> = Some($deprecation);)?
                $(const BODY_BYTES: usize = $body_bytes;)?
                type Path = $params;
                type Query = $query;
                type Request = $request;
                type Response = $response;
            }
        )*)*

        pub(crate) fn $list<V: $crate::endpoint::EndpointVisitor>(visitor: &mut V) {
            $($(visitor.visit::<$name>();)*)*
        }
    };
    (@per_side $value:expr) => { $crate::access::PerSide::One($value) };
    (@per_side $agent:expr, $client:expr) => { $crate::access::PerSide::Two { agent: $agent, client: $client } };
    (@path $path:literal) => { $crate::access::PerSide::One($path) };
    (@path $path:literal, $client_id:literal) => {
        $crate::access::PerSide::Two { agent: concat!("/agent", $path), client: concat!("/client", $path) }
    };
    (@access $access:expr) => { $crate::access::PerSide::One($access) };
    (@access $access:expr, $client_id:literal) => { $access };
}
