//! HTTP handlers of the event feed.

use super::list::{self, FeedError, Reader};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
};
use shared_types::{events::ListEvents, problem::ProblemCode};
use std::sync::Arc;

/// Registers the endpoints of the feed.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ListEvents, _, _>(list_events::<AgentPolicy>, list_events::<ClientPolicy>)
}

impl From<FeedError> for Failure {
    #[track_caller]
    fn from(error: FeedError) -> Self {
        match error {
            FeedError::Invalid(errors) => errors.into(),
            FeedError::Expired => ProblemCode::EventsExpired.into(),
            FeedError::Database(error) => error.into(),
        }
    }
}

async fn list_events<W: RowPolicy>(
    scope: Scope<W>,
    caller: Arc<Caller>,
    input: Input<ListEvents>,
) -> Result<ApiResponse<ListEvents>, Failure> {
    let reader = Reader {
        guard: caller.guard(),
        rights: &caller.rights,
        staff_id: caller.staff_id().ok(),
    };
    Ok(ApiResponse(list::page(&scope, &reader, &input.query).await?))
}
