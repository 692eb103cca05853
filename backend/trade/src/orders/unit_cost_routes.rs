//! Routes of the costs of an order by items, also as a spreadsheet.

use super::{OrderError, calculation::RateContext, client_limits, unit_costs, viewer::Viewer};
use axum::{extract::State, response::Response};
use platform::{
    auth::Caller,
    http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall, Failure, Input, attachment},
    scope::{AgentScope, ClientScope, LedgerScope, ScopedConnection},
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, LocalizedText, XlsxExport, localized},
};
use shared_types::{
    id::OrderId,
    orders::{ExportUnitCosts, OrderStatus, ShowUnitCosts, Side, UnitCostQuery, UnitCosts},
};
use std::sync::Arc;

/// Registers the routes.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ShowUnitCosts, _, _>(show_to_agent, show_to_client)
        .serve_sides::<ExportUnitCosts, _, _>(export_to_agent, export_to_client)
}

const SHEET: LocalizedText = ["Себестоимость", "Cost per item", "单件成本"];
const COLUMNS: &[Column] = &[
    (["Товар", "Item", "商品"], ColumnKind::Text),
    (["Вариант", "Variant", "规格"], ColumnKind::Text),
    (["Штук", "Pieces", "件数"], ColumnKind::Integer),
    (["Товары", "Goods", "货款"], ColumnKind::Money),
    (
        ["Комиссия и услуги", "Commission and services", "服务费"],
        ColumnKind::Money,
    ),
    (["Доставка", "Delivery", "运费"], ColumnKind::Money),
    (["Всего", "Total", "合计"], ColumnKind::Money),
    (["За штуку", "Per piece", "单件"], ColumnKind::Money),
];
const TOTAL: LocalizedText = ["Итого", "Total", "合计"];

/// Reads the costs that a caller sees. Staff see no drafts.
async fn read(
    state: &AppState,
    rows: &impl ScopedConnection,
    books: &LedgerScope,
    caller: &Caller,
    (order, query): (OrderId, UnitCostQuery),
) -> Result<UnitCosts, OrderError> {
    let order = client_limits::find_with_client(rows, order).await?;
    let viewer = Viewer::from_caller(caller);
    let today = RateContext {
        system: state.system(),
        now: state.clock.now(),
    };
    let is_visible = |status| viewer.side == Side::Client || status != OrderStatus::Draft;
    let split = query.split.unwrap_or_default();
    unit_costs::of_order(rows, books, order, (&today, split), viewer, is_visible).await
}

async fn show_to_agent(call: AgentCall<ShowUnitCosts>) -> ApiResult<ShowUnitCosts> {
    let asked = (call.path.0, call.query);
    Ok(ApiResponse(
        read(&call.state, &call.scope, &call.scope.ledger(), &call.caller, asked).await?,
    ))
}

async fn show_to_client(call: ClientCall<ShowUnitCosts>) -> ApiResult<ShowUnitCosts> {
    let asked = (call.path.0, call.query);
    Ok(ApiResponse(
        read(&call.state, &call.scope, &call.scope.ledger(), &call.caller, asked).await?,
    ))
}

async fn export_to_agent(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportUnitCosts>,
) -> Result<Response, Failure> {
    let asked = (input.path.0, input.query);
    let costs = read(&state, &scope, &scope.ledger(), &caller, asked).await?;
    spreadsheet(&costs, &caller).await
}

async fn export_to_client(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ExportUnitCosts>,
) -> Result<Response, Failure> {
    let asked = (input.path.0, input.query);
    let costs = read(&state, &scope, &scope.ledger(), &caller, asked).await?;
    spreadsheet(&costs, &caller).await
}

async fn spreadsheet(costs: &UnitCosts, caller: &Caller) -> Result<Response, Failure> {
    let mut rows: Vec<Vec<Cell>> = costs
        .items
        .iter()
        .map(|item| {
            vec![
                item.title.clone().into(),
                item.variant.clone().into(),
                Cell::Integer(item.pieces.into()),
                Cell::from(item.goods),
                Cell::from(item.fees),
                Cell::from(item.delivery),
                Cell::from(item.total),
                Cell::from(item.per_piece),
            ]
        })
        .collect();
    rows.push(vec![
        localized(TOTAL, caller.language).into(),
        Cell::Empty,
        Cell::Integer(costs.items.iter().map(|item| i64::from(item.pieces)).sum()),
        Cell::from(costs.goods),
        Cell::from(costs.fees),
        Cell::from(costs.delivery),
        Cell::from(costs.total),
    ]);
    let file = XlsxExport::new(SHEET, COLUMNS, caller.language, caller.timezone);
    let file = file.write_rows(rows).await?;
    Ok(attachment("cost-per-item.xlsx", CONTENT_TYPE, file))
}
