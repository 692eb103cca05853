//! Routes of the scanner, the cells and the labels.

use super::{
    cells,
    execute::{self, can_access_shipments},
    labels,
    resolve::ResolvedCodes,
    unknown_scans,
};
use axum::extract::State;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    access::Level,
    codes::{CodeKind, MAX_SCANNED_LENGTH, Scanned, without_scanner_marks},
    endpoint::Nothing,
    fields::FieldErrors,
    page::Listing,
    problem::ProblemCode,
    scan::*,
};
use std::sync::Arc;
use trade::orders::viewer::Viewer;

/// Registers the routes of the scanner, the cells and the labels.
pub fn routes(api: Api) -> Api {
    api.serve::<LookUpCode, _>(resolve_code)
        .serve::<ScanCode, _>(scan)
        .serve::<ScanCodes, _>(scan_many)
        .serve::<ListUnknownScans, _>(list_unknown)
        .serve::<DismissUnknownScan, _>(remove_unknown)
        .serve::<ListCells, _>(list_cells)
        .serve::<AddCells, _>(add_cells)
        .serve::<ShowCell, _>(get_cell)
        .serve::<RemoveCell, _>(remove_cell)
        .serve::<ShowLabels, _>(get_labels)
}

async fn resolve_code(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<LookUpCode>,
) -> Result<ApiResponse<LookUpCode>, Failure> {
    let mut errors = FieldErrors::default();
    let text = input.query.code.as_deref().unwrap_or_default();
    errors.required_text("code", &without_scanner_marks(text), MAX_SCANNED_LENGTH);
    errors.into_result(())?;
    let code = Scanned::readings(text);
    let sees_shipments = can_access_shipments(&caller, Level::View);
    let resolved = ResolvedCodes::load(&scope, &code, sees_shipments).await?;
    let viewer = Viewer::from_caller(&caller);
    let resolved = resolved.with_notes(&scope).await?.translated_for(viewer);
    Ok(ApiResponse(resolved.view(&code, &resolved.find(&code))))
}

async fn run_scans(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    scans: &[NewScan],
) -> Result<Vec<ScanOutcome>, Failure> {
    let now = state.clock.now();
    let run = scope.in_transaction(async |tx| execute::run(tx, caller, scans, now).await);
    Ok(run.await?)
}

async fn scan(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ScanCode>,
) -> Result<ApiResponse<ScanCode>, Failure> {
    // A batch has the outcome of each scan; the error of a single one names its field.
    let mut errors = FieldErrors::default();
    errors.required_text("code", &without_scanner_marks(&input.body.code), MAX_SCANNED_LENGTH);
    let context = input.body.context.as_deref().map(without_scanner_marks);
    errors.optional_text("context", context.as_deref(), MAX_SCANNED_LENGTH);
    errors.into_result(())?;
    let mut outcomes = run_scans(&state, &scope, &caller, &[input.body]).await?;
    outcomes
        .pop()
        .map(ApiResponse)
        .ok_or_else(|| Failure::internal("a scan has no outcome"))
}

async fn scan_many(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ScanCodes>,
) -> Result<ApiResponse<ScanCodes>, Failure> {
    let data = run_scans(&state, &scope, &caller, &input.body.scans).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn list_unknown(scope: AgentScope, caller: Arc<Caller>) -> Result<ApiResponse<ListUnknownScans>, Failure> {
    let viewer = Viewer::from_caller(&caller);
    Ok(ApiResponse(Listing {
        data: unknown_scans::list(&scope, viewer).await?,
    }))
}

async fn remove_unknown(
    scope: AgentScope,
    input: Input<DismissUnknownScan>,
) -> Result<ApiResponse<DismissUnknownScan>, Failure> {
    if unknown_scans::remove(&scope, input.path.0).await? {
        Ok(ApiResponse(Nothing {}))
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

async fn list_cells(scope: AgentScope) -> Result<ApiResponse<ListCells>, Failure> {
    Ok(ApiResponse(Listing {
        data: cells::list(&scope).await?,
    }))
}

async fn add_cells(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<AddCells>,
) -> Result<ApiResponse<AddCells>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            cells::add(tx, &input.body, now).await?;
            let data = cells::list(tx).await?;
            Ok(Listing { data })
        })
        .await
}

async fn get_cell(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowCell>,
) -> Result<ApiResponse<ShowCell>, Failure> {
    let viewer = Viewer::from_caller(&caller);
    Ok(ApiResponse(cells::card(&scope, input.path.0, viewer).await?))
}

async fn remove_cell(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<RemoveCell>,
) -> Result<ApiResponse<RemoveCell>, Failure> {
    scope
        .run(&state, input.key, async |tx| {
            cells::remove(tx, input.path.0).await?;
            Ok(Nothing {})
        })
        .await
}

async fn get_labels(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowLabels>,
) -> Result<ApiResponse<ShowLabels>, Failure> {
    let request = labels::parse_query(&input.query)?;
    if request.kind == CodeKind::Shipment && !can_access_shipments(&caller, Level::View) {
        return Err(ProblemCode::PermissionDenied.into());
    }
    Ok(ApiResponse(Listing {
        data: labels::load(&scope, &request).await?,
    }))
}
