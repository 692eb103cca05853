//! The calculation of the order, and its payment. On a phone the calculation is folded, and the amount stays at the bottom.

use super::{deposit::QuestionTexts, state::CardState};
use crate::pages::{pay_bar::pay_bar, terms::agent_terms};
use frontend_ui::{
    components::is_phone,
    features::{
        cost::stage_label,
        money::{AmountChange, MoneyPanel},
        sum_dialog::{SumDialog, SumQuestion},
    },
    prelude::*,
};
use shared_types::{
    id::QuoteId,
    orders::{CostStage, OrderMoney, OrderStatus, PayOrder, PayRequest},
    settings::OrderLimits,
};

frontend_ui::texts! {
    enum PaymentPanelTexts;
    Paid: "Заказ оплачен", "The order is paid", "订单已付款";
    SumLimit: "Один заказ — не дороже", "One order at most", "单笔订单上限";
    UnpaidLimit: "Неоплаченных счетов — не больше", "Unpaid orders at most", "未付款订单上限";
    OverLimit:
        "Предварительная сумма больше: такой заказ не отправить. Разделите его или договоритесь с агентом.",
        "The preliminary sum is higher: the order can't be submitted. Split it, or talk to the agent.",
        "预估金额已超出上限，无法提交。请拆分订单或联系代购商。";
}

/// The payment that the client is asked about.
#[derive(Clone, Copy)]
struct PaymentQuestion {
    quote: QuoteId,
    amount: Money,
    balance: Option<Money>,
    /// The deposit that the payment uses.
    reserved: Option<Money>,
    /// The amount in the other currency.
    converted: Option<Money>,
}

/// Text about the agent's limits, until the price is set; `None` without limits.
fn limits_note(limits: OrderLimits, money: &OrderMoney) -> Option<AnyView> {
    if money.quote.is_some() || limits == OrderLimits::default() {
        return None;
    }
    let is_over = limits
        .order
        .zip(money.calculation.due_rub)
        .is_some_and(|(limit, sum)| sum.minor > limit.minor);
    let sum = limits
        .order
        .map(|limit| format!("{} {}", t(PaymentPanelTexts::SumLimit), format::money(limit)));
    let unpaid = limits
        .unpaid
        .map(|limit| format!("{} {limit}", t(PaymentPanelTexts::UnpaidLimit)));
    if sum.is_none() && unpaid.is_none() {
        return None;
    }
    let parts: Vec<String> = sum.into_iter().chain(unpaid).collect();
    Some(any_view! {
        <p class=if is_over { "note error" } else { "muted" } data-testid="order-limits">
            {parts.join(". ")}
            "."
            {is_over
                .then(|| {
                    view! {
                        " "
                        {t(PaymentPanelTexts::OverLimit)}
                    }
                })}
        </p>
    })
}

/// The question before a payment.
fn pay_question(money: &OrderMoney, amount: Money) -> Option<PaymentQuestion> {
    let options = &money.pay_from;
    let option = options.iter().find(|option| option.amount == amount);
    let other = options.iter().find(|option| option.amount.currency != amount.currency);
    Some(PaymentQuestion {
        quote: money.quote.as_ref()?.id,
        amount,
        balance: option.map(|option| option.balance),
        reserved: option.and_then(|option| option.reserved),
        converted: other.map(|option| option.amount),
    })
}

/// The button that reserves the deposit of a quoted order.
fn reserve_button(money: &OrderMoney, state: CardState) -> Option<AnyView> {
    let deposit = money.deposit.as_ref().filter(|_| money.quote.is_some())?;
    (!deposit.reserve_from.is_empty()).then(|| {
        any_view! {
            <button
                type="button"
                class="button"
                data-testid="reserve-deposit"
                on:click=move |_| state.asks_deposit.set(true)
            >
                {t(QuestionTexts::Reserve)}
            </button>
        }
    })
}

/// The payment panel next to the items.
pub(super) fn money_panel(money: Record<OrderMoney>, state: CardState) -> AnyView {
    let may_pay = current_user().may(Object::Balance, Level::Edit);
    let opens_unfolded = !is_phone();
    let terms = agent_terms();
    // Errors too load the page again, so that it shows the current state.
    let action = use_action();
    let (asked, sent) = (RwSignal::new(None::<PaymentQuestion>), RwSignal::new(None::<Money>));
    let change = Signal::derive(move || AmountChange::from_error(sent.get()?, action.error().as_ref()?));
    let forget = move || {
        asked.set(None);
        action.set_error(None);
    };
    // A payment whose response was lost has succeeded when the order is paid.
    let is_open = state.order.slice(|order| is_open(order.summary.status));
    Effect::new(move |_| {
        if is_open.with(|is_open| *is_open) == Some(false) {
            forget();
        }
    });
    let confirm = move |question: PaymentQuestion| {
        let PaymentQuestion { quote, amount, .. } = question;
        sent.set(Some(amount));
        let body = PayRequest {
            quote_id: quote,
            amount,
        };
        let call = async move {
            let result = api::send::<PayOrder>((state.id(),), Nothing {}, body, Options::default()).await;
            asked.try_set(None);
            state.reload.try_run(());
            result
        };
        action.run(call, |_| notify(t(PaymentPanelTexts::Paid)));
    };
    let dialog = move || {
        asked.get().map(|question| {
            let sum_question = SumQuestion {
                title: t(LifecycleTexts::PayFromBalance).to_owned(),
                action: t(LifecycleTexts::PayFromBalance).to_owned(),
                amount: question.amount,
                converted: question.converted,
                balance: question.balance,
                reserved: question.reserved,
                note: String::new(),
            };
            view! {
                <SumDialog
                    question=sum_question
                    confirm=Callback::new(move |()| confirm(question))
                    busy=action
                    close=Callback::new(move |()| asked.set(None))
                />
            }
        })
    };
    let ask = Callback::new(move |amount: Money| {
        asked.set(money.read(|money| pay_question(money, amount)).flatten());
    });
    let pay = move |money: &OrderMoney| (may_pay && money.quote.is_some()).then_some(ask);
    let heading = |money: &OrderMoney| {
        let sum = Some(money.cost.total.amount).filter(|sum| sum.minor > 0);
        (money.cost.stage, sum)
    };
    let summary = |(stage, sum): &(CostStage, Option<Money>)| {
        view! {
            {stage_label(*stage)}
            " "
            <strong>{sum.map(format::money)}</strong>
        }
    };
    let panel = move |money: &OrderMoney| match pay(money) {
        Some(pay) => any_view! { <MoneyPanel money=money.clone() pay=pay change=change order=state.id() /> },
        None => any_view! { <MoneyPanel money=money.clone() order=state.id() /> },
    };
    let content = move || {
        any_view! {
            <details class="fold" open=move || opens_unfolded || change.get().is_some()>
                <summary>{money.part(heading, summary)} {Icon::ChevronRight.view()}</summary>
                {money.view(panel)}
            </details>
            {move || money.with(|money| limits_note(terms().limits, money))}
            {money.view(move |money| may_pay.then(|| reserve_button(money, state)))}
            {money.view(move |money| pay(money).and_then(|pay| pay_bar(&money.pay_from, pay)))}
        }
    };
    any_view! {
        <ErrorNote error=Signal::derive(move || action.error().filter(|_| change.get().is_none())) />
        {money.page(Skeleton::Rows, content)}
        {dialog}
    }
}

/// Whether the order may still be paid for the first time.
pub(super) const fn is_open(status: OrderStatus) -> bool {
    matches!(
        status,
        OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Quoted
    )
}
