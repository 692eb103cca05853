//! HTTP handlers of the event feed.

use super::list::{self, FeedError, Reader};
use platform::{
    http::{Api, ApiResponse, ApiResult, Call, Failure},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
};
use shared_types::{events::ListEvents, problem::ProblemCode};

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

async fn list_events<W: RowPolicy>(call: Call<ListEvents, Scope<W>>) -> ApiResult<ListEvents> {
    let reader = Reader {
        guard: call.caller.guard(),
        rights: &call.caller.rights,
        staff_id: call.caller.staff_id().ok(),
    };
    Ok(ApiResponse(list::page(&call.scope, &reader, &call.query).await?))
}
