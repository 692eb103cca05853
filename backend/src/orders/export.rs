//! The agent's order table as a file.

use super::{agent, list, routes::staff_viewer};
use crate::platform::{
    auth::Caller,
    http::{Api, Failure, Input, Window},
    scope::AgentScope,
    sheet::{Cell, Column, Kind, Sheet, Words, told},
};
use axum::response::Response;
use shared_types::{
    access::Object,
    orders::{ExportAgentOrders, OrderStatus, OrderSummary, lifecycle::OrderType},
};
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], Kind::Text),
    (["Статус", "Status", "状态"], Kind::Text),
    (["Тип", "Type", "类型"], Kind::Text),
    (["Код клиента", "Client code", "客户编号"], Kind::Text),
    (["Клиент", "Client", "客户"], Kind::Text),
    (["Название", "Title", "标题"], Kind::Text),
    (["Товары", "Items", "商品"], Kind::Count),
    (["Проблемы", "Problems", "问题"], Kind::Count),
    (["Итого", "Total", "合计"], Kind::Money),
    (["Создан", "Created", "创建时间"], Kind::Moment),
    (["Изменён", "Last change", "最近变动"], Kind::Moment),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportAgentOrders, _>(export)
}

async fn export(scope: AgentScope, caller: Arc<Caller>, input: Input<ExportAgentOrders>) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Orders)?;
    let (condition, words) = agent::condition(&input.query, caller.membership_id())?;
    let way = agent::way(&scope, &input.query, &words);
    let viewer = staff_viewer(&caller);
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| list::plain_page(&scope, condition.clone(), &way, window, viewer);
    let row = |order| row(order, &caller.locale);
    Sheet::open(COLUMNS, &caller.locale)
        .filled("orders.xlsx", first, page, row)
        .await
}

fn row(order: OrderSummary, locale: &str) -> Vec<Cell> {
    vec![
        order.number.into(),
        told(status(order.status), locale).into(),
        told(kind(order.order_type), locale).into(),
        order.client_code.into(),
        order.client_name.into(),
        order.title.into(),
        Cell::Count(order.items_count.into()),
        Cell::Count(order.problem_count.into()),
        order.total.into(),
        order.created_at.into(),
        order.last_activity_at.into(),
    ]
}

const fn status(status: OrderStatus) -> Words {
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

const fn kind(order_type: OrderType) -> Words {
    match order_type {
        OrderType::Standard => ["Обычный заказ", "Standard order", "普通订单"],
        OrderType::SelfBuyout => ["Самовыкуп", "Self-buyout", "自购"],
    }
}
