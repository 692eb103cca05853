//! Addresses of the scanner, the cells and the labels.

use super::{
    cells, labels,
    resolve::Things,
    unknown,
    work::{self, reaches_shipments},
};
use crate::platform::{
    auth::Caller,
    http::{Answer, Api, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use axum::extract::State;
use shared_types::{
    access::Level,
    codes::{CodeKind, SCANNED, Scanned},
    endpoint::Nothing,
    fields::FieldErrors,
    page::Listing,
    problem::ProblemCode,
    scan::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<FollowCode, _>(follow)
        .serve::<Scan, _>(scan)
        .serve::<ScanMany, _>(scan_many)
        .serve::<ListUnknownScans, _>(list_unknown)
        .serve::<ForgetUnknownScan, _>(forget_unknown)
        .serve::<ListCells, _>(list_cells)
        .serve::<AddCells, _>(add_cells)
        .serve::<ShowCell, _>(show_cell)
        .serve::<RemoveCell, _>(remove_cell)
        .serve::<ShowLabels, _>(show_labels)
}

async fn follow(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<FollowCode>,
) -> Result<Answer<FollowCode>, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.required_text("code", input.query.code.as_deref().unwrap_or_default(), SCANNED);
    errors.or(())?;
    let code = Scanned::read(&text);
    let sees = reaches_shipments(&caller, Level::View);
    let things = Things::of(&scope, std::slice::from_ref(&code), sees).await?;
    let things = things.with_notes(&scope).await?;
    Ok(Answer(things.view(&code, &things.find(&code))))
}

async fn done(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    scans: &[NewScan],
) -> Result<Vec<ScanOutcome>, Failure> {
    let tx = scope.begin().await?;
    let outcomes = work::run(&tx, caller, scans, state.clock.now()).await?;
    tx.commit().await?;
    Ok(outcomes)
}

async fn scan(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<Scan>,
) -> Result<Answer<Scan>, Failure> {
    let mut outcomes = done(&state, &scope, &caller, &[input.body]).await?;
    outcomes
        .pop()
        .map(Answer)
        .ok_or_else(|| Failure::internal("a scan came to nothing"))
}

async fn scan_many(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ScanMany>,
) -> Result<Answer<ScanMany>, Failure> {
    let data = done(&state, &scope, &caller, &input.body.scans).await?;
    Ok(Answer(Listing { data }))
}

async fn list_unknown(scope: AgentScope) -> Result<Answer<ListUnknownScans>, Failure> {
    Ok(Answer(Listing {
        data: unknown::list(&scope).await?,
    }))
}

async fn forget_unknown(
    scope: AgentScope,
    input: Input<ForgetUnknownScan>,
) -> Result<Answer<ForgetUnknownScan>, Failure> {
    if unknown::forget(&scope, input.path.0).await? {
        Ok(Answer(Nothing {}))
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

async fn list_cells(scope: AgentScope) -> Result<Answer<ListCells>, Failure> {
    Ok(Answer(Listing {
        data: cells::list(&scope).await?,
    }))
}

async fn add_cells(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddCells>,
) -> Result<Answer<AddCells>, Failure> {
    let tx = scope.begin().await?;
    cells::add(&tx, &input.body, state.clock.now()).await?;
    let data = cells::list(&tx).await?;
    tx.commit().await?;
    Ok(Answer(Listing { data }))
}

async fn show_cell(scope: AgentScope, input: Input<ShowCell>) -> Result<Answer<ShowCell>, Failure> {
    Ok(Answer(cells::card(&scope, input.path.0).await?))
}

async fn remove_cell(scope: AgentScope, input: Input<RemoveCell>) -> Result<Answer<RemoveCell>, Failure> {
    let tx = scope.begin().await?;
    cells::remove(&tx, input.path.0).await?;
    tx.commit().await?;
    Ok(Answer(Nothing {}))
}

async fn show_labels(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowLabels>,
) -> Result<Answer<ShowLabels>, Failure> {
    let asked = labels::asked(&input.query)?;
    if asked.kind == CodeKind::Shipment && !reaches_shipments(&caller, Level::View) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    Ok(Answer(Listing {
        data: labels::of(&scope, &asked).await?,
    }))
}
