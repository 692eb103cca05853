//! The router of endpoint declarations: method, path and access come from the endpoint type.

use super::{Failure, problems};
use crate::{
    auth::{AuthLayer, authorize},
    state::AppState,
};
use axum::{
    Router,
    handler::Handler,
    middleware::from_fn_with_state,
    routing::{MethodRouter, delete, get, patch, post},
};
use shared_types::{
    access::Access,
    billing::is_allowed_while_read_only,
    endpoint::{Endpoint, Method},
    problem::ProblemCode,
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

    /// Serves an endpoint. Its declared access is checked before the handler runs.
    #[must_use]
    pub fn serve<E: Endpoint, T: 'static>(mut self, handler: impl Handler<T, AppState>) -> Self {
        let layer = AuthLayer {
            state: self.state.clone(),
            access: E::ACCESS,
            step_up: E::STEP_UP,
            allowed_while_read_only: is_allowed_while_read_only::<E>(),
        };
        let route: MethodRouter<AppState> = match E::METHOD {
            Method::Get => get(handler),
            Method::Post => post(handler),
            Method::Patch => patch(handler),
            Method::Delete => delete(handler),
        };
        self.router = self
            .router
            .route(E::PATH, route.layer(from_fn_with_state(layer, authorize)));
        self.endpoints.push(ServedEndpoint {
            name: E::NAME,
            method: E::METHOD,
            path: E::PATH,
            path_types: std::any::type_name::<E::Path>(),
            access: E::ACCESS,
        });
        self
    }

    /// The router, and the list of its endpoints.
    pub fn into_parts(self) -> (Router<AppState>, Vec<ServedEndpoint>) {
        let router = self.router.method_not_allowed_fallback(problems::method_not_allowed);
        (router, self.endpoints)
    }
}

/// The guard named in a path, or a 404.
pub fn parse_guard(name: &str) -> Result<shared_types::access::Guard, Failure> {
    shared_types::access::Guard::from_name(name).ok_or_else(|| ProblemCode::RouteNotFound.into())
}
