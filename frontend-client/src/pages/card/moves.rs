//! The buttons that move an order, and the message afterwards.

use super::state::CardState;
use crate::pages::order_cards::shipping_step;
use frontend_ui::{
    api::Error,
    components::{error_message, notify_with_undo},
    features::order_status,
    prelude::*,
};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    id::OrderId,
    next_step::{NextStep, OrderAction},
    orders::{
        CancelOrder, MoveReason, Order, OrderMove, OrderStatus, OrderSummary, RepeatOrder, Side, SubmitOrder,
        SubmitRequest, WithdrawOrder,
    },
};

frontend_ui::texts! {
    /// A text about a move.
    enum MoveTexts;
    Submitted: "Заказ отправлен агенту", "The order is submitted", "订单已提交";
    TakenBack: "Заказ снова черновик", "The order is a draft again", "订单已恢复为草稿";
    Repeat: "Повторить", "Repeat", "再次下单";
    Repeated: "Черновик с теми же товарами", "A draft with the same items", "已用相同商品创建草稿";
    Canceled: "Заказ отменён", "The order is canceled", "订单已取消";
}

/// The part of the address that opens the question on a draft.
pub(crate) const DEPOSIT_HASH: &str = "#deposit";

/// Whether a submission was refused because the agent asks for a deposit that the client has not seen.
pub(crate) fn asks_for_deposit(error: &Error) -> bool {
    matches!(error, Error::Problem(problem) if problem.code == ProblemCode::AmountChanged)
}

async fn make_move(id: OrderId, step: OrderMove) -> Result<Order, Error> {
    let options = Options::default();
    match step {
        OrderMove::Submit => api::send::<SubmitOrder>((id,), Nothing {}, SubmitRequest::default(), options).await,
        OrderMove::TakeBack => api::send::<WithdrawOrder>((id,), Nothing {}, Nothing {}, options).await,
        _ => api::send::<CancelOrder>((id,), Nothing {}, MoveReason::default(), options).await,
    }
}

/// Reports the result. A submitted order can be taken back as long as the agent has not started to price it.
pub(super) fn report(state: CardState, step: OrderMove) {
    match step {
        OrderMove::Submit => notify_with_undo(t(MoveTexts::Submitted), move || {
            spawn_local(async move {
                match make_move(state.id(), OrderMove::TakeBack).await {
                    Ok(_) => {
                        notify(t(MoveTexts::TakenBack));
                        state.reload.try_run(());
                    }
                    Err(err) => notify(error_message(&err)),
                }
            });
        }),
        OrderMove::TakeBack => notify(t(MoveTexts::TakenBack)),
        _ => notify(t(MoveTexts::Canceled)),
    }
}

/// The button of a move; nothing if the client does not make it here.
fn move_button(step: OrderMove, state: CardState) -> Option<AnyView> {
    let name = order_status::move_name(step)?;
    let class = if step == OrderMove::Submit {
        "button primary"
    } else {
        "button"
    };
    let on_click = move |_| {
        let call = async move {
            match make_move(state.id(), step).await {
                // Nothing is submitted before the client has seen the deposit.
                Err(err) if step == OrderMove::Submit && asks_for_deposit(&err) => {
                    state.asks_deposit.set(true);
                    Ok(false)
                }
                made => made.map(|_| true),
            }
        };
        let done = move |is_made: bool| {
            if is_made {
                report(state, step);
            }
        };
        if step == OrderMove::Cancel {
            let subject = |order: &Order| format!("{} · {}", order.summary.number, order.summary.title);
            let subject = state.order.read(subject).unwrap_or_default();
            let question = (t(Text::ConfirmCancelOrder).to_owned(), name);
            state.action.run_confirmed(subject, question, call, done);
        } else {
            state.action.run(call, done);
        }
    };
    Some(any_view! {
        <button class=class data-testid=step.as_str() disabled=move || state.action.is_busy() on:click=on_click>
            {name}
        </button>
    })
}

/// The link that asks for the shipping of received items.
fn shipping_link(order: &OrderSummary) -> Option<AnyView> {
    let is_request = order.next_step(Side::Client) == NextStep::Do(OrderAction::RequestShipping);
    let (text, address) = shipping_step(order)?;
    let test_id = if is_request {
        "request-shipping"
    } else {
        "open-shipment"
    };
    Some(any_view! {
        <a href=address class="button primary" data-testid=test_id>
            {text}
        </a>
    })
}

/// The button that makes a draft with the same items.
fn repeat_button(state: CardState) -> AnyView {
    let navigate = StoredValue::new_local(use_navigate());
    let repeat = move |_| {
        let call = api::send::<RepeatOrder>((state.id(),), Nothing {}, Nothing {}, Options::default());
        state.action.run(call, move |order| {
            notify(t(MoveTexts::Repeated));
            let address = format!("/client/orders/{}", order.summary.id);
            navigate.try_with_value(|navigate| navigate(&address, NavigateOptions::default()));
        });
    };
    any_view! {
        <button class="button" data-testid="repeat" disabled=move || state.action.is_busy() on:click=repeat>
            {t(MoveTexts::Repeat)}
        </button>
    }
}

/// The moves that the client can make, and the link that asks for the shipping of received items.
pub(super) fn order_moves(state: CardState) -> AnyView {
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let moves = move || {
        let moves = state.order.with(|order| order.moves.clone()).filter(|_| may_edit);
        moves.unwrap_or_default()
    };
    any_view! {
        <For each=moves key=|step| *step children=move |step| move_button(step, state) />
        {state.order.part(|order| order.summary.clone(), shipping_link)}
        {state
            .order
            .part(
                move |order| may_edit && order.summary.status != OrderStatus::Draft,
                move |can_repeat| can_repeat.then(|| repeat_button(state)),
            )}
    }
}
