//! Routes of bank statements and of their kept lines.

use super::{TopupError, statement, statement_lines, statement_matches};
use crate::orders::history::Actor;
use axum::extract::State;
use entities::statement_line;
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, IdempotencyKey, Input, Upload},
    page::PageWindow,
    scope::{AgentPolicy, AgentScope, Tx},
    spreadsheet,
    state::AppState,
};
use shared_types::{endpoint::Endpoint, fields::Rule, topups::*};
use std::sync::Arc;

/// Registers the routes of bank statements.
pub(super) fn routes(api: Api) -> Api {
    api.serve::<ReadStatement, _>(read_statement)
        .serve::<MatchStatement, _>(match_statement)
        .serve::<KeepStatement, _>(keep_statement)
        .serve::<ListStatementLines, _>(list_lines)
        .serve::<ListExactLines, _>(list_exact_lines)
        .serve::<ListPayableRequests, _>(list_payable_requests)
        .serve::<IgnoreStatementLine, _>(ignore_line)
        .serve::<RestoreStatementLine, _>(restore_line)
}

async fn read_statement(input: Upload<ReadStatement>) -> Result<ApiResponse<ReadStatement>, Failure> {
    let text = spreadsheet::read_text(&input.bytes);
    let document = text.as_deref().and_then(statement::document_to_text);
    let text = if let Some(text) = document {
        text
    } else {
        let table = spreadsheet::read_lines(input.bytes).await?.join("\n");
        // Notices of a bank, one per line.
        let lines = text.filter(|text| !text.trim_start().starts_with('<') && !statement::has_table(&table));
        lines.unwrap_or(table)
    };
    if text.chars().count() > STATEMENT {
        return Err(Failure::field("text", Rule::TooLong(STATEMENT)));
    }
    Ok(ApiResponse(BankStatement { text }))
}

async fn match_statement(
    scope: AgentScope,
    input: Input<MatchStatement>,
) -> Result<ApiResponse<MatchStatement>, Failure> {
    Ok(ApiResponse(statement_matches::find(&scope, &input.body).await?))
}

async fn keep_statement(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<KeepStatement>,
) -> Result<ApiResponse<KeepStatement>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    scope
        .run(&state, input.key, async |tx| {
            Ok(statement_lines::keep(tx, &actor, &input.body, now).await?)
        })
        .await
}

async fn list_lines(
    scope: AgentScope,
    input: Input<ListStatementLines>,
) -> Result<ApiResponse<ListStatementLines>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    Ok(ApiResponse(statement_lines::page(&scope, &input.query, window).await?))
}

async fn list_exact_lines(scope: AgentScope) -> Result<ApiResponse<ListExactLines>, Failure> {
    Ok(ApiResponse(statement_lines::exact(&scope).await?))
}

async fn list_payable_requests(
    scope: AgentScope,
    input: Input<ListPayableRequests>,
) -> Result<ApiResponse<ListPayableRequests>, Failure> {
    let requests = statement_lines::payable(&scope, input.path.0, &input.query).await?;
    Ok(ApiResponse(requests))
}

/// Runs an operation on a line and responds with the line.
async fn change_line<E: Endpoint<Response = StatementLine>>(
    state: &AppState,
    scope: &AgentScope,
    key: Option<IdempotencyKey>,
    operation: impl AsyncFnOnce(&Tx<AgentPolicy>) -> Result<statement_line::Model, TopupError>,
) -> Result<ApiResponse<E>, Failure> {
    scope
        .run(state, key, async |tx| {
            let line = operation(tx).await?;
            Ok(statement_lines::view_one(tx, line).await?)
        })
        .await
}

async fn ignore_line(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<IgnoreStatementLine>,
) -> Result<ApiResponse<IgnoreStatementLine>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_line(&state, &scope, input.key, async |tx| {
        statement_lines::ignore(tx, &actor, input.path.0, &input.body, now).await
    })
    .await
}

async fn restore_line(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RestoreStatementLine>,
) -> Result<ApiResponse<RestoreStatementLine>, Failure> {
    let (actor, now) = (Actor::from(&*caller), state.clock.now());
    change_line(&state, &scope, input.key, async |tx| {
        statement_lines::restore(tx, &actor, input.path.0, now).await
    })
    .await
}
