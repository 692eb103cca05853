//! Addresses of imports.

use super::{
    change, confirm, preview,
    read::{self, ReadError},
    template, undo, upload,
};
use crate::{
    orders::{OrderError, history::Actor},
    platform::{
        auth::{Caller, Membership},
        http::{Answer, Api, Failure, Input, Upload, Window, attachment, finish},
        scope::ClientScope,
        state::AppState,
    },
};
use axum::{extract::State, response::Response};
use shared_types::{
    fields::FieldErrors,
    imports::*,
    orders::Via,
    page::Listing,
    problem::{Problem, ProblemCode},
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<UploadImport, _>(take)
        .serve::<ListImports, _>(list)
        .serve::<ShowImport, _>(show)
        .serve::<ChangeImport, _>(change_mapping)
        .serve::<ConfirmImport, _>(confirm_import)
        .serve::<UndoImport, _>(undo_import)
        .serve::<ImportTemplateXlsx, _>(template_xlsx)
        .serve::<ImportTemplateCsv, _>(template_csv)
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Problem::new(ProblemCode::FileUnreadable)
            .detail(error.to_string())
            .into()
    }
}

fn actor(caller: &Caller) -> Actor {
    Actor {
        via: Via::Import,
        ..Actor::from(caller)
    }
}

fn client_name(caller: &Caller) -> &str {
    match &caller.membership {
        Membership::Member { client_name, .. } => client_name,
        Membership::Staff { .. } => "",
    }
}

/// None says that the import is past the step.
fn open(result: Result<Option<Import>, OrderError>, why: &'static str) -> Result<Import, Failure> {
    result?.ok_or_else(|| Problem::new(ProblemCode::ImportClosed).detail(why).into())
}

async fn take(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Upload<UploadImport>,
) -> Result<Answer<UploadImport>, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.text("name", input.query.name.as_deref().unwrap_or_default(), limits::NAME);
    errors.or(())?;
    // Asked before the work of reading, and again in the transaction that keeps the rows.
    upload::draft(&scope, input.path.0).await?;
    let sheet = read::read(input.bytes.clone(), input.query.sheet).await?;
    let tx = scope.begin().await?;
    let order = upload::draft(&tx, input.path.0).await?;
    let import = upload::keep(&tx, &order, (name, &input.bytes), sheet, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(import))
}

async fn list(scope: ClientScope, input: Input<ListImports>) -> Result<Answer<ListImports>, Failure> {
    crate::orders::seen(&scope, input.path.0).await?;
    let data = preview::list(&scope, input.path.0).await?;
    Ok(Answer(Listing { data }))
}

async fn show(scope: ClientScope, input: Input<ShowImport>) -> Result<Answer<ShowImport>, Failure> {
    // Rows are told by their number, not by a cursor of ours; a page has the size of any other.
    Window::read(input.query.limit, None)?;
    Ok(Answer(preview::page(&scope, input.path, &input.query).await?))
}

async fn change_mapping(
    State(state): State<AppState>,
    scope: ClientScope,
    input: Input<ChangeImport>,
) -> Result<Answer<ChangeImport>, Failure> {
    let tx = scope.begin().await?;
    let changed = change::change(&tx, input.path, input.body, state.clock.now()).await;
    let import = open(changed, "the import was confirmed already")?;
    tx.commit().await?;
    Ok(Answer(import))
}

async fn confirm_import(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ConfirmImport>,
) -> Result<Answer<ConfirmImport>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let done = confirm::confirm(&tx, &actor(&caller), client_name(&caller), input.path, now).await;
    finish(&state, tx, input.key, open(done, "the import was confirmed already")).await
}

async fn undo_import(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<UndoImport>,
) -> Result<Answer<UndoImport>, Failure> {
    let tx = scope.begin().await?;
    let now = state.clock.now();
    let undone = undo::undo(&tx, &actor(&caller), client_name(&caller), input.path, now).await;
    let why = "only the newest confirmed import of a draft can be undone";
    finish(&state, tx, input.key, open(undone, why)).await
}

async fn template_xlsx(input: Input<ImportTemplateXlsx>) -> Result<Response, Failure> {
    let file = template::xlsx(input.query.language.as_deref()).map_err(Failure::internal)?;
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    Ok(attachment("karavan.xlsx", kind, file))
}

async fn template_csv(input: Input<ImportTemplateCsv>) -> Result<Response, Failure> {
    let file = template::csv(input.query.language.as_deref());
    Ok(attachment("karavan.csv", "text/csv; charset=utf-8", file))
}
