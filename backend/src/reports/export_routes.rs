//! A report as a spreadsheet: the rows of each currency, followed by their total.

use super::{error::ReportError, report};
use axum::{extract::State, response::Response};
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    page::PageWindow,
    scope::AgentScope,
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, filters, localized},
};
use shared_types::{
    access::Object,
    money::{Currency, Money},
    page::Page,
    reports::{ExportReport, ReportExpense, ReportFigures, ReportGroup, ReportGrouping, ReportTable},
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Отчёт", "Report", "报表"];
const COLUMNS: &[Column] = &[
    (filters::CURRENCY, ColumnKind::Text),
    (["Платежей", "Payments", "付款笔数"], ColumnKind::Integer),
    (["Оборот", "Turnover", "营业额"], ColumnKind::Amount),
    (["Товары", "Goods", "商品"], ColumnKind::Amount),
    (
        ["Доставка по Китаю", "Shipping in China", "国内运费"],
        ColumnKind::Amount,
    ),
    (["Комиссия", "Commission", "服务费"], ColumnKind::Amount),
    (["Услуги", "Services", "增值服务"], ColumnKind::Amount),
    (
        ["Доставка из Китая", "Delivery from China", "国际运费"],
        ColumnKind::Amount,
    ),
    (
        [
            "Возвраты за заказы и услуги",
            "Refunds of orders and services",
            "订单和服务退款",
        ],
        ColumnKind::Amount,
    ),
    (
        ["Возвраты за доставку", "Refunds of deliveries", "运费退款"],
        ColumnKind::Amount,
    ),
    (["Себестоимость", "Cost of goods", "商品成本"], ColumnKind::Amount),
    (
        ["Из неё оплачено продавцам", "Of which paid to sellers", "其中已付卖家"],
        ColumnKind::Amount,
    ),
    (
        ["Из неё ожидаемая", "Of which expected", "其中预计成本"],
        ColumnKind::Amount,
    ),
    (["Маржа", "Margin", "毛利"], ColumnKind::Amount),
    (["Курсовая выгода", "Rate gain", "汇率收益"], ColumnKind::Amount),
    (
        [
            "Платежей без справочного курса",
            "Payments without a reference rate",
            "无参考汇率的付款",
        ],
        ColumnKind::Integer,
    ),
    (["Перевозчикам", "Freight", "承运费"], ColumnKind::Amount),
    (["Маржа доставки", "Delivery margin", "运输毛利"], ColumnKind::Amount),
    (["Расходы", "Expenses", "支出"], ColumnKind::Amount),
    (["Прибыль", "Profit", "利润"], ColumnKind::Amount),
];

const TOTAL: LocalizedText = ["Итого", "Total", "合计"];
const STAFF: LocalizedText = ["Сотрудник", "Staff member", "员工"];
const UNASSIGNED: LocalizedText = ["Не назначено", "Not assigned", "未分配"];

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportReport, _>(export)
}

async fn export(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportReport>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::OrderPrices)?;
    let report = report::load(&scope, &caller, &input.query, state.clock.now()).await?;
    let language = caller.language;
    let (from, to) = (report.from, report.to);
    let leads = leads(report.group_by);
    let columns = [leads, COLUMNS].concat();
    let filters = Filters::new(language)
        .with(filters::FROM, Some(from))
        .with(filters::TO, Some(to))
        .with(["Часовой пояс", "Time zone", "时区"], Some(report.timezone))
        .with_choice(
            ["Группировка", "Rows by", "分组方式"],
            Some(grouping_text(report.group_by)),
        )
        .with(filters::CURRENCY, input.query.currency.map(Currency::code));
    let rows: Vec<Vec<Cell>> = report
        .tables
        .into_iter()
        .flat_map(|table| table_rows(table, leads.len(), language))
        .collect();
    let page = |_: PageWindow| {
        let page = Page {
            data: rows.clone(),
            next_cursor: None,
        };
        std::future::ready(Ok::<_, ReportError>(page))
    };
    let first = PageWindow::first_block(None, None)?;
    let file = XlsxExport::filtered(SHEET, &columns, filters, caller.timezone)
        .export(first, page, |row| row)
        .await?;
    Ok(attachment("reports.xlsx", CONTENT_TYPE, file))
}

/// The columns that say what a row is about.
const fn leads(grouping: ReportGrouping) -> &'static [Column] {
    match grouping {
        ReportGrouping::Day => &[(["День", "Day", "日期"], ColumnKind::Day)],
        ReportGrouping::Week | ReportGrouping::Month => {
            &[(filters::FROM, ColumnKind::Day), (filters::TO, ColumnKind::Day)]
        }
        ReportGrouping::Client => &[(filters::CLIENT, ColumnKind::Text)],
        ReportGrouping::Staff => &[(STAFF, ColumnKind::Text)],
    }
}

const fn grouping_text(grouping: ReportGrouping) -> LocalizedText {
    match grouping {
        ReportGrouping::Day => ["по дням", "days", "按日"],
        ReportGrouping::Week => ["по неделям", "weeks", "按周"],
        ReportGrouping::Month => ["по месяцам", "months", "按月"],
        ReportGrouping::Client => ["по клиентам", "clients", "按客户"],
        ReportGrouping::Staff => ["по сотрудникам", "staff", "按员工"],
    }
}

fn table_rows(table: ReportTable, leads: usize, language: Language) -> Vec<Vec<Cell>> {
    let currency = table.currency;
    let rows = table.rows.iter().map(|row| {
        let lead = group_lead(&row.group, leads, language);
        cells(lead, currency, &row.figures, [Cell::Empty, Cell::Empty])
    });
    let expense = |expense: &ReportExpense| {
        let mut cells = named(expense.name.as_str(), leads);
        cells.push(currency.code().into());
        cells.resize(leads + COLUMNS.len() - 2, Cell::Empty);
        cells.extend([expense.amount.into(), Cell::Empty]);
        cells
    };
    let spent: i64 = table.expenses.iter().map(|expense| expense.amount.minor).sum();
    let spent = table.profit.map(|_| Money::new(spent, currency));
    let total = named(localized(TOTAL, language), leads);
    let total = cells(total, currency, &table.total, [spent.into(), table.profit.into()]);
    rows.chain(table.expenses.iter().map(expense))
        .chain(std::iter::once(total))
        .collect()
}

/// A name in the first of the leading cells.
fn named(name: impl Into<Cell>, leads: usize) -> Vec<Cell> {
    let mut cells = vec![name.into()];
    cells.resize(leads, Cell::Empty);
    cells
}

fn group_lead(group: &ReportGroup, leads: usize, language: Language) -> Vec<Cell> {
    match group {
        ReportGroup::Period { from, to } => [*from, *to].into_iter().take(leads).map(Cell::from).collect(),
        ReportGroup::Client { code, name, .. } => named(format!("{code} {name}"), leads),
        ReportGroup::Staff { name, .. } => named(name.as_str(), leads),
        ReportGroup::Unassigned => named(localized(UNASSIGNED, language), leads),
    }
}

fn cells(mut cells: Vec<Cell>, currency: Currency, figures: &ReportFigures, [spent, profit]: [Cell; 2]) -> Vec<Cell> {
    cells.extend([
        currency.code().into(),
        Cell::Integer(figures.payments),
        figures.turnover.into(),
        figures.goods.into(),
        figures.domestic.into(),
        figures.commission.into(),
        figures.services.into(),
        figures.delivery.into(),
        figures.order_refunds.into(),
        figures.delivery_refunds.into(),
        figures.cost.into(),
        figures.paid_cost.into(),
        figures.expected_cost.into(),
        figures.margin.into(),
        figures.rate_gain.into(),
        Cell::Integer(figures.rate_gain_unknown),
        figures.freight.into(),
        figures.delivery_margin.into(),
        spent,
        profit,
    ]);
    cells
}
