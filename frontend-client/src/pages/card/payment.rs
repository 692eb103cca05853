//! The calculation of the order, and its payment. On a phone the calculation is folded, and the amount stays at the bottom.

use super::deposit::QuestionTexts;
use crate::pages::{pay_bar::pay_bar, terms::agent_terms};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Icon, Loaded, is_phone, notify},
    features::{
        cost::stage_label,
        money::{AmountChange, MoneyPanel},
        sum_dialog::{SumDialog, SumQuestion},
    },
    format,
    i18n::{LifecycleTexts, t},
    live::{Topic, use_live},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{OrderId, QuoteId},
    money::Money,
    orders::{OrderMoney, PayOption, PayOrder, PayRequest, ShowOrderMoney},
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

/// The question before a payment, and the outcome of the last one. They outlive the panel, which is rebuilt when the order is
/// reloaded.
#[derive(Clone, Copy)]
pub(super) struct PayState {
    asked: RwSignal<Option<PaymentQuestion>>,
    error: RwSignal<Option<Error>>,
    change: RwSignal<Option<AmountChange>>,
}

impl PayState {
    pub(super) fn new() -> Self {
        Self {
            asked: RwSignal::new(None),
            error: RwSignal::new(None),
            change: RwSignal::new(None),
        }
    }

    /// Forgets both when another order is opened.
    pub(super) fn clear(self) {
        self.asked.set(None);
        self.error.set(None);
        self.change.set(None);
    }

    async fn pay(self, order: OrderId, quote_id: QuoteId, amount: Money) {
        let body = PayRequest { quote_id, amount };
        let result = api::send::<PayOrder>((order,), Nothing {}, body, Options::default()).await;
        if result.is_ok() {
            notify(t(PaymentPanelTexts::Paid));
        }
        let change = result
            .as_ref()
            .err()
            .and_then(|err| AmountChange::from_error(amount, err));
        self.change.set(change);
        self.error.set(result.err().filter(|_| change.is_none()));
    }
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
    Some(
        view! {
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
        }
        .into_any(),
    )
}

/// The payment panel next to the items.
#[component]
pub(super) fn Money(
    id: OrderId,
    state: PayState,
    asks_deposit: RwSignal<bool>,
    /// Notified when the order is fetched again: the calculation may have changed, too.
    changes: Trigger,
    /// The order whose calculation is drawn. Set once it is loaded, or has failed to load.
    shown: RwSignal<Option<OrderId>>,
    reload: Callback<()>,
) -> impl IntoView {
    let money = Fetched::new(move || {
        changes.track();
        api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
    });
    use_live(&[Topic::Balance], move || money.refetch());
    Effect::new(move |_| {
        if money.is_loaded() {
            shown.set(Some(id));
        }
    });
    let may_pay = current_user().may(Object::Balance, Level::Edit);
    let opens_unfolded = !is_phone();
    let terms = agent_terms();
    let (asked, busy) = (state.asked, RwSignal::new(false));
    let ask = move |quote: QuoteId, options: Vec<PayOption>| {
        Callback::new(move |amount: Money| {
            let option = options.iter().find(|option| option.amount == amount);
            let other = options.iter().find(|option| option.amount.currency != amount.currency);
            asked.set(Some(PaymentQuestion {
                quote,
                amount,
                balance: option.map(|option| option.balance),
                reserved: option.and_then(|option| option.reserved),
                converted: other.map(|option| option.amount),
            }));
        })
    };
    let confirm = move |question: PaymentQuestion| {
        busy.set(true);
        spawn_local(async move {
            state.pay(id, question.quote, question.amount).await;
            busy.set(false);
            asked.set(None);
            // Reload after an error, too, so that the page shows the current state.
            reload.try_run(());
        });
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
                    busy=busy
                    close=Callback::new(move |()| asked.set(None))
                />
            }
        })
    };
    view! {
        <ErrorNote error=state.error />
        <Loaded
            resource=money
            content=move |money: OrderMoney| {
                let label = stage_label(money.cost.stage);
                let sum = Some(money.cost.total.amount).filter(|sum| sum.minor > 0);
                let quote = money.quote.as_ref().map(|quote| quote.id).filter(|_| may_pay);
                let pay = quote.map(|quote| ask(quote, money.pay_from.clone()));
                let bar = pay.and_then(|pay| pay_bar(&money.pay_from, pay));
                let reserve = money
                    .deposit
                    .as_ref()
                    .filter(|deposit| may_pay && money.quote.is_some() && !deposit.reserve_from.is_empty())
                    .map(|_| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="reserve-deposit"
                                on:click=move |_| asks_deposit.set(true)
                            >
                                {t(QuestionTexts::Reserve)}
                            </button>
                        }
                    });
                let known = StoredValue::new(money.clone());
                let limits = move || known.with_value(|money| limits_note(terms().limits, money));
                let panel = match pay {
                    Some(pay) => view! { <MoneyPanel money=money pay=pay change=state.change /> }.into_any(),
                    None => view! { <MoneyPanel money=money /> }.into_any(),
                };
                view! {
                    <details class="fold" open=move || opens_unfolded || state.change.get().is_some()>
                        <summary>{label} <strong>{sum.map(format::money)}</strong> {Icon::ChevronRight.view()}</summary>
                        {panel}
                    </details>
                    {limits}
                    {reserve}
                    {bar}
                }
                    .into_any()
            }
        />
        {dialog}
    }
    .into_any()
}
