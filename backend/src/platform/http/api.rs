//! The router that reads endpoint declarations: method, path and access come from the type, never from the call.

use super::{Failure, openapi::Description, problems};
use crate::platform::{
    auth::{Gate, authorize},
    state::AppState,
};
use axum::{
    Router,
    handler::Handler,
    middleware::from_fn_with_state,
    routing::{MethodRouter, delete, get, patch, post},
};
use shared_types::{
    endpoint::{Endpoint, Method},
    problem::ProblemCode,
};

/// Routes in the making, with what the OpenAPI document says of them.
pub struct Api {
    state: AppState,
    router: Router<AppState>,
    descriptions: Vec<Description>,
}

impl Api {
    /// No routes yet.
    pub fn new(state: AppState) -> Self {
        Self {
            state,
            router: Router::new(),
            descriptions: Vec::new(),
        }
    }

    /// Serves an endpoint: the gate checks its declared access before the handler runs.
    #[must_use]
    pub fn serve<E: Endpoint, T: 'static>(mut self, handler: impl Handler<T, AppState>) -> Self {
        let gate = Gate {
            state: self.state.clone(),
            access: E::ACCESS,
            payout: E::PAYOUT,
        };
        let route: MethodRouter<AppState> = match E::METHOD {
            Method::Get => get(handler),
            Method::Post => post(handler),
            Method::Patch => patch(handler),
            Method::Delete => delete(handler),
        };
        self.router = self
            .router
            .route(E::PATH, route.layer(from_fn_with_state(gate, authorize)));
        self.descriptions.push(Description::of::<E>());
        self
    }

    /// The router, and a description of each endpoint.
    pub fn finish(self) -> (Router<AppState>, Vec<Description>) {
        let router = self.router.method_not_allowed_fallback(problems::method_not_allowed);
        (router, self.descriptions)
    }
}

/// Refuses a guard in a path that is neither side's.
pub(crate) fn guard_of(name: &str) -> Result<shared_types::access::Guard, Failure> {
    shared_types::access::Guard::from_name(name).ok_or_else(|| ProblemCode::RouteNotFound.into())
}
