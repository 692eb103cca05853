//! The cash book as an XLSX file.

use super::list;
use crate::export_names;
use axum::response::Response;
use entities::{cash_box, lists::cash_category};
use platform::{
    http::{AgentCall, Api, Failure, attachment},
    page::PageWindow,
    scope::ScopedConnection,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use sea_orm::{DbErr, EntityTrait};
use shared_types::{
    cash::{CashEntry, CashEntryKind, CashEntryQuery, CashMovement, ExportCashEntries},
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
