//! HTTP handlers of notes.

use super::{
    save::{self, NoteTarget, SaveError},
    search::{self, VisibleObjects},
};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch, Input},
    page::PageWindow,
    scope::AgentScope,
    state::AppState,
};
use shared_types::{fields::FieldErrors, notes::*, problem::ProblemCode};
use std::sync::Arc;

/// Registers the endpoints of notes.
pub fn routes(api: Api) -> Api {
    api.serve::<FindNotes, _>(find)
        .serve::<ShowPersonalNote, _>(get_personal)
        .serve::<SavePersonalNote, _>(save_personal)
        .serve::<ShowNote, _>(get)
        .serve::<SaveNote, _>(save_object)
}

impl From<SaveError> for Failure {
    #[track_caller]
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Invalid(errors) => errors.into(),
            SaveError::Stale => ProblemCode::VersionStale.into(),
            SaveError::Database(error) => error.into(),
        }
    }
}

async fn find(call: AgentCall<FindNotes>) -> ApiResult<FindNotes> {
    let NoteQuery { search, limit, cursor } = call.query;
    let window = PageWindow::from_query(limit.or(Some(SEARCH_PAGE)), cursor.as_deref())?;
    let mut errors = FieldErrors::default();
    let text = errors.text("search", search.as_deref().unwrap_or_default(), SEARCH);
    errors.into_result(())?;
    let reader = VisibleObjects {
        staff_id: call.caller.staff_id()?,
        rights: &call.caller.rights,
    };
    Ok(ApiResponse(search::page(&call.scope, &text, reader, window).await?))
}

fn notepad(caller: &Caller) -> NoteTarget {
    NoteTarget {
        kind: NoteKind::Personal,
        id: caller.membership_id(),
    }
}

async fn get_personal(scope: AgentScope, caller: Arc<Caller>) -> Result<ApiResponse<ShowPersonalNote>, Failure> {
    Ok(ApiResponse(save::read(&scope, notepad(&caller)).await?))
}

async fn save_personal(IfMatch(version): IfMatch, call: AgentCall<SavePersonalNote>) -> ApiResult<SavePersonalNote> {
    let target = notepad(&call.caller);
    Ok(ApiResponse(
        save_note(&call.state, &call.scope, target, &call.caller, &call.body, version).await?,
    ))
}

/// The target in the path. Fails with `not_found` if the object does not belong to the agent.
async fn find_target(scope: &AgentScope, (kind, id): (NoteKind, i64)) -> Result<NoteTarget, Failure> {
    let target = NoteTarget { kind, id };
    if save::target_exists(scope, target).await? {
        Ok(target)
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

async fn get(scope: AgentScope, input: Input<ShowNote>) -> Result<ApiResponse<ShowNote>, Failure> {
    let target = find_target(&scope, input.path).await?;
    Ok(ApiResponse(save::read(&scope, target).await?))
}

async fn save_object(IfMatch(version): IfMatch, call: AgentCall<SaveNote>) -> ApiResult<SaveNote> {
    let target = find_target(&call.scope, call.path).await?;
    Ok(ApiResponse(
        save_note(&call.state, &call.scope, target, &call.caller, &call.body, version).await?,
    ))
}

async fn save_note(
    state: &AppState,
    scope: &AgentScope,
    target: NoteTarget,
    caller: &Caller,
    text: &NoteText,
    version: Option<i64>,
) -> Result<Note, Failure> {
    let (staff_id, now) = (caller.staff_id()?, state.clock.now());
    scope
        .in_transaction(async |tx| Ok(save::save(tx, target, staff_id, &text.body, version, now).await?))
        .await
}
