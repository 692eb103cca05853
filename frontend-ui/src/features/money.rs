//! The payment of an order: its panel, the buttons, and amounts that have changed. Shared by both cabinets.

use super::{cost::order_cost, deposit::deposit_note, estimate::missing_note};
use crate::{api::Error, live::is_settling, prelude::*, session};
use shared_types::{
    id::OrderId,
    orders::{OrderMoney, PayOption},
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
    /// A text of the payments of an order.
    enum PaymentTexts;
    UnitCosts: "Себестоимость за штуку", "Cost per piece", "单件成本";
    Payment: "Платёж за заказ", "Payment for the order", "订单付款";
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
        return any_view! {
            <p class="note warn" role="alert" data-testid="amount-changed">
                {t(AmountChangeTexts::Requoted)}
            </p>
        };
    }
    any_view! {
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
}

/// The panel with the cost of an order, its payments and refunds.
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
    /// The order whose costs by items the panel leads to.
    #[prop(optional)]
    order: Option<OrderId>,
) -> impl IntoView {
    let deposit = money.deposit.as_ref().and_then(deposit_note);
    let missing = money.settlement.is_none().then(|| missing_note(&money.missing));
    let comment = money
        .quote
        .as_ref()
        .map(|quote| quote.comment.clone())
        .filter(|comment| !comment.is_empty());
    let paid = money.payments.into_iter().map(|payment| {
        view! {
            <li>
                <span>{t(PaymentTexts::Payment)}" "<small class="muted">{format::date_time(payment.at)}</small></span>
                <strong>{format::money(payment.amount)}</strong>
            </li>
        }
    }).collect_view();
    let back = money
        .refunds
        .into_iter()
        .map(|refund| {
            let pieces = refund
                .quantity
                .map(|pieces| format!("{pieces} {} · ", t(LifecycleTexts::Pieces)));
            view! {
                <li>
                    <span>
                        {t(LifecycleTexts::RefundLabel)}" "<small class="muted" dir="auto">
                            {pieces}
                            {refund.reason}
                        </small>
                    </span>
                    <strong data-testid="refund">{format::money(refund.amount)}</strong>
                </li>
            }
        })
        .collect_view();
    let unit_costs = order.map(|id| {
        let address = format!("/{}/orders/{id}/costs", session::guard().as_str());
        view! {
            <a class="quiet" data-testid="unit-costs" href=address>
                {t(PaymentTexts::UnitCosts)}
            </a>
        }
    });
    let options = pay.map(|pay| pay_buttons(&money.pay_from, pay, change));
    any_view! {
        <section class="card money-panel" data-testid="money">
            {order_cost(money.cost, money.calculation)}
            {unit_costs}
            {missing}
            {comment
                .map(|comment| {
                    view! {
                        <p class="note" dir="auto">
                            {comment}
                        </p>
                    }
                })}
            {deposit}
            {move || change.get().map(amount_change_note)}
            {options}
            <ul class="payments">{paid}{back}</ul>
        </section>
    }
}

/// The amount that a balance lacks to pay, with the deposit that it holds for the order.
fn missing_amount(option: PayOption) -> Money {
    let available = option.balance.minor + option.reserved.map_or(0, |reserved| reserved.minor);
    Money::new(option.amount.minor - available, option.amount.currency)
}

/// The address of the form that tops up the amount that a balance lacks. It leads back to this page.
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

/// A button that pays from a balance, or a link to top up the missing amount if the balance is too low. A changed amount stands
/// next to the old one.
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
        return any_view! {
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
        };
    }
    let missing = missing_amount(option);
    let address = topup_address(option);
    any_view! {
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
}
