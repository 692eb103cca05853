//! Status changes of the whole order: the buttons for the moves that the server allows, and their dialogs.

use super::CardState;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, Field, NumberField, NumberInput, NumberReader},
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::{
        CancelAgentOrder, MarkOrderExpected, MoveReason, Order, OrderMove, OrderStatus, QuoteOrder, QuoteRequest,
        RefundOrder, RefundRequest, ReopenOrder, StartPurchase,
    },
};

/// A dialog of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderDialog {
    Quote,
    Reopen,
    Cancel,
    Refund,
}

/// Sends a move that needs no input.
async fn apply_simple_move(state: CardState, step: OrderMove) {
    let (path, options) = ((state.id,), Options::default());
    let result = match step {
        OrderMove::StartPurchase => api::send::<StartPurchase>(path, Nothing {}, Nothing {}, options).await,
        _ => api::send::<MarkOrderExpected>(path, Nothing {}, Nothing {}, options).await,
    };
    state.handle_result(result);
}

/// The buttons beside the order's number.
#[component]
pub(super) fn OrderMoves(order: Order, state: CardState) -> impl IntoView {
    let rights = current_user();
    let (may_edit, may_price) = (
        rights.may(Object::Orders, Level::Edit),
        rights.may(Object::OrderPrices, Level::Edit),
    );
    let is_possible = |step: OrderMove| order.moves.contains(&step);
    let with_dialog = move |dialog: OrderDialog, label: LifecycleTexts, class: &'static str, test_id: &'static str| {
        view! { <button class=class data-testid=test_id on:click=move |_| state.order_dialog.set(Some(dialog))>{t(label)}</button> }
    };
    let direct = move |step: OrderMove, label: LifecycleTexts| {
        view! { <button class="button primary" data-testid=step.as_str() on:click=move |_| spawn_local(apply_simple_move(state, step))>{t(label)}</button> }
    };
    let was_paid = matches!(
        order.summary.status,
        OrderStatus::Paid
            | OrderStatus::Purchasing
            | OrderStatus::Purchased
            | OrderStatus::AtWarehouse
            | OrderStatus::Shipped
            | OrderStatus::Accepted
    );
    let may_refund = was_paid && rights.may(Object::Balance, Level::Manage);
    view! {
        <div class="actions-row">
            {(may_price && is_possible(OrderMove::Quote)).then(|| with_dialog(OrderDialog::Quote, LifecycleTexts::SetQuote, "button primary", "quote"))}
            {(may_edit && is_possible(OrderMove::Expect)).then(|| direct(OrderMove::Expect, LifecycleTexts::ExpectAtWarehouse))}
            {(may_edit && is_possible(OrderMove::StartPurchase)).then(|| direct(OrderMove::StartPurchase, LifecycleTexts::StartPurchase))}
            {(may_price && is_possible(OrderMove::Reopen)).then(|| with_dialog(OrderDialog::Reopen, LifecycleTexts::Recalculate, "button", "reopen"))}
            {may_refund.then(|| with_dialog(OrderDialog::Refund, LifecycleTexts::RefundMoney, "button", "refund-order"))}
            {(may_edit && is_possible(OrderMove::Cancel)).then(|| view! { <button class="quiet" data-testid="cancel" on:click=move |_| state.order_dialog.set(Some(OrderDialog::Cancel))>{t(Text::CancelOrder)}</button> })}
        </div>
    }
    .into_any()
}

/// The dialog of a move that needs input.
#[component]
pub(super) fn OrderMoveDialog(dialog: OrderDialog, state: CardState) -> impl IntoView {
    let close = Callback::new(move |()| state.order_dialog.set(None));
    let rate = NumberInput::new(NumberKind::Rate, "");
    let amount = NumberInput::new(NumberKind::Amount, "");
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
        spawn_local(async move {
            let (path, options) = ((state.id,), Options::default());
            let reason = || MoveReason {
                reason: Some(text.clone()).filter(|text| !text.trim().is_empty()),
            };
            let succeeded = match dialog {
                OrderDialog::Quote => {
                    let body = QuoteRequest {
                        rate,
                        comment: Some(text),
                    };
                    state.handle_result(api::send::<QuoteOrder>(path, Nothing {}, body, options).await)
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
                        amount,
                        reason: text,
                    };
                    state.handle_result(api::send::<RefundOrder>(path, Nothing {}, body, options).await)
                }
            };
            if succeeded {
                close.run(());
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
            view! { <NumberField name="rate" label=label input=rate error=error/> }.into_any()
        }
        OrderDialog::Refund => {
            view! { <NumberField name="amount" label=t(LifecycleTexts::RefundAmount) input=amount error=error/> }
                .into_any()
        }
        OrderDialog::Reopen | OrderDialog::Cancel => ().into_any(),
    };
    let (name, label) = if dialog == OrderDialog::Quote {
        ("comment", t(LifecycleTexts::QuoteComment))
    } else {
        ("reason", t(LifecycleTexts::Reason))
    };
    view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <frontend_ui::components::ErrorNote error=error/>
                {number}
                <Field name=name label=label value=text error=error/>
                <div class="row"><button class="button primary" data-testid="confirm-step">{title}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
