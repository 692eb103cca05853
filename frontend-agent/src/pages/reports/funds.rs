//! The agent's money now: cash boxes, balances of clients, unpaid quotes.

use super::texts::ReportTexts;
use frontend_ui::{api, components::Loaded, format, i18n::t};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::{
    endpoint::Nothing,
    money::Money,
    reports::{Debtor, Funds, ShowFunds},
};

/// The funds, loaded when the page opens.
#[component]
pub(super) fn FundsSection() -> impl IntoView {
    let funds = LocalResource::new(|| api::get::<ShowFunds>(Nothing {}));
    view! {
        <h2>{t(ReportTexts::Funds)}</h2>
        <Loaded resource=funds content=funds_view />
    }
}

fn amounts(name: ReportTexts, amounts: &[Money]) -> AnyView {
    let amounts = amounts
        .iter()
        .map(|money| view! { <strong>{format::money(*money)}</strong> });
    view! {
        <div data-testid=format!("funds-{name:?}")>
            <span>{t(name)}</span>
            {amounts.collect_view()}
        </div>
    }
    .into_any()
}

fn debtor_row(debtor: Debtor) -> AnyView {
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
    view! {
        <tr data-testid="debtor">
            <td>
                <A href=url>{format!("{} {}", debtor.code, debtor.name)}</A>
            </td>
            <td>{due(debtor.orders, debtor.orders_due)}</td>
            <td>
                <A href=shipments_url>{due(debtor.shipments, debtor.shipments_due)}</A>
            </td>
            <td>{balances.join(" · ")}</td>
            <td>{format::money(debtor.missing)}</td>
        </tr>
    }
    .into_any()
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
        return view! {
            {sums}
            <p class="muted" data-testid="no-debtors">
                {t(ReportTexts::NoDebtors)}
            </p>
        }
        .into_any();
    }
    view! {
        {sums}
        <h2 class="minor">{t(ReportTexts::Debtors)}</h2>
        <div class="table report" tabindex="0" role="region" aria-label=t(ReportTexts::Debtors)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t(ReportTexts::DebtorClient)}</th>
                        <th scope="col" class="right">
                            {t(ReportTexts::OrdersDue)}
                        </th>
                        <th scope="col" class="right">
                            {t(ReportTexts::ShipmentsDue)}
                        </th>
                        <th scope="col" class="right">
                            {t(ReportTexts::Balance)}
                        </th>
                        <th scope="col" class="right">
                            {t(ReportTexts::Missing)}
                        </th>
                    </tr>
                </thead>
                <tbody>{funds.debtors.into_iter().map(debtor_row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
