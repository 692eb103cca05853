//! The moves of the whole order: named by the server, each with what it asks for.

use super::Desk;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, Field, NumberField, NumberInput, NumberReader},
    i18n::{Life, Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    orders::{
        CancelAgentOrder, ExpectOrder, MoveReason, Order, OrderMove, OrderStatus, QuoteOrder, QuoteRequest,
        RefundOrder, RefundRequest, ReopenOrder, StartPurchase,
    },
};

/// What a dialog asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Quote,
    Reopen,
    Cancel,
    Refund,
}

async fn plain(desk: Desk, step: OrderMove) {
    let (path, options) = ((desk.id,), Options::default());
    let result = match step {
        OrderMove::StartPurchase => api::send::<StartPurchase>(path, Nothing {}, Nothing {}, options).await,
        _ => api::send::<ExpectOrder>(path, Nothing {}, Nothing {}, options).await,
    };
    desk.done(result);
}

/// The buttons beside the order's number.
#[component]
pub(super) fn Steps(order: Order, desk: Desk) -> impl IntoView {
    let rights = current();
    let (works, prices) = (
        rights.may(Object::Orders, Level::Edit),
        rights.may(Object::OrderPrices, Level::Edit),
    );
    let may = |step: OrderMove| order.moves.contains(&step);
    let ask = move |what: Asked, label: Life, class: &'static str, mark: &'static str| {
        view! { <button class=class data-testid=mark on:click=move |_| desk.asked.set(Some(what))>{t(label)}</button> }
    };
    let go = move |step: OrderMove, label: Life| {
        view! { <button class="button primary" data-testid=step.as_str() on:click=move |_| spawn_local(plain(desk, step))>{t(label)}</button> }
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
    let refunds = was_paid && rights.may(Object::Balance, Level::Manage);
    view! {
        <div class="actions-row">
            {(prices && may(OrderMove::Quote)).then(|| ask(Asked::Quote, Life::Quote, "button primary", "quote"))}
            {(works && may(OrderMove::Expect)).then(|| go(OrderMove::Expect, Life::Expect))}
            {(works && may(OrderMove::StartPurchase)).then(|| go(OrderMove::StartPurchase, Life::StartPurchase))}
            {(prices && may(OrderMove::Reopen)).then(|| ask(Asked::Reopen, Life::Reopen, "button", "reopen"))}
            {refunds.then(|| ask(Asked::Refund, Life::Refund, "button", "refund-order"))}
            {(works && may(OrderMove::Cancel)).then(|| view! { <button class="quiet" data-testid="cancel" on:click=move |_| desk.asked.set(Some(Asked::Cancel))>{t(Text::CancelOrder)}</button> })}
        </div>
    }
    .into_any()
}

/// The dialog of a step.
#[component]
pub(super) fn Ask(what: Asked, desk: Desk) -> impl IntoView {
    let close = Callback::new(move |()| desk.asked.set(None));
    let rate = NumberInput::new(NumberKind::Rate, "");
    let amount = NumberInput::new(NumberKind::Amount, "");
    let text = RwSignal::new(String::new());
    let error = desk.error;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (rate, amount) = (numbers.rate(rate), numbers.amount(amount));
        if !numbers.finish() {
            return;
        }
        let text = text.get_untracked();
        spawn_local(async move {
            let (path, options) = ((desk.id,), Options::default());
            let reason = || MoveReason {
                reason: Some(text.clone()).filter(|text| !text.trim().is_empty()),
            };
            let done = match what {
                Asked::Quote => {
                    let body = QuoteRequest {
                        rate,
                        comment: Some(text),
                    };
                    desk.done(api::send::<QuoteOrder>(path, Nothing {}, body, options).await)
                }
                Asked::Reopen => desk.done(api::send::<ReopenOrder>(path, Nothing {}, reason(), options).await),
                Asked::Cancel => desk.done(api::send::<CancelAgentOrder>(path, Nothing {}, reason(), options).await),
                Asked::Refund => {
                    let body = RefundRequest {
                        item_id: None,
                        amount,
                        reason: text,
                    };
                    desk.done(api::send::<RefundOrder>(path, Nothing {}, body, options).await)
                }
            };
            if done {
                close.run(());
            }
        });
    };
    let title = match what {
        Asked::Quote => t(Life::Quote),
        Asked::Reopen => t(Life::Reopen),
        Asked::Cancel => t(Text::CancelOrder),
        Asked::Refund => t(Life::Refund),
    };
    let number = match what {
        Asked::Quote => {
            let label = format!("{}, {}", t(Life::Rate), t(Life::RateHint));
            view! { <NumberField name="rate" label=label input=rate error=error/> }.into_any()
        }
        Asked::Refund => {
            view! { <NumberField name="amount" label=t(Life::RefundAmount) input=amount error=error/> }.into_any()
        }
        Asked::Reopen | Asked::Cancel => ().into_any(),
    };
    let (name, label) = if what == Asked::Quote {
        ("comment", t(Life::QuoteComment))
    } else {
        ("reason", t(Life::Reason))
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
