//! Addresses of notes.

use super::{
    save::{self, Place, SaveError},
    search,
};
use crate::platform::{
    auth::Caller,
    http::{Answer, Api, Failure, IfMatch, Input, Window},
    scope::AgentScope,
    state::AppState,
};
use axum::extract::State;
use shared_types::{fields::FieldErrors, notes::*, problem::ProblemCode};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<FindNotes, _>(find)
        .serve::<ShowPersonalNote, _>(show_personal)
        .serve::<SavePersonalNote, _>(save_personal)
        .serve::<ShowNote, _>(show)
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

async fn find(scope: AgentScope, caller: Arc<Caller>, input: Input<FindNotes>) -> Result<Answer<FindNotes>, Failure> {
    let NoteQuery { search, limit, cursor } = input.query;
    let window = Window::read(limit.or(Some(FOUND)), cursor.as_deref())?;
    let mut errors = FieldErrors::default();
    let words = errors.text("search", search.as_deref().unwrap_or_default(), SEARCH);
    errors.or(())?;
    Ok(Answer(
        search::page(&scope, &words, caller.membership_id(), window).await?,
    ))
}

fn notepad(caller: &Caller) -> Place {
    Place {
        kind: NoteKind::Personal,
        id: caller.membership_id(),
    }
}

async fn show_personal(scope: AgentScope, caller: Arc<Caller>) -> Result<Answer<ShowPersonalNote>, Failure> {
    Ok(Answer(save::read(&scope, notepad(&caller)).await?))
}

async fn save_personal(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<SavePersonalNote>,
) -> Result<Answer<SavePersonalNote>, Failure> {
    let place = notepad(&caller);
    Ok(Answer(
        saved(&state, &scope, place, &caller, &input.body, version).await?,
    ))
}

/// The place in the path, if the object is the agent's own.
async fn place(scope: &AgentScope, (kind, id): (NoteKind, i64)) -> Result<Place, Failure> {
    let place = Place { kind, id };
    if save::exists(scope, place).await? {
        Ok(place)
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

async fn show(scope: AgentScope, input: Input<ShowNote>) -> Result<Answer<ShowNote>, Failure> {
    let place = place(&scope, input.path).await?;
    Ok(Answer(save::read(&scope, place).await?))
}

async fn save_object(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<SaveNote>,
) -> Result<Answer<SaveNote>, Failure> {
    let place = place(&scope, input.path).await?;
    Ok(Answer(
        saved(&state, &scope, place, &caller, &input.body, version).await?,
    ))
}

async fn saved(
    state: &AppState,
    scope: &AgentScope,
    place: Place,
    caller: &Caller,
    text: &NoteText,
    version: Option<i64>,
) -> Result<Note, Failure> {
    let tx = scope.begin().await?;
    let note = save::save(
        &tx,
        place,
        caller.membership_id(),
        &text.body,
        version,
        state.clock.now(),
    )
    .await?;
    tx.commit().await?;
    Ok(note)
}
