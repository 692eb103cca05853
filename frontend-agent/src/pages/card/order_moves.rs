//! Status changes of the whole order: the buttons for the moves that the server allows, and their dialogs.

use super::CardState;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader},
    features::{
        money::{AmountChange, amount_change_note},
        sum_dialog::sum_rows,
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    fixed::Rate,
    money::{Currency, Money},
    orders::{
        CancelAgentOrder, MarkOrderExpected, MoveReason, OrderMoney, OrderMove, QuoteOrder, QuoteRequest, RefundOrder,
        RefundRequest, ReopenOrder, StartPurchase,
    },
};

frontend_ui::texts! {
    /// A text about the sums of a move.
    enum OrderSumTexts;
    LeftToRefund: "Оплачено и не возвращено", "Paid and not refunded", "已付未退";
    RefundAll: "Вернуть всё", "Refund everything", "全部退款";
    LeftAfter: "Останется в заказе после возврата", "Left in the order after the refund", "退款后订单剩余";
    CancelRefunds: "При отмене на баланс клиента вернётся", "The cancellation returns to the client's balance", "取消后将退回客户余额";
}

/// The fields of a refund: the remainder, the button that fills it in, the typed sum in both currencies, and the sum that stays
/// in the order.
fn refund_fields(shown: ShownOrder, amount: NumberInput, state: CardState) -> AnyView {
    let left = move || {
        let left = shown.left()?;
        let take_over = move |_| amount.set(&left.amount());
        Some(view! {
            <p class="row spread">
                <span class="muted">
                    {t(OrderSumTexts::LeftToRefund)}": "<strong data-testid="refundable">{format::money(left)}</strong>
                    {shown.converted(left).map(approximately)}
                </span>
                <button type="button" class="button" data-testid="refund-all" on:click=take_over>
                    {t(OrderSumTexts::RefundAll)}
                </button>
            </p>
        })
    };
    let sums = move || {
        let typed = Money::new(amount.preview()?, shown.left()?.currency);
        Some(sum_rows(typed, shown.converted(typed), None))
    };
    let after = move || {
        let (left, typed) = (shown.left()?, amount.preview()?);
        let after = Money::new(left.minor.saturating_sub(typed), left.currency);
        Some(view! {
            <p class="muted" class:fault=move || after.minor < 0 data-testid="left-after">
                {t(OrderSumTexts::LeftAfter)}
                ": "
                <strong>{format::money(after)}</strong>
            </p>
        })
    };
    let unit = move || {
        shown
            .left()
            .map(|left| left.currency.code().to_owned())
            .unwrap_or_default()
    };
    view! {
        {left}
        <NumberField
            name="amount"
            label=t(LifecycleTexts::RefundAmount)
            input=amount
            error=state.error
            unit=Signal::derive(unit)
        />
        {sums}
        {after}
    }
    .into_any()
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderDialog {
    Quote,
    Reopen,
    Cancel,
    Refund,
}

/// The order as the card shows it while a dialog is open. The dialog shows it, and the request names it.
#[derive(Clone, Copy)]
pub(super) struct ShownOrder {
    pub(super) number: Signal<Option<String>>,
    pub(super) version: Signal<Option<i64>>,
    pub(super) money: Signal<Option<OrderMoney>>,
}

impl ShownOrder {
    /// The amount of a quote: in the order's currency, and in rubles at the typed rate or else at the current one.
    fn quote_sum(self, typed: Option<Rate>) -> Option<(Money, Option<Money>)> {
        let calculation = self.money.get()?.calculation;
        let by_rate = typed.and_then(|rate| rate.convert(calculation.due, Currency::Rub));
        Some((calculation.due, by_rate.or(calculation.due_rub)))
    }

    /// Returns the remainder of the payments.
    fn left(self) -> Option<Money> {
        Some(self.money.get()?.settlement?.left)
    }

    /// The same amount in the other currency of the quote.
    pub(super) fn converted(self, amount: Money) -> Option<Money> {
        self.money
            .with(|money| money.as_ref()?.quote.as_ref()?.in_other_currency(amount))
    }
}

/// An amount in the other currency, next to the amount itself.
pub(super) fn approximately(converted: Money) -> AnyView {
    view! { <span data-testid="left-converted">" ≈ "{format::money(converted)}</span> }.into_any()
}

/// Sends a move that needs no input.
pub(super) async fn apply_simple_move(state: CardState, step: OrderMove) {
    let (path, options) = ((state.id,), Options::default());
    let result = match step {
        OrderMove::StartPurchase => api::send::<StartPurchase>(path, Nothing {}, Nothing {}, options).await,
        _ => api::send::<MarkOrderExpected>(path, Nothing {}, Nothing {}, options).await,
    };
    state.handle_result(result);
}

/// The dialog of a move that needs input.
#[component]
pub(super) fn OrderMoveDialog(dialog: OrderDialog, shown: ShownOrder, state: CardState) -> impl IntoView {
    let close = Callback::new(move |()| state.close_dialogs());
    let rate = NumberInput::new(NumberKind::Rate, "");
    // The refund has no default: the person names the sum, or fills in the remainder.
    let amount = match dialog {
        OrderDialog::Refund => NumberInput::required(NumberKind::Amount, ""),
        _ => NumberInput::new(NumberKind::Amount, ""),
    };
    let change = RwSignal::new(None::<AmountChange>);
    let busy = RwSignal::new(false);
    let text = RwSignal::new(String::new());
    let error = state.error;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (rate, amount) = (numbers.rate(rate), numbers.amount(amount));
        if !numbers.finish() {
            return;
        }
        let text = text.get_untracked();
        let due = untrack(|| shown.quote_sum(None)).map(|(due, _)| due);
        busy.set(true);
        spawn_local(async move {
            let options = Options {
                version: shown.version.get_untracked(),
                ..Options::default()
            };
            let path = (state.id,);
            let reason = || MoveReason {
                reason: Some(text.clone()).filter(|text| !text.trim().is_empty()),
            };
            let succeeded = match dialog {
                OrderDialog::Quote => {
                    let body = QuoteRequest {
                        rate,
                        comment: Some(text),
                        amount: due,
                    };
                    let result = api::send::<QuoteOrder>(path, Nothing {}, body, options).await;
                    let changed = due
                        .zip(result.as_ref().err())
                        .and_then(|(due, err)| AmountChange::from_error(due, err));
                    change.set(changed);
                    state.handle_result(result)
                }
                OrderDialog::Reopen => {
                    state.handle_result(api::send::<ReopenOrder>(path, Nothing {}, reason(), options).await)
                }
                OrderDialog::Cancel => {
                    state.handle_result(api::send::<CancelAgentOrder>(path, Nothing {}, reason(), options).await)
                }
                OrderDialog::Refund => {
                    let body = RefundRequest {
                        item_id: None,
                        quantity: None,
                        amount,
                        reason: text,
                    };
                    state.handle_result(api::send::<RefundOrder>(path, Nothing {}, body, options).await)
                }
            };
            busy.set(false);
            if succeeded {
                close.try_run(());
            } else {
                // The dialog stays open and shows the current sums.
                state.reload.try_run(());
            }
        });
    };
    let title = match dialog {
        OrderDialog::Quote => t(LifecycleTexts::SetQuote),
        OrderDialog::Reopen => t(LifecycleTexts::Recalculate),
        OrderDialog::Cancel => t(Text::CancelOrder),
        OrderDialog::Refund => t(LifecycleTexts::RefundMoney),
    };
    let number = match dialog {
        OrderDialog::Quote => {
            let label = format!("{}, {}", t(LifecycleTexts::Rate), t(LifecycleTexts::RateHint));
            let sums = move || {
                let typed = rate.preview().map(Rate::from_millionths);
                shown.quote_sum(typed).map(|(due, rub)| sum_rows(due, rub, None))
            };
            view! {
                {sums}
                <NumberField name="rate" label=label input=rate error=error />
            }
            .into_any()
        }
        OrderDialog::Refund => refund_fields(shown, amount, state),
        OrderDialog::Cancel => {
            let refunded = move || {
                let left = shown.left().filter(|left| left.minor > 0)?;
                Some(view! {
                    <p class="note" data-testid="refunded-on-cancel">
                        {t(OrderSumTexts::CancelRefunds)}
                    </p>
                    {sum_rows(left, shown.converted(left), None)}
                })
            };
            view! { {refunded} }.into_any()
        }
        OrderDialog::Reopen => ().into_any(),
    };
    let (name, label) = if dialog == OrderDialog::Quote {
        ("comment", t(LifecycleTexts::QuoteComment))
    } else {
        ("reason", t(LifecycleTexts::Reason))
    };
    let button = if dialog == OrderDialog::Cancel {
        "button destructive"
    } else {
        "button primary"
    };
    let heading = format!("{title} · {}", shown.number.get_untracked().unwrap_or_default());
    view! {
        <Dialog title=heading close=close>
            <form on:submit=send>
                {move || match change.get() {
                    Some(change) => amount_change_note(change),
                    None => view! { <ErrorNote error=error /> }.into_any(),
                }} {number} <Field name=name label=label value=text error=error /> <div class="row">
                    <button class=button data-testid="confirm-step" disabled=move || busy.get()>
                        {title}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
