//! The agent's money now: cash boxes, balances of clients, unpaid quotes.

use super::texts::ReportTexts;
use frontend_ui::{
    components::{Column, PhoneLayout, RowAction, Table, TableRow},
    prelude::*,
};
use shared_types::reports::{Debtor, Funds, ShowFunds};

/// The funds, loaded when the page opens.
#[component]
pub(super) fn FundsSection() -> impl IntoView {
    let funds = use_value(&[], || api::get::<ShowFunds>(Nothing {}));
    view! {
        <h2>{t(ReportTexts::Funds)}</h2>
        {funds.show(Skeleton::Rows, move |value| funds_view(value.clone()))}
    }
}

fn amounts(name: ReportTexts, amounts: &[Money]) -> AnyView {
    let amounts = amounts
        .iter()
        .map(|money| view! { <strong>{format::money(*money)}</strong> });
    any_view! {
        <div data-testid=format!("funds-{name:?}")>
            <span>{t(name)}</span>
            {amounts.collect_view()}
        </div>
    }
}

fn debtor_row(debtor: Debtor) -> TableRow {
    let url = format!("/agent/clients/{}", debtor.client_id);
    let shipments_url = format!("/agent/shipments?client_id={}&unpaid=true", debtor.client_id);
    let due = |count: i64, money: Money| {
        (count > 0).then(|| {
            view! {
                {format::money(money)}
                <small class="muted">{format!(" × {count}")}</small>
            }
        })
    };
    let balances: Vec<String> = debtor.balances.iter().map(|money| format::money(*money)).collect();
    let cells = view! {
        <td>
            <a dir="auto" href=url>
                {format!("{} {}", debtor.code, debtor.name)}
            </a>
        </td>
        <td class="right">{due(debtor.orders, debtor.orders_due)}</td>
        <td class="right">
            <a href=shipments_url>{due(debtor.shipments, debtor.shipments_due)}</a>
        </td>
        <td class="right">{balances.join(" · ")}</td>
        <td class="right">{format::money(debtor.missing)}</td>
    };
    TableRow {
        id: debtor.client_id.0,
        action: RowAction::Nothing,
        test_id: "debtor",
        class: String::new(),
        cells: cells.into_any(),
    }
}

fn funds_view(funds: Funds) -> AnyView {
    // People who see only their own clients do not see the agent's cash boxes.
    let cash_boxes = (!funds.cash_boxes.is_empty()).then(|| amounts(ReportTexts::CashBoxes, &funds.cash_boxes));
    let sums = view! {
        <section class="card">
            <div class="report-sums">
                {cash_boxes} {amounts(ReportTexts::Balances, &funds.balances)}
                {(!funds.reserved.is_empty()).then(|| amounts(ReportTexts::Reserved, &funds.reserved))}
                {amounts(ReportTexts::Debt, &[funds.debt])} {amounts(ReportTexts::Missing, &[funds.missing])}
            </div>
        </section>
    };
    if funds.debtors.is_empty() {
        return any_view! {
            {sums}
            <p class="muted" data-testid="no-debtors">
                {t(ReportTexts::NoDebtors)}
            </p>
        };
    }
    let columns = [
        Column::new("", t(ReportTexts::DebtorClient)),
        Column::new("right", t(ReportTexts::OrdersDue)),
        Column::new("right", t(ReportTexts::ShipmentsDue)),
        Column::new("right", t(ReportTexts::Balance)),
        Column::new("right", t(ReportTexts::Missing)),
    ];
    any_view! {
        {sums}
        <h2 class="minor">{t(ReportTexts::Debtors)}</h2>
        <Table
            class="debtor-table"
            label=t(ReportTexts::Debtors)
            columns=columns.to_vec()
            rows=funds.debtors.into_iter().map(debtor_row).collect()
            phone=PhoneLayout::Scroll
            has_density=false
        />
    }
}
