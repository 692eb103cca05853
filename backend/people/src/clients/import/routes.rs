//! Routes of the import of clients.

use super::{check, columns, create, openings::KnownClients};
use crate::clients::history::Author;
use axum::{extract::State, response::Response};
use platform::{
    auth::{Caller, StepUp, require_step_up},
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input, Upload, attachment},
    scope::AgentScope,
    spreadsheet,
    state::AppState,
    xlsx,
};
use shared_types::{
    access::{Level, Object},
    clients::*,
    fields::{FieldErrors, Rule},
    imports::limits,
    problem::{Problem, ProblemCode},
    staff::rules,
};
use std::sync::Arc;

/// Registers the routes of the import of clients.
pub fn routes(api: Api) -> Api {
    api.serve::<ReadClientSheet, _>(read_sheet)
        .serve::<ImportClients, _>(import)
        .serve::<ClientTemplateXlsx, _>(download_xlsx_template)
        .serve::<ClientTemplateCsv, _>(download_csv_template)
}

async fn read_sheet(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<ReadClientSheet>,
) -> Result<ApiResponse<ReadClientSheet>, Failure> {
    let parsed = spreadsheet::read(input.bytes, input.query.sheet, columns::has_headers).await?;
    let clients = columns::read(&parsed.rows);
    if clients.rows.len() > SHEET_ROWS {
        return Err(Problem::limit(ProblemCode::SheetTooManyRows, SHEET_ROWS).into());
    }
    let (limit, now) = (caller.plan_limits().clients, state.clock.now());
    let known = KnownClients::find(&caller, &scope, clients.rows.iter().map(|(row, _)| row)).await?;
    let known = known.read_operations(&scope.ledger()).await?;
    let checked = check::check(&state.system(), caller.agent_id, (clients.rows, &known), limit, now).await?;
    Ok(ApiResponse(ClientSheet {
        sheets: parsed.names,
        sheet: parsed.name,
        ignored_columns: clients.ignored_columns,
        hidden: parsed.hidden,
        rows: checked.into_iter().map(check::Candidate::into_row).collect(),
    }))
}

/// Checks the number of rows and the lengths of their texts. Other errors refuse single rows.
fn check_limits(import: &ClientImport) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if import.rows.is_empty() {
        errors.add("rows", Rule::Required);
    }
    if import.rows.len() > IMPORTED_ROWS {
        errors.add("rows", Rule::TooMany(IMPORTED_ROWS));
    }
    for (index, row) in import.rows.iter().enumerate() {
        for (field, text) in [
            ("name", &row.name),
            ("phone", &row.phone),
            ("company", &row.company),
            ("language", &row.language),
            ("code", &row.code),
            ("balance", &row.balance),
            ("currency", &row.currency),
        ] {
            if text.chars().count() > limits::CELL {
                errors.add(&format!("rows[{index}].{field}"), Rule::TooLong(limits::CELL));
            }
        }
    }
    errors.into_result(())
}

async fn import(call: AgentCall<ImportClients>) -> ApiResult<ImportClients> {
    check_limits(&call.body)?;
    if call.body.rows.iter().any(|row| !row.balance.is_empty()) {
        call.caller.require(Object::Balance, Level::Manage)?;
        require_step_up(&call.state, &call.caller, StepUp::IfAgentRequires).await?;
    }
    // A person who sees only their own clients would not see a client without a manager.
    let manager = if rules::may_assign(&call.caller.rights, Object::Clients) {
        None
    } else {
        Some(call.caller.staff_id()?)
    };
    let (author, limit, now) = (Author::from(&*call.caller), call.caller.plan_limits().clients, call.now);
    let known = KnownClients::find(&call.caller, &call.scope, call.body.rows.iter()).await?;
    call.state
        .system()
        .run(&call.state, call.key, async |tx| {
            Ok(create::create(tx, &author, manager, (call.body.rows, known), limit, now).await?)
        })
        .await
}

async fn download_xlsx_template(input: Input<ClientTemplateXlsx>) -> Result<Response, Failure> {
    let file = columns::xlsx_template(input.query.language.unwrap_or_default()).map_err(Failure::internal)?;
    Ok(attachment("karavan-clients.xlsx", xlsx::CONTENT_TYPE, file))
}

async fn download_csv_template(input: Input<ClientTemplateCsv>) -> Result<Response, Failure> {
    let file = columns::csv_template(input.query.language.unwrap_or_default());
    Ok(attachment("karavan-clients.csv", "text/csv; charset=utf-8", file))
}
