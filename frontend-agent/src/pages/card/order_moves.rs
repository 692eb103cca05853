//! Status changes of the whole order: the buttons for the moves that the server allows, and their dialogs.

use super::state::{CardState, OrderDialog};
use frontend_ui::{
    api::Error,
    features::{
        money::{AmountChange, amount_change_note},
        sum_dialog::sum_rows,
    },
    prelude::*,
};
use shared_types::{
    fixed::Rate,
    orders::{
        CancelAgentOrder, MarkOrderExpected, MoveReason, OrderMove, QuoteOrder, QuoteRequest, RefundOrder,
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
fn refund_fields(amount: NumberInput, state: CardState) -> AnyView {
    let left = move || {
        let left = state.left()?;
        let take_over = move |_| amount.set(&left.amount());
        Some(view! {
            <p class="row spread">
                <span class="muted">
                    {t(OrderSumTexts::LeftToRefund)}": "<strong data-testid="refundable">{format::money(left)}</strong>
                    {state.converted(left).map(approximately)}
                </span>
                <button type="button" class="button" data-testid="refund-all" on:click=take_over>
                    {t(OrderSumTexts::RefundAll)}
                </button>
            </p>
        })
    };
    let sums = move || {
        let typed = Money::new(amount.preview()?, state.left()?.currency);
        Some(sum_rows(typed, state.converted(typed), None))
    };
    let after = move || {
        let (left, typed) = (state.left()?, amount.preview()?);
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
        state
            .left()
            .map(|left| left.currency.code().to_owned())
            .unwrap_or_default()
    };
    any_view! {
        {left}
        <NumberField
            name="amount"
            label=t(LifecycleTexts::RefundAmount)
            input=amount
            error=state.action
            unit=Signal::derive(unit)
        />
        {sums}
        {after}
    }
}

/// An amount in the other currency, next to the amount itself.
pub(super) fn approximately(converted: Money) -> AnyView {
    any_view! { <span data-testid="left-converted">" ≈ "{format::money(converted)}</span> }
}

/// Sends a move that needs no input.
pub(super) fn apply_simple_move(state: CardState, step: OrderMove) {
    let (path, options) = ((state.id(),), Options::default());
    if step == OrderMove::StartPurchase {
        state.save(api::send::<StartPurchase>(path, Nothing {}, Nothing {}, options));
    } else {
        state.save(api::send::<MarkOrderExpected>(path, Nothing {}, Nothing {}, options));
    }
}

/// Sends the move of a dialog, which stays open after an error and shows the current sums.
fn send_move<T: 'static>(state: CardState, call: impl Future<Output = Result<T, Error>> + 'static) {
    let call = async move {
        let result = call.await;
        if result.is_err() {
            state.reload.try_run(());
        }
        result
    };
    state.save_dialog(call);
}

/// The dialog of a move that needs input.
pub(super) fn order_dialog(dialog: OrderDialog, state: CardState) -> AnyView {
    let close = Callback::new(move |()| state.close_dialogs());
    let rate = NumberInput::new(NumberKind::Rate, "");
    // The refund has no default: the person names the sum, or fills in the remainder.
    let amount = match dialog {
        OrderDialog::Refund => NumberInput::required(NumberKind::Amount, ""),
        _ => NumberInput::new(NumberKind::Amount, ""),
    };
    // The amount of the quote that was sent.
    let quoted = RwSignal::new(None::<Money>);
    let change = move || AmountChange::from_error(quoted.get()?, state.action.error().as_ref()?);
    let text = RwSignal::new(String::new());
    let error = state.action;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (rate, amount) = (numbers.rate(rate), numbers.amount(amount));
        if !numbers.finish() {
            return;
        }
        let text = text.get_untracked();
        let (path, options) = ((state.id(),), state.options());
        let reason = MoveReason {
            reason: Some(text.clone()).filter(|text| !text.trim().is_empty()),
        };
        match dialog {
            OrderDialog::Quote => {
                let due = untrack(|| state.quote_sum(None)).map(|(due, _)| due);
                quoted.set(due);
                let body = QuoteRequest {
                    rate,
                    comment: Some(text),
                    amount: due,
                };
                send_move(state, api::send::<QuoteOrder>(path, Nothing {}, body, options));
            }
            OrderDialog::Reopen => send_move(state, api::send::<ReopenOrder>(path, Nothing {}, reason, options)),
            OrderDialog::Cancel => send_move(state, api::send::<CancelAgentOrder>(path, Nothing {}, reason, options)),
            OrderDialog::Refund => {
                let body = RefundRequest {
                    item_id: None,
                    quantity: None,
                    amount,
                    reason: text,
                };
                send_move(state, api::send::<RefundOrder>(path, Nothing {}, body, options));
            }
        }
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
                state.quote_sum(typed).map(|(due, rub)| sum_rows(due, rub, None))
            };
            any_view! {
                {sums}
                <NumberField name="rate" label=label input=rate error=error />
            }
        }
        OrderDialog::Refund => refund_fields(amount, state),
        OrderDialog::Cancel => {
            let refunded = move || {
                let left = state.left().filter(|left| left.minor > 0)?;
                Some(view! {
                    <p class="note" data-testid="refunded-on-cancel">
                        {t(OrderSumTexts::CancelRefunds)}
                    </p>
                    {sum_rows(left, state.converted(left), None)}
                })
            };
            any_view! { {refunded} }
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
    let number_of_order = state.order.read(|order| order.summary.number.clone());
    let heading = format!("{title} · {}", number_of_order.unwrap_or_default());
    any_view! {
        <Dialog title=heading close=close>
            <form on:submit=send>
                {move || match change() {
                    Some(change) => amount_change_note(change),
                    None => any_view! { <ErrorNote error=error /> },
                }} {number} <Field name=name label=label value=text error=error /> <div class="row">
                    <button class=button data-testid="confirm-step" disabled=move || state.action.is_busy()>
                        {title}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
