//! The agent's client table as a file.

use super::agent;
use crate::platform::{
    auth::Caller,
    http::{Api, Failure, Input, Window},
    scope::AgentScope,
    sheet::{Cell, Column, Kind, Sheet, told},
};
use axum::response::Response;
use shared_types::{
    access::Object,
    clients::{ClientRow, ExportClients},
    money::{Currency, Money},
};
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    (["Код", "Code", "编号"], Kind::Text),
    (["Название", "Name", "名称"], Kind::Text),
    (["Компания", "Company", "公司"], Kind::Text),
    (["Валюта заказов", "Currency of orders", "订单币种"], Kind::Text),
    (["Баланс в рублях", "Balance in rubles", "卢布余额"], Kind::Money),
    (["Баланс в юанях", "Balance in yuan", "人民币余额"], Kind::Money),
    (["Заказов", "Orders", "订单数"], Kind::Count),
    (["Отключён", "Shut out", "已停用"], Kind::Text),
    (["Создан", "Created", "创建时间"], Kind::Moment),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportClients, _>(export)
}

async fn export(scope: AgentScope, caller: Arc<Caller>, input: Input<ExportClients>) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Clients)?;
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| agent::page(&scope, &caller, &input.query, window);
    let row = |client| row(client, &caller.locale);
    Sheet::open(COLUMNS, &caller.locale)
        .filled("clients.xlsx", first, page, row)
        .await
}

fn row(client: ClientRow, locale: &str) -> Vec<Cell> {
    let balance = |currency: Currency| -> Option<Money> {
        let mut held = client.balances.iter().copied();
        held.find(|money| money.currency == currency)
    };
    let (rubles, yuan) = (balance(Currency::Rub), balance(Currency::Cny));
    let disabled = client.disabled.then(|| told(["да", "yes", "是"], locale));
    vec![
        client.code.into(),
        client.name.into(),
        client.company.into(),
        client.currency.code().into(),
        rubles.into(),
        yuan.into(),
        Cell::Count(client.orders_count),
        disabled.into(),
        client.created_at.into(),
    ]
}
