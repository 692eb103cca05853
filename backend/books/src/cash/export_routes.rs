//! The cash book as an XLSX file, and bank accounts as statements.

use super::{boxes::today, closings, list, statement};
use crate::{export_names, settings};
use axum::response::Response;
use chrono::Datelike;
use entities::{agent, cash_box, lists::cash_category};
use platform::{
    error::OperationError,
    http::{AgentCall, Api, Failure, attachment},
    page::PageWindow,
    scope::ScopedConnection,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use sea_orm::{DbErr, EntityTrait};
use shared_types::{
    cash::{CashEntry, CashEntryKind, CashEntryQuery, CashMovement, ExportBankStatement, ExportCashEntries},
    fields::{FieldErrors, Rule},
    translation::Language,
};

const SHEET: LocalizedText = ["Кассовая книга", "Cash book", "现金账"];
const BOX: LocalizedText = ["Касса", "Cash box", "账户"];
const CATEGORY: LocalizedText = ["Статья", "Category", "类别"];
const WHO: LocalizedText = ["Кто", "Who", "经办人"];
const COLUMNS: &[Column] = &[
    (["Номер", "Number", "编号"], ColumnKind::Integer),
    (["День", "Day", "日期"], ColumnKind::Day),
    (["Вид", "Kind", "类型"], ColumnKind::Text),
    (BOX, ColumnKind::Text),
    (["Сумма", "Amount", "金额"], ColumnKind::Money),
    (["Остаток", "Balance", "余额"], ColumnKind::Money),
    (["В кассу", "To the box", "转入账户"], ColumnKind::Text),
    (["Получено", "Received", "到账"], ColumnKind::Money),
    (["Остаток там", "Balance there", "转入后余额"], ColumnKind::Money),
    (CATEGORY, ColumnKind::Text),
    (["Примечание", "Note", "备注"], ColumnKind::Text),
    (["Заказ", "Order", "订单"], ColumnKind::Text),
    (["Клиент", "Client", "客户"], ColumnKind::Text),
    (["Доставка", "Delivery", "运输"], ColumnKind::Text),
    (["Сторно записи", "Reverses", "冲销"], ColumnKind::Integer),
    (WHO, ColumnKind::Text),
    (["Внесено", "Entered", "录入时间"], ColumnKind::Timestamp),
];

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportCashEntries, _>(export)
        .serve::<ExportBankStatement, _>(export_statement)
}

async fn export(call: AgentCall<ExportCashEntries>) -> Result<Response, Failure> {
    let (query, language) = (&call.query, call.caller.language);
    let first = PageWindow::first_block(query.limit, query.cursor.as_deref())?;
    let filters = filters(&call.scope, query, language).await?;
    let file = XlsxExport::filtered(SHEET, COLUMNS, filters, call.caller.timezone)
        .export(
            first,
            |window| list::page(&call.scope, query, window),
            |entry| row(entry, language),
        )
        .await?;
    Ok(attachment("cash-book.xlsx", CONTENT_TYPE, file))
}

/// The most days of a statement, without the first one.
const STATEMENT_DAYS: i64 = 366;

async fn export_statement(call: AgentCall<ExportBankStatement>) -> Result<Response, Failure> {
    let rows = &call.scope;
    let found = rows.one(cash_box::Entity::find_by_id(call.path.0)).await?;
    let row = found.ok_or(OperationError::NotFound)?;
    let account = row.bank_account.clone().ok_or(OperationError::NotFound)?;
    let to = match call.query.to {
        Some(day) => day,
        None => today(rows, call.now).await?,
    };
    let from = call.query.from.or(to.with_day(1)).unwrap_or(to);
    if !(0..=STATEMENT_DAYS).contains(&(to - from).num_days()) {
        return Err(FieldErrors::single("to", Rule::OutOfRange(0, STATEMENT_DAYS)).into());
    }
    let agent = agent::Entity::find_by_id(call.caller.agent_id);
    let agent = call.state.system().one(agent).await?;
    let before = from.pred_opt().unwrap_or(from);
    let heading = statement::Heading {
        box_id: row.id,
        account,
        owner: agent.map(|agent| agent.name).unwrap_or_default(),
        from,
        to,
        opening: closings::expected(rows, &row, before).await?,
        closing: closings::expected(rows, &row, to).await?,
    };
    let zone = settings::timezone(rows).await?;
    let file = statement::write(rows, &heading, (call.now, zone)).await?;
    Ok(attachment("kl_to_1c.txt", "text/plain; charset=windows-1251", file))
}

/// The filters that are set, with the names of boxes, categories and people.
async fn filters(rows: &impl ScopedConnection, query: &CashEntryQuery, language: Language) -> Result<Filters, DbErr> {
    let mut names = [None, None];
    if let Some(id) = query.box_id {
        let found = rows.one(cash_box::Entity::find_by_id(id)).await?;
        names[0] = Some(export_names::known(found.map(|found| found.name)));
    }
    if let Some(id) = query.category_id {
        let found = rows.one(cash_category::Entity::find_by_id(id)).await?;
        names[1] = Some(export_names::known(found.map(|found| found.name)));
    }
    let [cash_box, category] = names;
    Ok(Filters::new(language)
        .with(BOX, cash_box)
        .with(CATEGORY, category)
        .with(WHO, export_names::staff_member(rows, query.staff_id).await?)
        .with_choice(filters::KIND, query.kind.map(kind_name))
        .with(filters::FROM, query.from)
        .with(filters::TO, query.to))
}

const fn kind_name(kind: CashEntryKind) -> LocalizedText {
    match kind {
        CashEntryKind::Income => ["Приход", "Income", "收入"],
        CashEntryKind::Expense => ["Расход", "Expense", "支出"],
        CashEntryKind::Transfer => ["Перемещение", "Transfer", "转账"],
        CashEntryKind::Exchange => ["Обмен", "Exchange", "换汇"],
    }
}

fn row(entry: CashEntry, language: Language) -> Vec<Cell> {
    let mut movements = entry.movements.into_iter();
    let mut movement = || match movements.next() {
        Some(CashMovement {
            box_name,
            amount,
            balance,
            ..
        }) => [box_name.into(), amount.into(), balance.into()],
        None => [Cell::Empty, Cell::Empty, Cell::Empty],
    };
    let mut cells = vec![
        Cell::Integer(entry.id.0),
        entry.day.into(),
        localized(kind_name(entry.kind), language).into(),
    ];
    cells.extend(movement());
    cells.extend(movement());
    let client = entry.client_code.zip(entry.client_name);
    cells.extend([
        entry.category_name.into(),
        entry.note.into(),
        entry.order_number.into(),
        client.map(|(code, name)| format!("{code} {name}")).into(),
        entry.delivery_number.into(),
        entry.reverses.map_or(Cell::Empty, |id| Cell::Integer(id.0)),
        entry.actor_name.into(),
        entry.created_at.into(),
    ]);
    cells
}
