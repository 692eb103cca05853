//! Export of the agent's order table as a spreadsheet.

use super::{activity::Reader, agent, list, references::ReferenceVisibility, routes::ensure_may_sort, viewer::Viewer};
use axum::{extract::State, response::Response};
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    scope::AgentScope,
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, LocalizedText, XlsxExport, localized},
};
use shared_types::{
    access::Object,
    orders::{AgentOrderQuery, ExportAgentOrders, OrderStatus, OrderSummary, Side, lifecycle::OrderType},
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Заказы", "Orders", "订单"];
const COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Тип", "Type", "类型"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Название", "Title", "标题"], ColumnKind::Text),
    (["Товары", "Items", "商品"], ColumnKind::Integer),
    (["Проблемы", "Problems", "问题"], ColumnKind::Integer),
    (["Итого", "Total", "合计"], ColumnKind::Money),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменён", "Last change", "最近变动"], ColumnKind::Timestamp),
];

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportAgentOrders, _>(export)
}

async fn export(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportAgentOrders>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Orders)?;
    let now = state.clock.now();
    let reader = Reader::new(Side::Staff, &caller, now);
    let (condition, words) = agent::condition(&input.query, caller.staff_id()?, reader, (now, caller.timezone))?;
    let plan = agent::list_plan(&scope, &input.query, &words, ReferenceVisibility::of_caller(&caller));
    let viewer = Viewer::from_caller(&caller);
    ensure_may_sort(&input.query, &caller)?;
    let AgentOrderQuery {
        limit,
        ref cursor,
        updated_since,
        ..
    } = input.query;
    let first = plan.window(limit, cursor.as_deref(), updated_since)?.into_first_block();
    let page = |window| list::page_without_extras(&scope, condition.clone(), &plan, window, (reader, viewer));
    let row = |order| to_cells(order, caller.language);
    let file = XlsxExport::new(SHEET, COLUMNS, caller.language, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("orders.xlsx", CONTENT_TYPE, file))
}

fn to_cells(order: OrderSummary, language: Language) -> Vec<Cell> {
    vec![
        order.number.into(),
        localized(status_text(order.status), language).into(),
        localized(type_text(order.order_type), language).into(),
        order.client_code.into(),
        order.client_name.into(),
        order.title.into(),
        Cell::Integer(order.items_count.into()),
        Cell::Integer(order.problem_count.into()),
        order.total.into(),
        order.created_at.into(),
        order.last_activity_at.into(),
    ]
}

const fn status_text(status: OrderStatus) -> LocalizedText {
    match status {
        OrderStatus::Draft => ["Черновик", "Draft", "草稿"],
        OrderStatus::Submitted => ["На расчёте", "Being priced", "报价中"],
        OrderStatus::Quoted => ["Ждёт оплаты", "To be paid", "待付款"],
        OrderStatus::Paid => ["Оплачен", "Paid", "已付款"],
        OrderStatus::Purchasing => ["Выкупается", "Purchasing", "采购中"],
        OrderStatus::Purchased => ["Выкуплен", "Purchased", "已采购"],
        OrderStatus::Expected => ["Ожидается", "Expected", "待入库"],
        OrderStatus::AtWarehouse => ["На складе", "At the warehouse", "已入库"],
        OrderStatus::Shipped => ["Отправлен", "Shipped", "已发货"],
        OrderStatus::Accepted => ["Принят", "Accepted", "已验收"],
        OrderStatus::Canceled => ["Отменён", "Canceled", "已取消"],
    }
}

const fn type_text(order_type: OrderType) -> LocalizedText {
    match order_type {
        OrderType::Standard => ["Обычный заказ", "Standard order", "普通订单"],
        OrderType::SelfBuyout => ["Самовыкуп", "Self-buyout", "自购"],
    }
}
