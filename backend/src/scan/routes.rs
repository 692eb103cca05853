//! Routes of the scanner, the cells and the labels.

use super::{
    cells,
    execute::{self, can_access_shipments},
    labels,
    resolve::ResolvedCodes,
    unknown_scans,
};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input},
    page::PageWindow,
    scope::AgentScope,
    state::AppState,
};
use shared_types::{
    access::{Level, Object},
    codes::{CodeKind, MAX_SCANNED_LENGTH, Scanned, without_scanner_marks},
    endpoint::Nothing,
    fields::FieldErrors,
    page::Listing,
    problem::{Problem, ProblemCode},
    scan::*,
};
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

async fn resolve_code(call: AgentCall<LookUpCode>) -> ApiResult<LookUpCode> {
    let mut errors = FieldErrors::default();
    let text = call.query.code.as_deref().unwrap_or_default();
    errors.required_text("code", &without_scanner_marks(text), MAX_SCANNED_LENGTH);
    errors.into_result(())?;
    let code = Scanned::readings(text);
    let sees_shipments = can_access_shipments(&call.caller, Level::View);
    let resolved = ResolvedCodes::load(&call.scope, &code, sees_shipments).await?;
    let viewer = Viewer::from_caller(&call.caller);
    let resolved = resolved.with_notes(&call.scope).await?.translated_for(viewer);
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

async fn scan(call: AgentCall<ScanCode>) -> ApiResult<ScanCode> {
    // A batch has the outcome of each scan; the error of a single one names its field.
    let mut errors = FieldErrors::default();
    errors.required_text("code", &without_scanner_marks(&call.body.code), MAX_SCANNED_LENGTH);
    let context = call.body.context.as_deref().map(without_scanner_marks);
    errors.optional_text("context", context.as_deref(), MAX_SCANNED_LENGTH);
    errors.into_result(())?;
    let mut outcomes = run_scans(&call.state, &call.scope, &call.caller, &[call.body]).await?;
    outcomes
        .pop()
        .map(ApiResponse)
        .ok_or_else(|| Failure::internal("a scan has no outcome"))
}

async fn scan_many(call: AgentCall<ScanCodes>) -> ApiResult<ScanCodes> {
    let data = run_scans(&call.state, &call.scope, &call.caller, &call.body.scans).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn list_unknown(call: AgentCall<ListUnknownScans>) -> ApiResult<ListUnknownScans> {
    let window = PageWindow::last_change_first(call.query.limit, call.query.cursor.as_deref())?;
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(unknown_scans::page(&call.scope, window, viewer).await?))
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

async fn add_cells(call: AgentCall<AddCells>) -> ApiResult<AddCells> {
    call.run(async |tx| {
        cells::add(tx, &call.body, call.now).await?;
        let data = cells::list(tx).await?;
        Ok(Listing { data })
    })
    .await
}

async fn get_cell(call: AgentCall<ShowCell>) -> ApiResult<ShowCell> {
    let viewer = Viewer::from_caller(&call.caller);
    Ok(ApiResponse(cells::card(&call.scope, call.path.0, viewer).await?))
}

async fn remove_cell(call: AgentCall<RemoveCell>) -> ApiResult<RemoveCell> {
    call.run(async |tx| {
        cells::remove(tx, call.path.0).await?;
        Ok(Nothing {})
    })
    .await
}

async fn get_labels(call: AgentCall<ShowLabels>) -> ApiResult<ShowLabels> {
    let request = labels::parse_query(&call.query)?;
    let is_of_shipment = matches!(request.kind, CodeKind::Shipment | CodeKind::Place);
    if is_of_shipment && !can_access_shipments(&call.caller, Level::View) {
        call.caller.require(Object::Shipments, Level::View)?;
        return Err(Problem::lacks_all_rows(Object::Shipments, Level::View).into());
    }
    Ok(ApiResponse(Listing {
        data: labels::load(&call.scope, &request).await?,
    }))
}
