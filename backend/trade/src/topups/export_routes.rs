//! Top-up requests as XLSX files, for staff.

use super::{requests, wallets, withdrawals};
use axum::{extract::State, response::Response};
use books::export_names;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use sea_orm::DbErr;
use shared_types::{access::Object, id::ClientId, money::Currency, orders::Side, topups::*, translation::Language};
use std::sync::Arc;

const REQUEST_COLUMNS: &[Column] = &[
    (["Код", "Code", "编号"], ColumnKind::Text),
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Запрошено", "Requested amount", "申请金额"], ColumnKind::Money),
    (["Зачислено", "Credited amount", "到账金额"], ColumnKind::Money),
    (["Реквизиты", "Payment details", "付款信息"], ColumnKind::Text),
    (["Комментарий", "Comment", "备注"], ColumnKind::Text),
    (["Причина отказа", "Rejection reason", "拒绝原因"], ColumnKind::Text),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменён", "Updated", "最近变动"], ColumnKind::Timestamp),
];

const RECENTLY_REJECTED: LocalizedText = ["Отклонены за неделю", "Rejected within a week", "一周内拒绝"];

const WALLET_COLUMNS: &[Column] = &[
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Кошелёк", "Payment app", "支付账户"], ColumnKind::Text),
    (["Счёт", "Account", "账号"], ColumnKind::Text),
    (["Сумма", "Amount", "金额"], ColumnKind::Money),
    (["Комментарий", "Comment", "备注"], ColumnKind::Text),
    (["Причина отказа", "Rejection reason", "拒绝原因"], ColumnKind::Text),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменён", "Updated", "最近变动"], ColumnKind::Timestamp),
];

const WITHDRAWAL_COLUMNS: &[Column] = &[
    (["Статус", "Status", "状态"], ColumnKind::Text),
    (["Код клиента", "Client code", "客户编号"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Сумма", "Amount", "金额"], ColumnKind::Money),
    (["Реквизиты", "Payment details", "付款信息"], ColumnKind::Text),
    (["Комментарий", "Comment", "备注"], ColumnKind::Text),
    (["Причина отказа", "Rejection reason", "拒绝原因"], ColumnKind::Text),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Изменён", "Updated", "最近变动"], ColumnKind::Timestamp),
];

/// Registers the routes of the exports.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportBalanceRequests, _>(export_requests)
        .serve::<ExportWalletTopups, _>(export_wallet_topups)
        .serve::<ExportWithdrawals, _>(export_withdrawals)
}

/// The filters that all requests have.
async fn common(
    rows: &impl ScopedConnection,
    language: Language,
    (waiting, client): (Option<bool>, Option<ClientId>),
) -> Result<Filters, DbErr> {
    Ok(Filters::new(language)
        .with_flag(filters::WAITING, waiting)
        .with(filters::CLIENT, export_names::client(rows, client).await?))
}

async fn export_requests(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportBalanceRequests>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Topups)?;
    let first = PageWindow::first_block(input.query.limit, input.query.cursor.as_deref())?;
    let now = state.clock.now();
    let page = |window| requests::page(&scope, &input.query, window, Side::Staff, now);
    let row = |request| request_row(request, caller.language);
    let filters = common(&scope, caller.language, (input.query.waiting, input.query.client_id))
        .await?
        .with_choice(filters::STATUS, input.query.status.map(request_status_text))
        .with_flag(RECENTLY_REJECTED, input.query.recently_rejected);
    let sheet = ["Пополнения", "Top-ups", "充值"];
    let file = XlsxExport::filtered(sheet, REQUEST_COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("balance-requests.xlsx", CONTENT_TYPE, file))
}

async fn export_wallet_topups(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportWalletTopups>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Topups)?;
    let first = PageWindow::first_block(input.query.limit, input.query.cursor.as_deref())?;
    let now = state.clock.now();
    let page = |window| wallets::page(&scope, &input.query, window, now);
    let row = |topup| wallet_row(topup, caller.language);
    let filters = common(&scope, caller.language, (input.query.waiting, input.query.client_id))
        .await?
        .with_choice(filters::STATUS, input.query.status.map(wallet_status_text))
        .with_flag(RECENTLY_REJECTED, input.query.recently_rejected);
    let sheet = ["Кошельки", "Payment apps", "支付账户"];
    let file = XlsxExport::filtered(sheet, WALLET_COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("wallet-topups.xlsx", CONTENT_TYPE, file))
}

async fn export_withdrawals(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportWithdrawals>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Topups)?;
    let first = PageWindow::first_block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| withdrawals::page(&scope, &input.query, window, Side::Staff);
    let row = |withdrawal| withdrawal_row(withdrawal, caller.language);
    let filters = common(&scope, caller.language, (input.query.waiting, input.query.client_id))
        .await?
        .with_choice(filters::STATUS, input.query.status.map(withdrawal_status_text))
        .with(filters::CURRENCY, input.query.currency.map(Currency::code));
    let sheet = ["Выводы средств", "Withdrawals", "提现"];
    let file = XlsxExport::filtered(sheet, WITHDRAWAL_COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("withdrawals.xlsx", CONTENT_TYPE, file))
}

fn withdrawal_row(withdrawal: Withdrawal, language: Language) -> Vec<Cell> {
    vec![
        localized(withdrawal_status_text(withdrawal.status), language).into(),
        withdrawal.client_code.into(),
        withdrawal.client_name.into(),
        withdrawal.amount.into(),
        withdrawal.requisites.into(),
        withdrawal.comment.into(),
        withdrawal.reject_reason.into(),
        withdrawal.created_at.into(),
        withdrawal.updated_at.into(),
    ]
}

const fn withdrawal_status_text(status: WithdrawalStatus) -> LocalizedText {
    match status {
        WithdrawalStatus::Requested => ["Запрошен", "Requested", "已申请"],
        WithdrawalStatus::Confirmed => ["Подтверждён", "Confirmed", "已确认"],
        WithdrawalStatus::Paid => ["Выплачен", "Paid", "已付款"],
        WithdrawalStatus::Rejected => ["Отклонён", "Rejected", "已拒绝"],
        WithdrawalStatus::Canceled => ["Отменён", "Canceled", "已取消"],
    }
}

fn request_row(request: BalanceRequest, language: Language) -> Vec<Cell> {
    // A confirmed request without `confirmed` was credited with the requested amount.
    let credited = (request.status == RequestStatus::Confirmed).then(|| request.confirmed.unwrap_or(request.amount));
    vec![
        request.code.into(),
        localized(request_status_text(request.status), language).into(),
        request.client_code.into(),
        request.client_name.into(),
        request.amount.into(),
        credited.into(),
        request.requisites.into(),
        request.comment.into(),
        request.reject_reason.into(),
        request.created_at.into(),
        request.updated_at.into(),
    ]
}

fn wallet_row(topup: WalletTopup, language: Language) -> Vec<Cell> {
    vec![
        localized(wallet_status_text(topup.status), language).into(),
        topup.client_code.into(),
        topup.client_name.into(),
        localized(wallet_text(topup.wallet), language).into(),
        topup.account.into(),
        topup.amount.into(),
        topup.comment.into(),
        topup.reject_reason.into(),
        topup.created_at.into(),
        topup.updated_at.into(),
    ]
}

const fn request_status_text(status: RequestStatus) -> LocalizedText {
    match status {
        RequestStatus::Requested => ["Ждёт реквизитов", "Awaiting payment details", "等待付款信息"],
        RequestStatus::Issued => ["Ждёт оплаты", "Awaiting payment", "待付款"],
        RequestStatus::Reported => ["Проверяется", "Being checked", "核实中"],
        RequestStatus::Confirmed => ["Зачислено", "Credited", "已到账"],
        RequestStatus::Rejected => ["Отклонено", "Rejected", "已拒绝"],
        RequestStatus::Canceled => ["Отменено", "Canceled", "已取消"],
    }
}

const fn wallet_status_text(status: WalletStatus) -> LocalizedText {
    match status {
        WalletStatus::Requested => ["Ждёт агента", "Awaiting the agent", "等待代购商处理"],
        WalletStatus::Paid => ["Пополнен", "Topped up", "已充值"],
        WalletStatus::Rejected => ["Отклонено", "Rejected", "已拒绝"],
        WalletStatus::Canceled => ["Отменено", "Canceled", "已取消"],
    }
}

const fn wallet_text(wallet: Wallet) -> LocalizedText {
    match wallet {
        Wallet::Alipay => ["Alipay", "Alipay", "支付宝"],
        Wallet::Wechat => ["WeChat Pay", "WeChat Pay", "微信支付"],
    }
}
