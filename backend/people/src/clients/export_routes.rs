//! Exports of the agent's clients as XLSX and as JSON Lines.

use super::list;
use axum::response::Response;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment, json_lines},
    page::PageWindow,
    scope::AgentScope,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use shared_types::{
    access::Object,
    clients::{ClientRow, ExportClients, StreamClients},
    money::{Currency, Money},
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Клиенты", "Clients", "客户"];
const DISABLED: LocalizedText = ["Отключён", "Disabled", "已停用"];
const COLUMNS: &[Column] = &[
    (["Код", "Code", "编号"], ColumnKind::Text),
    (["Название", "Name", "名称"], ColumnKind::Text),
    (["Компания", "Company", "公司"], ColumnKind::Text),
    (["Валюта заказов", "Order currency", "订单币种"], ColumnKind::Text),
    (["Баланс в рублях", "Balance in rubles", "卢布余额"], ColumnKind::Money),
    (["Баланс в юанях", "Balance in yuan", "人民币余额"], ColumnKind::Money),
    (["Заказов", "Orders", "订单数"], ColumnKind::Integer),
    (DISABLED, ColumnKind::Text),
    (["Создан", "Created", "创建时间"], ColumnKind::Timestamp),
    (["Телефон", "Phone", "手机号"], ColumnKind::Text),
];

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportClients, _>(export).serve::<StreamClients, _>(stream)
}

async fn stream(scope: AgentScope, caller: Arc<Caller>, input: Input<StreamClients>) -> Result<Response, Failure> {
    let query = input.query;
    let window = PageWindow::of_list(query.limit, query.cursor.as_deref(), query.updated_since)?;
    let shared = Arc::new((scope, caller, query));
    let page = move |window| {
        let shared = Arc::clone(&shared);
        async move { list::page_with_notes(&shared.0, &shared.1, &shared.2, window).await }
    };
    json_lines(window.into_first_block(), page).await
}

async fn export(scope: AgentScope, caller: Arc<Caller>, input: Input<ExportClients>) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Clients)?;
    let first = PageWindow::of_list(
        input.query.limit,
        input.query.cursor.as_deref(),
        input.query.updated_since,
    )?
    .into_first_block();
    let page = |window| list::page(&scope, &caller, &input.query, window);
    let row = |client| row(client, caller.language);
    let query = &input.query;
    let filters = Filters::new(caller.language)
        .with(filters::SEARCH, query.search.clone())
        .with_flag(DISABLED, query.disabled)
        .with_flag(["Мои клиенты", "My clients", "我的客户"], query.mine)
        .with_flag(["Без менеджера", "Without a manager", "未分配经理"], query.unassigned)
        .with(filters::UPDATED_SINCE, query.updated_since);
    let file = XlsxExport::filtered(SHEET, COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("clients.xlsx", CONTENT_TYPE, file))
}

fn row(client: ClientRow, language: Language) -> Vec<Cell> {
    let balance = |currency: Currency| -> Option<Money> {
        let mut balances = client.balances.iter().copied();
        balances.find(|money| money.currency == currency)
    };
    let (rubles, yuan) = (balance(Currency::Rub), balance(Currency::Cny));
    let disabled = client.disabled.then(|| localized(["да", "yes", "是"], language));
    vec![
        client.code.into(),
        client.name.into(),
        client.company.into(),
        client.currency.code().into(),
        rubles.into(),
        yuan.into(),
        Cell::Integer(client.orders_count),
        disabled.into(),
        client.created_at.into(),
        client.phone.into(),
    ]
}
