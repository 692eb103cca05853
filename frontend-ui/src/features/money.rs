//! The calculation of an order, its payments and refunds. Shared by both cabinets.

use super::{deposit::deposit_note, estimate::missing_note};
use crate::{
    api::Error,
    format,
    i18n::{LifecycleTexts, t},
    live::is_settling,
};
use leptos::prelude::*;
use shared_types::{
    money::Money,
    orders::{OrderMoney, PayOption},
    pricing::{Basis, Calculation, Charge, ChargeKind},
    problem::ProblemCode,
};

crate::texts! {
    /// A text about an amount that has changed since it was shown.
    enum AmountChangeTexts;
    Changed:
        "Сумма изменилась, ничего не списано. Проверьте расчёт и нажмите ещё раз.",
        "The amount has changed, and nothing was charged. Check the calculation and confirm again.",
        "金额已变更，未扣款。请核对明细后重新确认。";
    Requoted:
        "Расчёт обновился, сумма прежняя. Ничего не списано: проверьте расчёт и нажмите ещё раз.",
        "The calculation has changed, the amount is the same. Nothing was charged: check the calculation and confirm again.",
        "明细已更新，金额未变。未扣款，请核对后重新确认。";
    ShownBefore: "Было", "Was", "原金额";
    Current: "Стало", "Now", "现金额";
}

crate::texts! {
    /// A text about the sums of payments and refunds.
    enum SettlementTexts;
    Paid: "Оплачено всего", "Paid in total", "已付总额";
    Refunded: "Возвращено", "Refunded", "已退款";
    Left: "Осталось в заказе", "Left in the order", "订单剩余金额";
}

/// The amount that was shown to the client, and the amount to pay now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountChange {
    /// The amount on the button that was clicked.
    pub shown: Money,
    /// The amount that the server requires now.
    pub current: Money,
}

impl AmountChange {
    /// The change, if a payment was refused because of it.
    pub fn from_error(shown: Money, error: &Error) -> Option<Self> {
        match error {
            Error::Problem(problem) if problem.code == ProblemCode::AmountChanged => {
                problem.current_amount.map(|current| Self { shown, current })
            }
            _ => None,
        }
    }
}

/// Shows both amounts side by side, with a note that nothing was charged.
pub fn amount_change_note(change: AmountChange) -> AnyView {
    let AmountChange { shown, current } = change;
    if shown == current {
        return view! {
            <p class="note warn" role="alert" data-testid="amount-changed">
                {t(AmountChangeTexts::Requoted)}
            </p>
        }
        .into_any();
    }
    view! {
        <div class="note warn" role="alert" data-testid="amount-changed">
            <p>{t(AmountChangeTexts::Changed)}</p>
            <dl class="amount-change">
                <div>
                    <dt>{t(AmountChangeTexts::ShownBefore)}</dt>
                    <dd>
                        <s>{format::money(shown)}</s>
                    </dd>
                </div>
                <div>
                    <dt>{t(AmountChangeTexts::Current)}</dt>
                    <dd>
                        <strong>{format::money(current)}</strong>
                    </dd>
                </div>
            </dl>
        </div>
    }
    .into_any()
}

fn charge_name(kind: ChargeKind) -> &'static str {
    t(match kind {
        ChargeKind::Goods => LifecycleTexts::Goods,
        ChargeKind::Domestic => LifecycleTexts::DomesticShipping,
        ChargeKind::Commission => LifecycleTexts::Commission,
        ChargeKind::Services => LifecycleTexts::Services,
        ChargeKind::Packaging => LifecycleTexts::Packaging,
        ChargeKind::Insurance => LifecycleTexts::Insurance,
        ChargeKind::Cargo => LifecycleTexts::Cargo,
    })
}

/// Describes how the amount of a charge was calculated.
fn basis_text(charge: &Charge) -> String {
    match charge.basis {
        Basis::Pieces { pieces } => format!("{pieces} {}", t(LifecycleTexts::Pieces)),
        Basis::Sum => String::new(),
        Basis::Percent { percent } => format!("{percent} %"),
        Basis::Minimum => t(LifecycleTexts::Minimum).to_owned(),
        Basis::Weight {
            grams,
            price_per_kg_minor,
            currency,
        } => {
            let price = Money::new(price_per_kg_minor, currency.unwrap_or(charge.amount.currency));
            format!("{} × {}", format::weight(grams), format::money(price))
        }
        Basis::Volume {
            cm3,
            price_per_m3_minor,
            currency,
        } => {
            let price = Money::new(price_per_m3_minor, currency.unwrap_or(charge.amount.currency));
            // Litres to cubic metres is the same conversion as grams to kilograms.
            let metres = format::kilograms(cm3 / 1000);
            format!("{metres} {} × {}", t(LifecycleTexts::CubicMetres), format::money(price))
        }
    }
}

fn charge_row(charge: Charge) -> AnyView {
    let how = basis_text(&charge);
    view! {
        <tr class:estimated=charge.estimated data-testid="charge">
            <td>
                {charge_name(charge.kind)}
                {charge.estimated.then(|| view! { <small class="muted">" · "{t(LifecycleTexts::Estimated)}</small> })}
                <small class="muted">" "{how}</small>
            </td>
            <td class="right">{format::money(charge.amount)}</td>
            <td class="right muted">
                {charge.in_rub.filter(|rub| rub.currency != charge.amount.currency).map(format::money)}
            </td>
        </tr>
    }
    .into_any()
}

/// A table of charges without totals.
pub fn charge_table(charges: Vec<Charge>) -> AnyView {
    view! {
        <table class="calculation">
            <tbody>{charges.into_iter().map(charge_row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// A table of a calculation with its totals. `is_paid` says that the amount due was paid.
pub fn calculation_table(calculation: Calculation, is_paid: bool) -> AnyView {
    let sum = |label: LifecycleTexts, own: Money, rub: Option<Money>, mark: &'static str| {
        view! {
            <tr class="sum" data-testid=mark>
                <td>{t(label)}</td>
                <td class="right">
                    <strong>{format::money(own)}</strong>
                </td>
                <td class="right">{rub.filter(|rub| rub.currency != own.currency).map(format::money)}</td>
            </tr>
        }
    };
    // For a self-buyout nothing is due yet: its delivery is paid with the shipment.
    let is_due = calculation.charges.iter().any(|charge| !charge.estimated);
    if calculation.charges.is_empty() {
        return view! {
            <p class="muted" data-testid="no-estimate">
                {t(LifecycleTexts::NoEstimate)}
            </p>
        }
        .into_any();
    }
    let with_estimates = (calculation.total != calculation.due).then(|| {
        sum(
            LifecycleTexts::EstimatedTotal,
            calculation.total,
            calculation.total_rub,
            "estimated",
        )
    });
    let (label, mark) = if is_paid {
        (LifecycleTexts::PaidAt, "paid-sum")
    } else {
        (LifecycleTexts::AmountDue, "due")
    };
    let due = is_due.then(|| sum(label, calculation.due, calculation.due_rub, mark));
    view! {
        <table class="calculation">
            <tbody>{calculation.charges.into_iter().map(charge_row).collect_view()}</tbody>
            <tfoot>{due}{with_estimates}</tfoot>
        </table>
        {(calculation.left_out > 0)
            .then(|| view! { <p class="note">{t(LifecycleTexts::OtherCurrencies)}" "{calculation.left_out}</p> })}
        {calculation
            .rate
            .map(|rate| {
                view! {
                    <p class="muted rate">
                        {t(LifecycleTexts::Rate)}": 1 ¥ = "{format::decimal(&rate.to_string())}" ₽"
                    </p>
                }
            })}
    }
    .into_any()
}

/// The panel with the calculation, payments and refunds of an order.
#[component]
pub fn MoneyPanel(
    /// The data of the panel.
    money: OrderMoney,
    /// Pays an amount from the balance in its currency; without it there are no payment buttons.
    #[prop(optional)]
    pay: Option<Callback<Money>>,
    /// The change of the amount since it was shown, if it has changed.
    #[prop(optional, into)]
    change: Signal<Option<AmountChange>>,
) -> impl IntoView {
    let head = if money.quote.is_some() {
        LifecycleTexts::Calculation
    } else {
        LifecycleTexts::PreliminaryCalculation
    };
    let is_paid = money.settlement.is_some();
    let deposit = money.deposit.as_ref().and_then(deposit_note);
    let missing = money.missing;
    let comment = money
        .quote
        .as_ref()
        .map(|quote| quote.comment.clone())
        .filter(|comment| !comment.is_empty());
    let paid = money.payments.into_iter().map(|payment| {
        view! {
            <li>
                <span>{t(LifecycleTexts::PaidAt)}" "<small class="muted">{format::date_time(payment.at)}</small></span>
                <strong>{format::money(payment.amount)}</strong>
            </li>
        }
    }).collect_view();
    let back = money
        .refunds
        .into_iter()
        .map(|refund| {
            view! {
                <li>
                    <span>{t(LifecycleTexts::RefundLabel)}" "<small class="muted">{refund.reason}</small></span>
                    <strong data-testid="refund">{format::money(refund.amount)}</strong>
                </li>
            }
        })
        .collect_view();
    let settlement = money.settlement.filter(|sums| sums.refunded.minor > 0).map(|sums| {
        view! {
            <ul class="payments" data-testid="settlement">
                <li>
                    <span>{t(SettlementTexts::Paid)}</span>
                    <span>{format::money(sums.paid)}</span>
                </li>
                <li>
                    <span>{t(SettlementTexts::Refunded)}</span>
                    <span>{format::money(sums.refunded)}</span>
                </li>
                <li>
                    <strong>{t(SettlementTexts::Left)}</strong>
                    <strong data-testid="settlement-left">{format::money(sums.left)}</strong>
                </li>
            </ul>
        }
    });
    let options = pay.map(|pay| pay_buttons(&money.pay_from, pay, change));
    view! {
        <section class="card money-panel" data-testid="money">
            <h2>{t(head)}</h2>
            {calculation_table(money.calculation, is_paid)}
            {(!is_paid).then(|| missing_note(&missing))}
            {comment.map(|comment| view! { <p class="note">{comment}</p> })}
            {deposit}
            {move || change.get().map(amount_change_note)}
            {options}
            <ul class="payments">{paid}{back}</ul>
            {settlement}
        </section>
    }
    .into_any()
}

/// What a balance lacks to pay, with the deposit that it holds for the order.
fn missing_amount(option: PayOption) -> Money {
    let available = option.balance.minor + option.reserved.map_or(0, |reserved| reserved.minor);
    Money::new(option.amount.minor - available, option.amount.currency)
}

/// The address of the form that tops up what a balance lacks. It leads back to this page.
pub fn topup_address(option: PayOption) -> String {
    let missing = missing_amount(option);
    let back = window().location().pathname().unwrap_or_default();
    format!(
        "/client/balance?topup={}&currency={}&back={back}",
        missing.amount(),
        missing.currency.code()
    )
}

/// A button for each balance. That of the first balance with enough money is filled.
pub fn pay_buttons(options: &[PayOption], pay: Callback<Money>, change: Signal<Option<AmountChange>>) -> AnyView {
    let first = options.iter().position(|option| option.suffices);
    let buttons = options.iter().enumerate().map(|(place, option)| {
        let class = if first == Some(place) {
            "button primary"
        } else {
            "button"
        };
        pay_button(*option, class, pay, change)
    });
    buttons.collect_view().into_any()
}

/// A button that pays from a balance, or a link to top up the missing amount if the balance is too low. An amount that has
/// changed stands beside the old one.
fn pay_button(
    option: PayOption,
    class: &'static str,
    pay: Callback<Money>,
    change: Signal<Option<AmountChange>>,
) -> AnyView {
    let currency = option.amount.currency;
    if option.suffices {
        let old = move || {
            let shown = change.get()?.shown;
            (shown.currency == currency && shown != option.amount).then(|| {
                view! {
                    <s class="old-amount">{format::money(shown)}</s>
                    " "
                }
            })
        };
        let settling = is_settling();
        return view! {
            <button
                class=class
                data-testid=format!("pay-{}", currency.code())
                disabled=move || settling.get()
                on:click=move |_| pay.run(option.amount)
            >
                {t(LifecycleTexts::PayFromBalance)}
                " · "
                {old}
                {format::money(option.amount)}
            </button>
            <small class="muted">{t(LifecycleTexts::Balance)}": "{format::money(option.balance)}</small>
        }
        .into_any();
    }
    let missing = missing_amount(option);
    let address = topup_address(option);
    view! {
        <a class="button" href=address data-testid=format!("topup-{}", currency.code())>
            {t(LifecycleTexts::RequestTopup)}
            " · "
            {format::money(option.amount)}
        </a>
        <small class="muted">
            {t(LifecycleTexts::Balance)}": "{format::money(option.balance)}", "{t(LifecycleTexts::ShortBy)}" "
            {format::money(missing)}
        </small>
    }
    .into_any()
}
