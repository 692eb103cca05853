//! Handlers of the agent's service account.

use super::{BillingError, account, invoices, payments, plan_change, print, service_ledger};
use axum::{extract::State, response::Response};
use entities::agent;
use platform::{
    auth::Caller,
    error::OperationError,
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, Input, attachment},
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::EntityTrait;
use shared_types::{
    billing::*,
    fields::Rule,
    id::{AgentId, InvoiceId},
    problem::ProblemCode,
};
use std::sync::Arc;

/// The content type of printed documents.
const PDF: &str = "application/pdf";

/// Registers the endpoints of the service account.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowServiceAccount, _>(get_account)
        .serve::<ShowServiceNotice, _>(get_notice)
        .serve::<ListServiceOperations, _>(list_operations)
        .serve::<ListServiceInvoices, _>(list_invoices)
        .serve::<PayServiceInvoice, _>(pay_invoice)
        .serve::<PrintServiceInvoice, _>(print_invoice)
        .serve::<PrintServiceAct, _>(print_act)
        .serve::<QuotePlanChange, _>(quote_plan_change)
        .serve::<ChangePlan, _>(change_plan)
        .serve::<CreateServicePayment, _>(create_payment)
        .serve::<ShowServicePayment, _>(get_payment)
}

async fn get_account(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ShowServiceAccount>, Failure> {
    Ok(ApiResponse(account::get(&scope, &state, &caller).await?))
}

async fn get_notice(
    State(state): State<AppState>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowServiceNotice>, Failure> {
    Ok(ApiResponse(account::get_notice(&scope, state.clock.now()).await?))
}

async fn list_operations(
    scope: AgentScope,
    input: Input<ListServiceOperations>,
) -> Result<ApiResponse<ListServiceOperations>, Failure> {
    let window = PageWindow::from_query(input.query.limit, input.query.cursor.as_deref())?;
    Ok(ApiResponse(service_ledger::operations(&scope, window).await?))
}

async fn list_invoices(call: AgentCall<ListServiceInvoices>) -> ApiResult<ListServiceInvoices> {
    let window = PageWindow::from_query(call.query.limit, call.query.cursor.as_deref())?;
    Ok(ApiResponse(invoices::page(&call.scope, window, call.now).await?))
}

async fn pay_invoice(call: AgentCall<PayServiceInvoice>) -> ApiResult<PayServiceInvoice> {
    let (id, amount, now) = (call.path.0, call.body.amount, call.now);
    call.run(async |tx| Ok(invoices::pay_by_person(tx, id, amount, call.caller.user_id, now).await?))
        .await
}

/// The name of the agent, as documents name the customer.
async fn customer(state: &AppState, id: AgentId) -> Result<String, BillingError> {
    let row = state.system().one(agent::Entity::find_by_id(id)).await?;
    Ok(row.ok_or(OperationError::NotFound)?.name)
}

async fn print(
    state: &AppState,
    scope: &AgentScope,
    caller: &Caller,
    id: InvoiceId,
    kind: print::DocumentKind,
) -> Result<Response, Failure> {
    let invoice = invoices::find(scope, id).await?;
    if kind == print::DocumentKind::Act && !invoices::has_act(&invoice, state.clock.now()) {
        return Err(ProblemCode::NotFound.into());
    }
    let customer = customer(state, caller.agent_id).await?;
    let file = print::document(kind, &invoice, &customer, &state.config.billing.operator)
        .map_err(OperationError::internal)
        .map_err(BillingError::from)?;
    Ok(attachment(&format!("{}-{id}.pdf", kind.file_name()), PDF, file))
}

async fn print_invoice(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PrintServiceInvoice>,
) -> Result<Response, Failure> {
    print(&state, &scope, &caller, input.path.0, print::DocumentKind::Invoice).await
}

async fn print_act(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<PrintServiceAct>,
) -> Result<Response, Failure> {
    print(&state, &scope, &caller, input.path.0, print::DocumentKind::Act).await
}

async fn quote_plan_change(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<QuotePlanChange>,
) -> Result<ApiResponse<QuotePlanChange>, Failure> {
    let plan_id = input
        .query
        .plan_id
        .ok_or_else(|| BillingError::from(OperationError::field("plan_id", Rule::Required)))?;
    let (operator, now) = (&state.config.billing.operator, state.clock.now());
    Ok(ApiResponse(
        plan_change::quote(&scope, caller.agent_id, plan_id, operator, now).await?,
    ))
}

async fn change_plan(call: AgentCall<ChangePlan>) -> ApiResult<ChangePlan> {
    call.run(async |tx| {
        let operator = &call.state.config.billing.operator;
        plan_change::change(
            tx,
            call.caller.agent_id,
            call.caller.user_id,
            &call.body,
            operator,
            call.now,
        )
        .await?;
        Ok(account::get(tx, &call.state, &call.caller).await?)
    })
    .await
}

async fn create_payment(call: AgentCall<CreateServicePayment>) -> ApiResult<CreateServicePayment> {
    Ok(ApiResponse(
        payments::create(&call.state, &call.scope, &call.caller, &call.body).await?,
    ))
}

async fn get_payment(call: AgentCall<ShowServicePayment>) -> ApiResult<ShowServicePayment> {
    Ok(ApiResponse(payments::get(&call.state, &call.scope, call.path.0).await?))
}
