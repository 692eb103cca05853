//! The operations of a client as an XLSX file, for staff and for the client.

use super::{
    operations,
    routes::{ensure_client_visible, own_client_id},
};
use crate::export_names;
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    page::PageWindow,
    scope::{AgentScope, ClientScope, ScopedConnection},
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use shared_types::{
    access::Object,
    id::ClientId,
    ledger::{EntryKind, ExportClientOperations, ExportOperations, Operation, OperationQuery},
    money::Currency,
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Операции", "Operations", "交易"];
const COLUMNS: &[Column] = &[
    (["Дата", "Date", "时间"], ColumnKind::Timestamp),
    (["Операция", "Operation", "交易"], ColumnKind::Text),
    (["Сумма", "Amount", "金额"], ColumnKind::Money),
    (["Остаток", "Balance after", "交易后余额"], ColumnKind::Money),
    (["Основание", "Details", "事由"], ColumnKind::Text),
];

/// Registers the routes of the exports.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportOperations, _>(export_own_operations)
        .serve::<ExportClientOperations, _>(export_client_operations)
}

async fn export_own_operations(
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ExportOperations>,
) -> Result<Response, Failure> {
    export(
        (&scope, &scope.ledger()),
        own_client_id(&caller)?,
        &input.query,
        &caller,
    )
    .await
}

async fn export_client_operations(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportClientOperations>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Balance)?;
    ensure_client_visible(&scope, input.path.0).await?;
    export((&scope, &scope.ledger()), input.path.0, &input.query, &caller).await
}

async fn export(
    (rows, ledger): (&impl ScopedConnection, &impl ScopedConnection),
    client: ClientId,
    query: &OperationQuery,
    caller: &Caller,
) -> Result<Response, Failure> {
    let first = PageWindow::first_block(query.limit, query.cursor.as_deref())?;
    let page = |window| operations::page(ledger, client, query, window, caller.timezone);
    let row = |operation| operation_row(operation, caller.language);
    let filters = Filters::new(caller.language)
        .with(filters::CLIENT, export_names::client(rows, Some(client)).await?)
        .with(filters::CURRENCY, query.currency.map(Currency::code))
        .with_choice(filters::KIND, query.kind.map(kind_text))
        .with(filters::FROM, query.from)
        .with(filters::TO, query.to);
    let file = XlsxExport::filtered(SHEET, COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("operations.xlsx", CONTENT_TYPE, file))
}

fn operation_row(operation: Operation, language: Language) -> Vec<Cell> {
    vec![
        operation.at.into(),
        localized(kind_text(operation.kind), language).into(),
        operation.amount.into(),
        operation.balance.into(),
        operation.memo.into(),
    ]
}

const fn kind_text(kind: EntryKind) -> LocalizedText {
    match kind {
        EntryKind::Topup => ["Пополнение", "Top-up", "充值"],
        EntryKind::OrderPayment => ["Оплата заказа", "Order payment", "订单付款"],
        EntryKind::OrderRefund => ["Возврат за заказ", "Order refund", "订单退款"],
        EntryKind::ShipmentPayment => ["Оплата доставки", "Delivery payment", "运费付款"],
        EntryKind::ShipmentRefund => ["Возврат за доставку", "Delivery refund", "运费退款"],
        EntryKind::ServicePayment => ["Оплата услуги", "Service payment", "增值服务付款"],
        EntryKind::ServiceRefund => ["Возврат за услугу", "Service refund", "增值服务退款"],
        EntryKind::WalletTopup => ["Пополнение кошелька", "Payment app top-up", "支付账户充值"],
        EntryKind::Exchange => ["Обмен", "Exchange", "兑换"],
        EntryKind::Adjustment => ["Корректировка", "Adjustment", "调整"],
        EntryKind::Reversal => ["Отмена операции", "Reversal", "冲正"],
        EntryKind::Reservation => ["Зарезервировано", "Reserved", "预留"],
        EntryKind::Release => ["Резерв снят", "Reserve released", "解除预留"],
        EntryKind::Withdrawal => ["Вывод средств", "Withdrawal", "提现"],
        EntryKind::AccountDeposit => [
            "Пополнение аккаунта выкупа",
            "Deposit to a purchasing account",
            "采购账号充值",
        ],
        EntryKind::CashBook => ["Касса", "Cash book", "现金账"],
        EntryKind::Purchase => ["Оплата продавцу", "Payment to a seller", "支付卖家"],
    }
}
