//! The owner of a message's credential, and requests of that owner to the API.

use super::tools::{Operation, Side};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header, request::Parts},
    response::Response,
};
use platform::{
    auth::{AuthorizeOnly, Caller},
    http::{Failure, ServedEndpoint},
    state::AppState,
};
use serde_json::{Value, json};
use shared_types::{
    access::Access,
    api_keys::KeyPermission,
    problem::{Problem, ProblemCode},
};
use std::{collections::HashMap, sync::Arc};
use tower::ServiceExt as _;

/// The largest answer that a tool returns, in bytes.
const MAX_ANSWER: usize = 4 << 20;
/// The headers of a message that the request to the API repeats.
const REPEATED: [HeaderName; 4] = [
    header::AUTHORIZATION,
    header::ACCEPT_LANGUAGE,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// The headers about limits.
const LIMITS: [HeaderName; 2] = [
    HeaderName::from_static("ratelimit"),
    HeaderName::from_static("ratelimit-policy"),
];

/// The credential of a message, with its owner.
pub(super) struct Session<'a> {
    pub(super) state: &'a AppState,
    api: &'a ToolApi,
    parts: &'a Parts,
    caller: Arc<Caller>,
    pub(super) side: Side,
    /// The headers about the limits of a key.
    pub(super) limits: HeaderMap,
}

/// The router of the API, and the permissions that its operations need.
pub(super) struct ToolApi {
    router: Router,
    permissions: HashMap<&'static str, (Access, KeyPermission)>,
}

impl ToolApi {
    pub(super) fn new(router: Router, endpoints: &[ServedEndpoint]) -> Self {
        let permissions = endpoints
            .iter()
            .map(|endpoint| (endpoint.name, (endpoint.access, endpoint.key_permission)));
        Self {
            router,
            permissions: permissions.collect(),
        }
    }
}

/// The answer of the API.
pub(super) enum Outcome {
    Done(Value),
    Refused(Box<Problem>),
}

impl<'a> Session<'a> {
    /// Finds the owner of a credential. Without a valid one, the inner error is the response of the API.
    pub(super) async fn open(
        state: &'a AppState,
        api: &'a ToolApi,
        parts: &'a Parts,
    ) -> Result<Result<Self, Response>, Failure> {
        let mut side = Side::Agent;
        let mut response = find_caller(api, parts, "/agent/me").await?;
        let problem = response.extensions().get::<Problem>();
        // The other side may know it. Any other refusal is about a credential of staff.
        if problem.is_some_and(|problem| problem.code == ProblemCode::CredentialInvalid) {
            side = Side::Client;
            response = find_caller(api, parts, "/client/me").await?;
        }
        let Some(caller) = response.extensions_mut().remove::<Arc<Caller>>() else {
            return Ok(Err(response));
        };
        let limits = LIMITS.into_iter();
        let limits = limits.filter_map(|name| response.headers().get(&name).cloned().map(|value| (name, value)));
        let limits = limits.collect();
        Ok(Ok(Self {
            state,
            api,
            parts,
            caller,
            side,
            limits,
        }))
    }

    pub(super) fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// Whether the rights of the credential allow an operation.
    pub(super) fn is_allowed(&self, operation: &Operation) -> bool {
        let Some((access, of_key)) = self.api.permissions.get(operation.id) else {
            return false;
        };
        let is_granted = match access {
            Access::Agent(object, level) | Access::Client(object, level) => self.caller.rights.allows(*object, *level),
            Access::Guard(_) | Access::AnyGuard => true,
            Access::Public | Access::RefreshCookie | Access::ExtensionToken => false,
        };
        is_granted && self.caller.key().is_none_or(|key| key.is_granted(*of_key))
    }

    /// Sends a request as the owner of the credential.
    pub(super) async fn send(&self, request: Request<Body>) -> Result<Outcome, Failure> {
        let mut response = route(self.api, self.parts, request).await;
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            return match response.status() {
                StatusCode::UNAUTHORIZED => Err(problem.code.into()),
                _ => Ok(Outcome::Refused(Box::new(problem))),
            };
        }
        let bytes = to_bytes(response.into_body(), MAX_ANSWER)
            .await
            .map_err(Failure::internal)?;
        if bytes.is_empty() {
            return Ok(Outcome::Done(json!({})));
        }
        serde_json::from_slice(&bytes)
            .map(Outcome::Done)
            .map_err(Failure::internal)
    }
}

/// The response of an endpoint that is open to every caller of its side, with the caller as an extension.
async fn find_caller(api: &ToolApi, parts: &Parts, path: &str) -> Result<Response, Failure> {
    let mut request = request("get", path, Body::empty())?;
    request.extensions_mut().insert(AuthorizeOnly);
    Ok(route(api, parts, request).await)
}

/// Runs a request with the credential of a message.
async fn route(api: &ToolApi, parts: &Parts, mut request: Request<Body>) -> Response {
    for name in REPEATED {
        if let Some(value) = parts.headers.get(&name) {
            request.headers_mut().insert(name, value.clone());
        }
    }
    request.extensions_mut().extend(parts.extensions.clone());
    match api.router.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

pub(super) fn request(method: &str, path: &str, body: Body) -> Result<Request<Body>, Failure> {
    let method = Method::from_bytes(method.to_uppercase().as_bytes()).map_err(Failure::internal)?;
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .body(body)
        .map_err(Failure::internal)?;
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().insert(header::ACCEPT, json.clone());
    request.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(request)
}
