//! What moved a client's balances, as a file, for staff and for the client itself.

use super::{
    operations,
    routes::{own, seen},
};
use crate::platform::{
    auth::Caller,
    http::{Api, Failure, Input, Window},
    scope::{AgentScope, ClientScope, Rows},
    sheet::{Cell, Column, Kind, Sheet, Words, told},
};
use axum::response::Response;
use shared_types::{
    access::Object,
    id::ClientId,
    ledger::{EntryKind, ExportClientOperations, ExportOperations, Operation, OperationQuery},
};
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    (["Когда", "When", "时间"], Kind::Moment),
    (["Операция", "Operation", "交易"], Kind::Text),
    (["Сумма", "Amount", "金额"], Kind::Money),
    (["Остаток", "Balance after", "余额"], Kind::Money),
    (["Основание", "What for", "事由"], Kind::Text),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportOperations, _>(export_own)
        .serve::<ExportClientOperations, _>(export_of_client)
}

async fn export_own(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ExportOperations>,
) -> Result<Response, Failure> {
    export(&scope.books(), own(&caller), &input.query, &caller.locale).await
}

async fn export_of_client(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportClientOperations>,
) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Balance)?;
    seen(&scope, input.path.0).await?;
    export(&scope.books(), input.path.0, &input.query, &caller.locale).await
}

async fn export(
    books: &impl Rows,
    client: ClientId,
    query: &OperationQuery,
    locale: &str,
) -> Result<Response, Failure> {
    let first = Window::block(query.limit, query.cursor.as_deref())?;
    let page = |window| operations::page(books, client, query, window);
    let row = |operation| row(operation, locale);
    Sheet::open(COLUMNS, locale)
        .filled("operations.xlsx", first, page, row)
        .await
}

fn row(operation: Operation, locale: &str) -> Vec<Cell> {
    vec![
        operation.at.into(),
        told(kind(operation.kind), locale).into(),
        operation.amount.into(),
        operation.balance.into(),
        operation.memo.into(),
    ]
}

const fn kind(kind: EntryKind) -> Words {
    match kind {
        EntryKind::Topup => ["Пополнение", "Top-up", "充值"],
        EntryKind::OrderPayment => ["Оплата заказа", "Payment of an order", "订单付款"],
        EntryKind::OrderRefund => ["Возврат по заказу", "Refund of an order", "订单退款"],
        EntryKind::ShipmentPayment => ["Оплата доставки", "Payment of a delivery", "运费"],
        EntryKind::ShipmentRefund => ["Возврат доставки", "Refund of a delivery", "运费退款"],
        EntryKind::ServicePayment => ["Оплата услуги", "Payment of a service", "服务付款"],
        EntryKind::ServiceRefund => ["Возврат за услугу", "Refund of a service", "服务退款"],
        EntryKind::WalletTopup => ["Пополнение кошелька", "Payment app", "钱包充值"],
        EntryKind::Exchange => ["Обмен", "Exchange", "兑换"],
        EntryKind::Adjustment => ["Корректировка", "Correction", "调整"],
        EntryKind::Reversal => ["Отмена операции", "Reversal", "冲正"],
    }
}
