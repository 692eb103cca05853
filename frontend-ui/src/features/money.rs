//! What an order costs, line by line, what was paid and what went back: the same panel for both sides.

use crate::{
    api::Error,
    format,
    i18n::{Life, t},
};
use leptos::prelude::*;
use shared_types::{
    money::Money,
    orders::{OrderMoney, PayOption},
    pricing::{Basis, Calculation, Charge, ChargeKind},
    problem::ProblemCode,
};

crate::texts! {
    /// What is said of a sum that is not the one that was shown.
    enum AmountText;
    Changed: "Сумма изменилась, ничего не списано. Проверьте расчёт и нажмите ещё раз.", "The amount has changed, and nothing was charged. Check the calculation and press again.", "金额已变更，未扣款。请核对明细后重新确认。";
    Requoted: "Расчёт обновился, сумма прежняя. Ничего не списано: проверьте расчёт и нажмите ещё раз.", "The calculation has changed, the amount is the same. Nothing was charged: check the calculation and press again.", "明细已更新，金额未变。未扣款，请核对后重新确认。";
    Shown: "Было", "Was", "原金额";
    Current: "Стало", "Now", "现金额";
}

/// The sum that was shown to the client, and the one to pay now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountChange {
    /// On the button that was pressed.
    pub shown: Money,
    /// What the server asks now.
    pub current: Money,
}

impl AmountChange {
    /// Of a refused payment, where the sum is the reason.
    pub fn of(shown: Money, error: &Error) -> Option<Self> {
        match error {
            Error::Problem(problem) if problem.code == ProblemCode::AmountChanged => {
                problem.current_amount.map(|current| Self { shown, current })
            }
            _ => None,
        }
    }
}

/// Shows both sums beside each other, and says that nothing was charged.
pub fn amount_change(change: AmountChange) -> AnyView {
    let AmountChange { shown, current } = change;
    if shown == current {
        return view! { <p class="note warn" role="alert" data-testid="amount-changed">{t(AmountText::Requoted)}</p> }
            .into_any();
    }
    view! {
        <div class="note warn" role="alert" data-testid="amount-changed">
            <p>{t(AmountText::Changed)}</p>
            <dl class="amount-change">
                <div><dt>{t(AmountText::Shown)}</dt><dd><s>{format::money(shown)}</s></dd></div>
                <div><dt>{t(AmountText::Current)}</dt><dd><strong>{format::money(current)}</strong></dd></div>
            </dl>
        </div>
    }
    .into_any()
}

fn kind(kind: ChargeKind) -> &'static str {
    t(match kind {
        ChargeKind::Goods => Life::Goods,
        ChargeKind::Domestic => Life::Domestic,
        ChargeKind::Commission => Life::Commission,
        ChargeKind::Services => Life::Services,
        ChargeKind::Packaging => Life::Packaging,
        ChargeKind::Insurance => Life::Insurance,
        ChargeKind::Cargo => Life::Cargo,
    })
}

/// How the amount came about, in a few words.
fn basis(charge: &Charge) -> String {
    match charge.basis {
        Basis::Pieces { pieces } => format!("{pieces} {}", t(Life::Pieces)),
        Basis::Sum => String::new(),
        Basis::Percent { percent } => format!("{percent} %"),
        Basis::Minimum => t(Life::Minimum).to_owned(),
        Basis::Weight {
            grams,
            price_per_kg_minor,
        } => {
            let price = Money::new(price_per_kg_minor, charge.amount.currency);
            format!("{} × {}", format::weight(grams), format::money(price))
        }
        Basis::Volume {
            cm3,
            price_per_m3_minor,
        } => {
            let price = Money::new(price_per_m3_minor, charge.amount.currency);
            // A litre is a thousandth of a cubic metre, as a gram is of a kilogram.
            let metres = format::kilograms(cm3 / 1000);
            format!("{metres} {} × {}", t(Life::CubicMetres), format::money(price))
        }
    }
}

fn row(charge: Charge) -> AnyView {
    let how = basis(&charge);
    view! {
        <tr class:estimated=charge.estimated data-testid="charge">
            <td>{kind(charge.kind)}{charge.estimated.then(|| view! { <small class="muted">" · "{t(Life::Estimated)}</small> })}<small class="muted">" "{how}</small></td>
            <td class="right">{format::money(charge.amount)}</td>
            <td class="right muted">{charge.in_rub.filter(|rub| rub.currency != charge.amount.currency).map(format::money)}</td>
        </tr>
    }
    .into_any()
}

/// Lines of a calculation without its sums.
pub fn lines(charges: Vec<Charge>) -> AnyView {
    view! { <table class="calculation"><tbody>{charges.into_iter().map(row).collect_view()}</tbody></table> }.into_any()
}

/// The calculation, line by line, with its sums.
pub fn table(calculation: Calculation) -> AnyView {
    let sum = |label: Life, own: Money, rub: Option<Money>, mark: &'static str| {
        view! {
            <tr class="sum" data-testid=mark>
                <td>{t(label)}</td>
                <td class="right"><strong>{format::money(own)}</strong></td>
                <td class="right">{rub.filter(|rub| rub.currency != own.currency).map(format::money)}</td>
            </tr>
        }
    };
    // Of what clients buy themselves nothing is due; its delivery is paid with the shipment.
    let is_due = calculation.charges.iter().any(|charge| !charge.estimated);
    if calculation.charges.is_empty() {
        return view! { <p class="muted" data-testid="no-estimate">{t(Life::NoEstimate)}</p> }.into_any();
    }
    let with_estimates = (calculation.total != calculation.due).then(|| {
        sum(
            Life::EstimatedTotal,
            calculation.total,
            calculation.total_rub,
            "estimated",
        )
    });
    let due = is_due.then(|| sum(Life::Due, calculation.due, calculation.due_rub, "due"));
    view! {
        <table class="calculation">
            <tbody>{calculation.charges.into_iter().map(row).collect_view()}</tbody>
            <tfoot>{due}{with_estimates}</tfoot>
        </table>
        {(calculation.left_out > 0).then(|| view! { <p class="note">{t(Life::LeftOut)}" "{calculation.left_out}</p> })}
        {calculation.rate.map(|rate| view! { <p class="muted rate">{t(Life::Rate)}": 1 ¥ = "{format::decimal(&rate.to_string())}" ₽"</p> })}
    }
    .into_any()
}

/// The panel; `pay` is what the client can do with it.
#[component]
pub fn MoneyPanel(
    /// What the server says.
    money: OrderMoney,
    /// Pays a sum from the balance in its currency.
    #[prop(optional)]
    pay: Option<Callback<Money>>,
    /// The sum that was shown before, where it has changed since.
    #[prop(optional, into)]
    change: Signal<Option<AmountChange>>,
) -> impl IntoView {
    let head = if money.quote.is_some() {
        Life::Calculation
    } else {
        Life::Estimate
    };
    let comment = money
        .quote
        .as_ref()
        .map(|quote| quote.comment.clone())
        .filter(|comment| !comment.is_empty());
    let paid = money.payments.into_iter().map(|payment| {
        view! { <li><span>{t(Life::PaidAt)}" "<small class="muted">{format::moment(payment.at)}</small></span><strong>{format::money(payment.amount)}</strong></li> }
    }).collect_view();
    let back = money.refunds.into_iter().map(|refund| {
        view! { <li><span>{t(Life::Refunds)}" "<small class="muted">{refund.reason}</small></span><strong data-testid="refund">{format::money(refund.amount)}</strong></li> }
    }).collect_view();
    let options = pay.map(|pay| {
        money
            .pay_from
            .into_iter()
            .map(|option| pay_button(option, pay))
            .collect_view()
    });
    view! {
        <section class="card money-panel" data-testid="money">
            <h2>{t(head)}</h2>
            {table(money.calculation)}
            {comment.map(|comment| view! { <p class="note">{comment}</p> })}
            {move || change.get().map(amount_change)}
            {options}
            <ul class="payments">{paid}{back}</ul>
        </section>
    }
    .into_any()
}

/// Pays where the balance suffices; leads to a top-up of what is missing where it does not.
pub fn pay_button(option: PayOption, pay: Callback<Money>) -> AnyView {
    let currency = option.amount.currency;
    if option.suffices {
        let label = format!("{} · {}", t(Life::PayFrom), format::money(option.amount));
        return view! {
            <button class="button primary" data-testid=format!("pay-{}", currency.code()) on:click=move |_| pay.run(option.amount)>{label}</button>
            <small class="muted">{t(Life::Balance)}": "{format::money(option.balance)}</small>
        }
        .into_any();
    }
    let missing = Money::new(option.amount.minor - option.balance.minor, currency);
    let address = format!(
        "/client/balance?topup={}&currency={}",
        missing.amount(),
        currency.code()
    );
    view! {
        <a class="button" href=address data-testid=format!("topup-{}", currency.code())>{t(Life::RequestTopup)}" · "{format::money(option.amount)}</a>
        <small class="muted">{t(Life::Balance)}": "{format::money(option.balance)}", "{t(Life::NotEnough)}" "{format::money(missing)}</small>
    }
    .into_any()
}
