//! The request of a handler: everything that most of them need, as one argument.

use super::{ApiResponse, Failure, IdempotencyKey, Input};
use crate::{
    auth::Caller,
    scope::{AgentScope, ClientScope, RowPolicy, Scope, Tx, UserScope},
    state::AppState,
};
use axum::extract::{FromRequest, FromRequestParts, Request};
use chrono::{DateTime, Utc};
use shared_types::endpoint::Endpoint;
use std::sync::Arc;

/// A request of a person or program, in the scope that the authorization layer has built.
pub struct Call<E: Endpoint, S> {
    pub state: AppState,
    pub scope: S,
    pub caller: Arc<Caller>,
    /// The path parameters.
    pub path: E::Path,
    pub query: E::Query,
    pub body: E::Request,
    /// The idempotency key, if the request has one and the endpoint supports it.
    pub key: Option<IdempotencyKey>,
    /// When the request was read.
    pub now: DateTime<Utc>,
}

/// A request of an agent's staff.
pub type AgentCall<E> = Call<E, AgentScope>;
/// A request of a client's member.
pub type ClientCall<E> = Call<E, ClientScope>;
/// A request of a person on either side, with the rows that the person owns.
pub type PersonCall<E> = Call<E, UserScope>;
/// The result of a handler.
pub type ApiResult<E> = Result<ApiResponse<E>, Failure>;

impl<E: Endpoint, W: RowPolicy> Call<E, Scope<W>> {
    /// Runs the operation in a transaction and commits it with the response. A repeated key gets the stored response.
    pub async fn run(&self, operation: impl AsyncFnOnce(&Tx<W>) -> Result<E::Response, Failure>) -> ApiResult<E> {
        self.scope.run(&self.state, self.key.clone(), operation).await
    }
}

impl<E, S> FromRequest<AppState> for Call<E, S>
where
    E: Endpoint,
    S: FromRequestParts<AppState, Rejection = Failure> + Send,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let scope = S::from_request_parts(&mut parts, state).await?;
        let caller = Arc::<Caller>::from_request_parts(&mut parts, state).await?;
        let input = Input::<E>::from_request(Request::from_parts(parts, body), state).await?;
        let Input { path, query, body, key } = input;
        Ok(Self {
            state: state.clone(),
            scope,
            caller,
            path,
            query,
            body,
            key,
            now: state.clock.now(),
        })
    }
}
