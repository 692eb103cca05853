//! Requests of clients as files, for staff.

use super::{requests, wallets};
use crate::platform::{
    auth::Caller,
    http::{Api, Failure, Input, Window},
    scope::AgentScope,
    sheet::{Cell, Column, Kind, Sheet, Words, told},
};
use axum::response::Response;
use shared_types::{access::Object, orders::Side, topups::*};
use std::sync::Arc;

const REQUESTS: &[Column] = &[
    (["Код", "Code", "编号"], Kind::Text),
    (["Статус", "Status", "状态"], Kind::Text),
    (["Код клиента", "Client code", "客户编号"], Kind::Text),
    (["Клиент", "Client", "客户"], Kind::Text),
    (["Запрошено", "Asked for", "申请金额"], Kind::Money),
    (["Зачислено", "Came", "到账金额"], Kind::Money),
    (["Реквизиты", "Requisites", "付款信息"], Kind::Text),
    (["Комментарий", "Comment", "备注"], Kind::Text),
    (["Причина отказа", "Refused because", "拒绝原因"], Kind::Text),
    (["Создан", "Created", "创建时间"], Kind::Moment),
    (["Изменён", "Last change", "最近变动"], Kind::Moment),
];

const WALLETS: &[Column] = &[
    (["Статус", "Status", "状态"], Kind::Text),
    (["Код клиента", "Client code", "客户编号"], Kind::Text),
    (["Клиент", "Client", "客户"], Kind::Text),
    (["Кошелёк", "App", "钱包"], Kind::Text),
    (["Счёт", "Account", "账号"], Kind::Text),
    (["Сумма", "Amount", "金额"], Kind::Money),
    (["Комментарий", "Comment", "备注"], Kind::Text),
    (["Причина отказа", "Refused because", "拒绝原因"], Kind::Text),
    (["Создан", "Created", "创建时间"], Kind::Moment),
    (["Изменён", "Last change", "最近变动"], Kind::Moment),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportBalanceRequests, _>(export_requests)
        .serve::<ExportWalletTopups, _>(export_wallets)
}

async fn export_requests(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportBalanceRequests>,
) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Topups)?;
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| requests::page(&scope, &input.query, window, Side::Staff);
    let row = |request| request_row(request, &caller.locale);
    Sheet::open(REQUESTS, &caller.locale)
        .filled("balance-requests.xlsx", first, page, row)
        .await
}

async fn export_wallets(
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportWalletTopups>,
) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Topups)?;
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| wallets::page(&scope, &input.query, window);
    let row = |topup| wallet_row(topup, &caller.locale);
    Sheet::open(WALLETS, &caller.locale)
        .filled("wallet-topups.xlsx", first, page, row)
        .await
}

fn request_row(request: BalanceRequest, locale: &str) -> Vec<Cell> {
    // A request says what came only where that differs.
    let came = (request.status == RequestStatus::Confirmed).then(|| request.confirmed.unwrap_or(request.amount));
    vec![
        request.code.into(),
        told(request_status(request.status), locale).into(),
        request.client_code.into(),
        request.client_name.into(),
        request.amount.into(),
        came.into(),
        request.requisites.into(),
        request.comment.into(),
        request.reject_reason.into(),
        request.created_at.into(),
        request.updated_at.into(),
    ]
}

fn wallet_row(topup: WalletTopup, locale: &str) -> Vec<Cell> {
    vec![
        told(wallet_status(topup.status), locale).into(),
        topup.client_code.into(),
        topup.client_name.into(),
        told(wallet(topup.wallet), locale).into(),
        topup.account.into(),
        topup.amount.into(),
        topup.comment.into(),
        topup.reject_reason.into(),
        topup.created_at.into(),
        topup.updated_at.into(),
    ]
}

const fn request_status(status: RequestStatus) -> Words {
    match status {
        RequestStatus::Requested => ["Ждёт реквизитов", "Waits for requisites", "等待付款信息"],
        RequestStatus::Issued => ["Ждёт оплаты", "To be paid", "待付款"],
        RequestStatus::Reported => ["Проверяется", "Being checked", "核实中"],
        RequestStatus::Confirmed => ["Зачислено", "On the balance", "已到账"],
        RequestStatus::Rejected => ["Отклонено", "Refused", "已拒绝"],
        RequestStatus::Canceled => ["Отменено", "Canceled", "已取消"],
    }
}

const fn wallet_status(status: WalletStatus) -> Words {
    match status {
        WalletStatus::Requested => ["Ждёт агента", "Waits for the agent", "等待代购商"],
        WalletStatus::Paid => ["Пополнен", "Topped up", "已充值"],
        WalletStatus::Rejected => ["Отклонено", "Refused", "已拒绝"],
        WalletStatus::Canceled => ["Отменено", "Canceled", "已取消"],
    }
}

const fn wallet(wallet: Wallet) -> Words {
    match wallet {
        Wallet::Alipay => ["Alipay", "Alipay", "支付宝"],
        Wallet::Wechat => ["WeChat Pay", "WeChat Pay", "微信支付"],
    }
}
