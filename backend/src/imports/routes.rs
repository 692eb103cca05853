//! Routes of imports.

use super::{
    confirm::{self, Refusal},
    headers, mapping,
    preview::{self, Reader},
    template, undo, upload,
};
use axum::{extract::State, response::Response};
use platform::spreadsheet;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, Input, Upload, attachment},
    page::PageWindow,
    scope::ClientScope,
    state::AppState,
};
use shared_types::{fields::FieldErrors, imports::*, orders::Origin, page::Listing, problem::ProblemCode};
use std::sync::Arc;
use trade::orders::{history::Actor, translation, viewer::Viewer};

/// Registers the routes of imports.
pub fn routes(api: Api) -> Api {
    api.serve::<UploadImport, _>(upload_import)
        .serve::<ListImports, _>(list_imports)
        .serve::<ShowImport, _>(get_import)
        .serve::<ChangeImport, _>(update_mapping)
        .serve::<ConfirmImport, _>(confirm_import)
        .serve::<UndoImport, _>(undo_import)
        .serve::<ImportTemplateXlsx, _>(download_xlsx_template)
        .serve::<ImportTemplateCsv, _>(download_csv_template)
}

fn actor(caller: &Caller) -> Actor {
    Actor {
        via: Origin::Import,
        ..Actor::from(caller)
    }
}

fn client_name(caller: &Caller) -> &str {
    match &caller.membership {
        Membership::Member { client_name, .. } => client_name,
        Membership::Staff { .. } => "",
    }
}

const fn problem_of(refusal: Refusal) -> ProblemCode {
    match refusal {
        Refusal::Closed => ProblemCode::ImportClosed,
        Refusal::Undecided => ProblemCode::ImportUndecided,
        Refusal::PricesHidden => ProblemCode::PermissionDenied,
    }
}

async fn upload_import(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Upload<UploadImport>,
) -> Result<ApiResponse<UploadImport>, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", input.query.name.as_deref().unwrap_or_default(), limits::NAME);
    errors.into_result(())?;
    // Checked before the file is parsed, and again in the transaction that stores the rows.
    upload::find_draft(&scope, input.path.0).await?;
    let sheet = spreadsheet::read(input.bytes.clone(), input.query.sheet, headers::has_headers).await?;
    let now = state.clock.now();
    let import = scope.in_transaction(async |tx| {
        let order = upload::find_draft(tx, input.path.0).await?;
        upload::save(tx, (&order, caller.user_id), (name, &input.bytes), sheet, now).await
    });
    Ok(ApiResponse(import.await?))
}

async fn list_imports(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListImports>,
) -> Result<ApiResponse<ListImports>, Failure> {
    trade::orders::ensure_exists(&scope, input.path.0).await?;
    let data = preview::list(&scope, input.path.0, Reader::new(&caller)).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn get_import(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ShowImport>,
) -> Result<ApiResponse<ShowImport>, Failure> {
    // Pages start at a row number instead of an opaque cursor, so only the limit is checked here.
    PageWindow::from_query(input.query.limit, None)?;
    let page = preview::page(&scope, input.path, &input.query, Reader::new(&caller)).await?;
    Ok(ApiResponse(page))
}

async fn update_mapping(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ChangeImport>,
) -> Result<ApiResponse<ChangeImport>, Failure> {
    let reader = Reader::new(&caller);
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            let changed = mapping::update(tx, input.path, input.body, reader, now).await?;
            Ok(changed.map_err(problem_of)?)
        })
        .await
}

async fn confirm_import(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ConfirmImport>,
) -> Result<ApiResponse<ConfirmImport>, Failure> {
    let (actor, reader, now) = (actor(&caller), Reader::new(&caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let confirmed = confirm::confirm(tx, &actor, client_name(&caller), input.path, reader, now).await?;
            let import = confirmed.map_err(problem_of)?;
            if Viewer::from_caller(&caller).translates_more() {
                translation::added::queue_added(tx, caller.agent_id, input.path.0, now).await?;
            }
            Ok(import)
        })
        .await
}

async fn undo_import(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<UndoImport>,
) -> Result<ApiResponse<UndoImport>, Failure> {
    let (actor, reader, now) = (actor(&caller), Reader::new(&caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            let undone = undo::undo(tx, &actor, client_name(&caller), input.path, reader, now).await?;
            Ok(undone.ok_or(ProblemCode::ImportNotUndoable)?)
        })
        .await
}

async fn download_xlsx_template(input: Input<ImportTemplateXlsx>) -> Result<Response, Failure> {
    let file = template::xlsx(input.query.language.unwrap_or_default()).map_err(Failure::internal)?;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    Ok(attachment("karavan.xlsx", kind, file))
}

async fn download_csv_template(input: Input<ImportTemplateCsv>) -> Result<Response, Failure> {
    let file = template::csv(input.query.language.unwrap_or_default());
    Ok(attachment("karavan.csv", "text/csv; charset=utf-8", file))
}
