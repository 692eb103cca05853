//! Routes of the import of open orders.

use super::{
    check::{self, Candidate},
    columns,
    create::Importer,
    template, undo,
};
use crate::orders::{OrderError, history::Actor};
use axum::{extract::State, response::Response};
use books::billing;
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
    billing::PlanLimit,
    fields::{FieldErrors, Rule},
    imports::limits,
    money::{Money, sums_by_currency},
    orders::*,
    page::Listing,
    problem::{Problem, ProblemCode},
};
use std::{collections::BTreeMap, sync::Arc};

/// Registers the routes of the import of open orders.
pub fn routes(api: Api) -> Api {
    api.serve::<ReadEarlierOrders, _>(read_sheet)
        .serve::<ImportEarlierOrders, _>(import)
        .serve::<ListOrderImports, _>(list)
        .serve::<UndoOrderImport, _>(undo_import)
        .serve::<EarlierOrderTemplate, _>(download_template)
}

async fn download_template(input: Input<EarlierOrderTemplate>) -> Result<Response, Failure> {
    let file = template::xlsx(input.query.language.unwrap_or_default()).map_err(Failure::internal)?;
    Ok(attachment("karavan-orders.xlsx", xlsx::CONTENT_TYPE, file))
}

fn actor(caller: &Caller) -> Actor {
    Actor {
        via: Origin::Import,
        ..Actor::from(caller)
    }
}

/// The answers about unknown statuses.
fn answers(text: Option<&str>) -> Result<BTreeMap<String, EarlierStage>, FieldErrors> {
    let Some(text) = text else {
        return Ok(BTreeMap::new());
    };
    serde_json::from_str(text).map_err(|_| FieldErrors::single("stages", Rule::UnknownValue))
}

/// The scope of a person who may change orders: the declared right is the one to prices.
fn orders_scope(caller: &Caller, scope: AgentScope) -> Result<AgentScope, Failure> {
    caller.require(Object::Orders, Level::Edit)?;
    Ok(caller.narrow_scope(scope, Object::Orders)?)
}

/// The sums of amounts above zero.
fn sums(amounts: impl Iterator<Item = Money>) -> Vec<Money> {
    sums_by_currency(amounts.filter(|money| money.minor > 0))
}

async fn read_sheet(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Upload<ReadEarlierOrders>,
) -> Result<ApiResponse<ReadEarlierOrders>, Failure> {
    let scope = orders_scope(&caller, scope)?;
    let answers = answers(input.query.stages.as_deref())?;
    let parsed = spreadsheet::read(input.bytes, input.query.sheet, columns::has_headers).await?;
    let mut read = columns::read(&parsed.rows);
    if read.rows.len() > EARLIER_ROWS {
        return Err(Problem::limit(ProblemCode::SheetTooManyRows, EARLIER_ROWS).into());
    }
    for (row, _) in &mut read.rows {
        if let Some(stage) = answers.get(&row.status) {
            stage.as_str().clone_into(&mut row.status);
        }
    }
    let candidates = check::check(&scope, read.rows, state.clock.now()).await?;
    let new = || candidates.iter().filter_map(|candidate| candidate.new.as_ref());
    let credited = sums(new().map(|new| new.paid));
    let charged = sums(new().filter(|new| new.is_paid()).map(|new| new.sum));
    let orders: Vec<EarlierOrder> = candidates.into_iter().map(|Candidate { shown, .. }| shown).collect();
    let mut words: Vec<String> = Vec::new();
    for row in orders.iter().flat_map(|order| &order.rows) {
        if row.stage.is_none() && !row.row.status.is_empty() && !words.contains(&row.row.status) {
            words.push(row.row.status.clone());
        }
    }
    Ok(ApiResponse(EarlierSheet {
        sheets: parsed.names,
        sheet: parsed.name,
        ignored_columns: read.ignored_columns,
        hidden: parsed.hidden,
        orders,
        words,
        credited,
        charged,
    }))
}

/// Checks the number of rows and the lengths of their texts. Other errors refuse single orders.
fn check_limits(rows: &[EarlierRow]) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if rows.is_empty() {
        errors.add("rows", Rule::Required);
    }
    if rows.len() > EARLIER_ROWS {
        errors.add("rows", Rule::TooMany(EARLIER_ROWS));
    }
    for (index, row) in rows.iter().enumerate() {
        for (field, text) in [
            ("order_number", &row.order_number),
            ("client", &row.client),
            ("title", &row.title),
            ("url", &row.url),
            ("variant", &row.variant),
            ("price", &row.price),
            ("currency", &row.currency),
            ("quantity", &row.quantity),
            ("status", &row.status),
            ("sum", &row.sum),
            ("sum_currency", &row.sum_currency),
            ("paid", &row.paid),
            ("paid_currency", &row.paid_currency),
            ("date", &row.date),
        ] {
            if text.chars().count() > limits::CELL {
                errors.add(&format!("rows[{index}].{field}"), Rule::TooLong(limits::CELL));
            }
        }
    }
    errors.into_result(())
}

/// Requires the right to move money of clients, and a fresh proof if the agent wants one.
async fn require_balances(state: &AppState, caller: &Caller) -> Result<(), Failure> {
    caller.require(Object::Balance, Level::Manage)?;
    require_step_up(state, caller, StepUp::IfAgentRequires).await?;
    Ok(())
}

async fn import(call: AgentCall<ImportEarlierOrders>) -> ApiResult<ImportEarlierOrders> {
    let scope = orders_scope(&call.caller, call.scope)?;
    check_limits(&call.body.rows)?;
    if call.body.rows.iter().any(|row| !row.paid.is_empty()) {
        require_balances(&call.state, &call.caller).await?;
    }
    let limit = (PlanLimit::Orders, call.caller.plan_limits().orders);
    let system = call.state.system();
    let importer = Importer {
        actor: actor(&call.caller),
        staff_id: call.caller.staff_id()?,
        system: &system,
        now: call.now,
    };
    scope
        .run(&call.state, call.key, async |tx| {
            let result = importer.import(tx, call.body.rows).await?;
            let within = billing::ensure_within(tx, call.caller.agent_id, limit, call.now).await?;
            within.map_err(OrderError::from)?;
            Ok(result)
        })
        .await
}

async fn list(call: AgentCall<ListOrderImports>) -> ApiResult<ListOrderImports> {
    let scope = orders_scope(&call.caller, call.scope)?;
    Ok(ApiResponse(Listing {
        data: undo::list(&scope).await?,
    }))
}

async fn undo_import(mut call: AgentCall<UndoOrderImport>) -> ApiResult<UndoOrderImport> {
    call.scope = orders_scope(&call.caller, call.scope)?;
    let orders = undo::orders_of(&call.scope, call.path.0).await?;
    if orders.iter().any(|order| order.entry_id.is_some()) {
        require_balances(&call.state, &call.caller).await?;
    }
    let actor = actor(&call.caller);
    call.run(async |tx| Ok(undo::undo(tx, &actor, call.path.0, call.now).await?))
        .await
}
