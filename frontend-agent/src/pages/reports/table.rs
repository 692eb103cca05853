//! The sums of one currency: the totals, a chart, and the table.

use super::texts::ReportTexts;
use crate::pages::period::is_month;
use frontend_ui::{
    components::{Column, PhoneLayout, RowAction, Table, TableRow},
    features::chart::{self, BarGroup},
    prelude::*,
};
use shared_types::reports::{ReportExpense, ReportFigures, ReportGroup, ReportGrouping, ReportRow, ReportTable};

/// Most clients or staff in the chart. The table has all of them.
const MAX_BARS: usize = 12;

/// Whether nothing happened in the period of the row.
fn is_quiet(row: &ReportRow) -> bool {
    row.figures.payments == 0 && COLUMNS.iter().all(|(_, of)| of(&row.figures).minor == 0)
}

/// The name of a column and its figure.
type FigureColumn = (ReportTexts, fn(&ReportFigures) -> Money);

/// The amounts of a row, in the order of the columns.
const COLUMNS: [FigureColumn; 13] = [
    (ReportTexts::Turnover, |figures| figures.turnover),
    (ReportTexts::Goods, |figures| figures.goods),
    (ReportTexts::Domestic, |figures| figures.domestic),
    (ReportTexts::Commission, |figures| figures.commission),
    (ReportTexts::Services, |figures| figures.services),
    (ReportTexts::Delivery, |figures| figures.delivery),
    (ReportTexts::OrderRefunds, |figures| figures.order_refunds),
    (ReportTexts::DeliveryRefunds, |figures| figures.delivery_refunds),
    (ReportTexts::Cost, |figures| figures.cost),
    (ReportTexts::Margin, |figures| figures.margin),
    (ReportTexts::Freight, |figures| figures.freight),
    (ReportTexts::DeliveryMargin, |figures| figures.delivery_margin),
    (ReportTexts::RateGain, |figures| figures.rate_gain),
];

fn group_name(group: &ReportGroup) -> String {
    match group {
        ReportGroup::Period { from, to } if from == to => format::date(*from),
        ReportGroup::Period { from, to } if is_month(*from, *to) => format::month(*from),
        ReportGroup::Period { from, to } => format!("{} – {}", format::date(*from), format::date(*to)),
        ReportGroup::Client { code, name, .. } => format!("{code} {name}"),
        ReportGroup::Staff { name, .. } => name.clone(),
        ReportGroup::Unassigned => t(ReportTexts::Unassigned).to_owned(),
    }
}

fn group_cell(group: &ReportGroup) -> AnyView {
    let name = group_name(group);
    match group {
        ReportGroup::Client { id, .. } => {
            let url = format!("/agent/clients/{id}");
            any_view! {
                <a dir="auto" href=url>
                    {name}
                </a>
            }
        }
        _ => name.into_any(),
    }
}

/// An amount; zero is a dash, so that the others stand out.
fn amount(money: Money) -> AnyView {
    if money.minor == 0 {
        return any_view! { <span class="muted">"—"</span> };
    }
    format::money(money).into_any()
}

fn amount_cells(figures: &ReportFigures, columns: &[FigureColumn]) -> AnyView {
    let cell = |(name, of): &FigureColumn| {
        view! {
            <td class="right" data-figure=format!("{name:?}")>
                {amount(of(figures))}
            </td>
        }
    };
    any_view! {
        <td class="right">{figures.payments}</td>
        {columns.iter().map(cell).collect_view()}
    }
}

/// The columns with an amount, and the columns without one. Together they are too wide for most screens.
fn split_columns(table: &ReportTable) -> (Vec<FigureColumn>, Vec<FigureColumn>) {
    let has_amount = |(_, of): &FigureColumn| {
        let mut figures = table.rows.iter().map(|row| &row.figures).chain([&table.total]);
        figures.any(|figures| of(figures).minor != 0)
    };
    COLUMNS.into_iter().partition(has_amount)
}

fn chart_view(rows: &[ReportRow], grouping: ReportGrouping) -> AnyView {
    let shown = if grouping.is_time() { rows.len() } else { MAX_BARS };
    let group = |row: &ReportRow| BarGroup {
        label: group_name(&row.group),
        values: [row.figures.turnover, row.figures.margin]
            .map(|money| (money.minor, format::money(money)))
            .to_vec(),
    };
    let groups: Vec<BarGroup> = rows.iter().take(shown).map(group).collect();
    let series = [t(ReportTexts::Turnover), t(ReportTexts::Margin)];
    chart::bar_chart(&groups, &series, t(ReportTexts::ChartLabel).to_owned())
}

pub(super) fn table_view(table: &ReportTable, grouping: ReportGrouping) -> AnyView {
    let total = &table.total;
    let sum = |name: ReportTexts, money: Money| {
        view! {
            <div>
                <span>{t(name)}</span>
                <strong data-testid=format!("sum-{name:?}")>{format::money(money)}</strong>
            </div>
        }
    };
    let heads = [
        Column::new("", t(ReportTexts::Group)),
        Column::new("right", t(ReportTexts::Payments)),
    ];
    let (shown, empty) = split_columns(table);
    let figures = shown.iter().map(|(name, _)| Column::new("right", t(*name)));
    // The chart shows days without events; the table lists days with events.
    let (quiet, listed): (Vec<&ReportRow>, Vec<&ReportRow>) =
        table.rows.iter().partition(|row| grouping.is_time() && is_quiet(row));
    let quiet = (!quiet.is_empty()).then(|| {
        view! { <p data-testid="quiet-periods">{t(ReportTexts::QuietPeriods)} ": " {quiet.len()}</p> }
    });
    let rows = (0..).zip(listed).map(|(id, row)| {
        let cells = view! {
            <td>{group_cell(&row.group)}</td>
            {amount_cells(&row.figures, &shown)}
        };
        TableRow {
            id,
            action: RowAction::Nothing,
            test_id: "report-row",
            class: String::new(),
            cells: cells.into_any(),
        }
    });
    let totals = view! {
        <th scope="row" data-testid="report-total">
            {t(ReportTexts::Total)}
        </th>
        {amount_cells(total, &shown)}
    };
    let empty: Vec<&str> = empty.iter().map(|(name, _)| t(*name)).collect();
    let empty = (!empty.is_empty()).then(|| {
        view! { <p data-testid="empty-columns">{t(ReportTexts::EmptyColumns)} ": " {empty.join(", ")}</p> }
    });
    let paid = (total.paid_cost.minor > 0).then(|| {
        view! { <p data-testid="paid-cost">{t(ReportTexts::PaidCost)} ": " {format::money(total.paid_cost)}</p> }
    });
    let expected = (total.expected_cost.minor > 0).then(|| {
        view! { <p data-testid="expected-cost">{t(ReportTexts::ExpectedCost)} ": " {format::money(total.expected_cost)}</p> }
    });
    let unknown = (total.rate_gain_unknown > 0).then(|| {
        view! { <p data-testid="rate-gain-unknown">{t(ReportTexts::RateGainUnknown)} ": " {total.rate_gain_unknown}</p> }
    });
    let freight_unknown = (total.freight_unknown > 0).then(|| {
        view! { <p data-testid="freight-unknown">{t(ReportTexts::FreightUnknown)} ": " {total.freight_unknown}</p> }
    });
    let profit = table.profit.map(|profit| profit_view(table, profit));
    any_view! {
        <section class="card">
            <div class="report-sums">
                {sum(ReportTexts::Turnover, total.turnover)} {sum(ReportTexts::Commission, total.commission)}
                {sum(ReportTexts::Margin, total.margin)} {sum(ReportTexts::RateGain, total.rate_gain)}
            </div>
            {chart_view(&table.rows, grouping)}
        </section>
        <Table
            class="report-table"
            label=t(ReportTexts::Turnover)
            columns=heads.into_iter().chain(figures).collect()
            rows=rows.collect()
            totals=Some(totals.into_any())
            phone=PhoneLayout::Scroll
            has_density=false
        />
        <div class="report-notes">{quiet} {empty} {paid} {expected} {freight_unknown} {unknown}</div>
        {profit}
    }
}

/// The margins, the expenses by category, and the profit that is left.
fn profit_view(table: &ReportTable, profit: Money) -> AnyView {
    let line = |name: String, money: Money, test_id: &'static str| {
        view! {
            <div data-testid=test_id>
                <span dir="auto">{name}</span>
                <strong class:fault=money.minor < 0>{format::money(money)}</strong>
            </div>
        }
    };
    let expense = |expense: &ReportExpense| {
        let spent = Money::new(-expense.amount.minor, expense.amount.currency);
        line(expense.name.clone(), spent, "expense")
    };
    any_view! {
        <section class="card" data-testid="profit-card">
            <h2>{t(ReportTexts::Profit)}</h2>
            <div class="report-sums">
                {line(t(ReportTexts::Margin).to_owned(), table.total.margin, "profit-margin")}
                {line(t(ReportTexts::DeliveryMargin).to_owned(), table.total.delivery_margin, "profit-delivery")}
                {table.expenses.iter().map(expense).collect_view()}
                {line(t(ReportTexts::Profit).to_owned(), profit, "profit")}
            </div>
            <p class="muted">{t(ReportTexts::ExpensesHint)}</p>
        </section>
    }
}
