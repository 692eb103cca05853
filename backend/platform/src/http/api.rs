//! The router of endpoint declarations: method, path and access come from the endpoint type.

use super::{
    Failure,
    deprecation::announce_end,
    input::{IDEMPOTENCY_KEY, read_query},
    problems,
};
use crate::{
    auth::{AuthLayer, authorize},
    state::AppState,
};
use axum::{
    Router,
    extract::Request,
    handler::Handler,
    http::header::IF_MATCH,
    middleware::from_fn_with_state,
    routing::{MethodRouter, delete, get, patch, post},
};
use shared_types::{
    access::{Access, Guard},
    api_keys::{KeyPermission, key_permission},
    billing::is_allowed_while_read_only,
    endpoint::{Endpoint, Method, Route},
    problem::ProblemCode,
    tag::Tag,
};

/// A path of the router, with its methods.
pub struct ServedEndpoint {
    /// The operation id.
    pub name: &'static str,
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// The Rust type of the path parameters, a tuple. Tests read the kinds of the ids in the path from it.
    pub path_types: &'static str,
    /// The declared access.
    pub access: Access,
    /// The right that it needs of an API key.
    pub key_permission: KeyPermission,
}

/// Routes, with the list of their endpoints.
pub struct Api {
    state: AppState,
    router: Router<AppState>,
    endpoints: Vec<ServedEndpoint>,
}

impl Api {
    /// Creates an API without routes.
    pub fn new(state: AppState) -> Self {
        Self {
            state,
            router: Router::new(),
            endpoints: Vec::new(),
        }
    }

    /// Serves an endpoint, on both sides if both have it. Its declared access is checked before the handler runs.
    #[must_use]
    pub fn serve<E: Endpoint, T: 'static>(mut self, handler: impl Handler<T, AppState>) -> Self {
        for route in Route::all::<E>() {
            self = self.add_route::<E, T>(route, handler.clone());
        }
        self
    }

    /// Serves an endpoint of both sides with a handler for each, usually one function that is generic over the scope.
    #[must_use]
    pub fn serve_sides<E: Endpoint, T: 'static, U: 'static>(
        self,
        agent: impl Handler<T, AppState>,
        client: impl Handler<U, AppState>,
    ) -> Self {
        self.add_route::<E, T>(Route::on_side::<E>(Guard::Agent), agent)
            .add_route::<E, U>(Route::on_side::<E>(Guard::Client), client)
    }

    fn add_route<E: Endpoint, T: 'static>(mut self, route: Route, handler: impl Handler<T, AppState>) -> Self {
        let layer = AuthLayer {
            state: self.state.clone(),
            access: route.access,
            step_up: route.step_up,
            key_permission: key_permission(&route),
            check_input: check_input::<E>(&route),
            allowed_while_read_only: is_allowed_while_read_only(&route),
        };
        let methods: MethodRouter<AppState> = match route.method {
            Method::Get => get(handler),
            Method::Post => post(handler),
            Method::Patch => patch(handler),
            Method::Delete => delete(handler),
        };
        let mut methods = methods.layer(from_fn_with_state(layer, authorize));
        if let Some(deprecation) = route.deprecation {
            methods = methods.layer(from_fn_with_state(
                (self.state.clock.clone(), deprecation),
                announce_end,
            ));
        }
        self.router = self.router.route(route.path, methods);
        self.endpoints.push(ServedEndpoint {
            name: route.name,
            method: route.method,
            path: route.path,
            path_types: std::any::type_name::<E::Path>(),
            access: route.access,
            key_permission: key_permission(&route),
        });
        self
    }

    /// The router, and the list of its endpoints.
    pub fn into_parts(self) -> (Router<AppState>, Vec<ServedEndpoint>) {
        let router = self.router.method_not_allowed_fallback(problems::method_not_allowed);
        (router, self.endpoints)
    }
}

/// Whether messengers or the payment provider call the endpoint.
fn is_called_by_services(route: &Route) -> bool {
    route.tag == Tag::Webhooks && route.access == Access::Public
}

/// Refuses unknown parameters of the query, and headers of a write that the endpoint doesn't obey. Messengers and the payment provider
/// may add some to their calls.
fn check_input<E: Endpoint>(route: &Route) -> fn(&Request) -> Result<(), Failure> {
    if is_called_by_services(route) {
        return |_| Ok(());
    }
    |request| {
        if let Some(query) = request.uri().query() {
            read_query::<E>(query)?;
        }
        let is_sent =
            |header: &str| request.method() != axum::http::Method::GET && request.headers().contains_key(header);
        if !E::IDEMPOTENT && is_sent(IDEMPOTENCY_KEY) {
            return Err(ProblemCode::IdempotencyKeyNotSupported.into());
        }
        if !E::VERSIONED && is_sent(IF_MATCH.as_str()) {
            return Err(ProblemCode::VersionNotSupported.into());
        }
        Ok(())
    }
}

/// The guard named in a path, or a 404.
pub fn parse_guard(name: &str) -> Result<Guard, Failure> {
    Guard::from_name(name).ok_or_else(|| ProblemCode::RouteNotFound.into())
}
