//! The buttons that move an order, and the message afterwards.

use super::deposit::asks_for_deposit;
use crate::pages::order_cards::shipping_step;
use frontend_ui::{
    api::{self, Error, Options},
    components::{confirmed, notify, notify_with_undo},
    features::order_status,
    i18n::{Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    next_step::{NextStep, OrderAction},
    orders::{CancelOrder, MoveReason, Order, OrderMove, Side, SubmitOrder, SubmitRequest, WithdrawOrder},
};

frontend_ui::texts! {
    /// A text about a move.
    enum MoveTexts;
    Submitted: "Заказ отправлен агенту", "The order is submitted", "订单已提交";
    TakenBack: "Заказ снова черновик", "The order is a draft again", "订单已恢复为草稿";
    Canceled: "Заказ отменён", "The order is canceled", "订单已取消";
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
pub(super) fn report(id: OrderId, step: OrderMove, reload: Callback<()>) {
    match step {
        OrderMove::Submit => notify_with_undo(t(MoveTexts::Submitted), move || {
            spawn_local(async move {
                match make_move(id, OrderMove::TakeBack).await {
                    Ok(_) => {
                        notify(t(MoveTexts::TakenBack));
                        reload.try_run(());
                    }
                    Err(err) => notify(frontend_ui::components::error_message(&err)),
                }
            });
        }),
        OrderMove::TakeBack => notify(t(MoveTexts::TakenBack)),
        _ => notify(t(MoveTexts::Canceled)),
    }
}

/// The moves that the client can make, and the link that asks for the shipping of received items.
pub(super) fn order_moves(
    order: &Order,
    reload: Callback<()>,
    error: RwSignal<Option<Error>>,
    busy: RwSignal<bool>,
    asks_deposit: RwSignal<bool>,
) -> AnyView {
    let rights = current_user();
    let id = order.summary.id;
    let may_edit = rights.may(Object::Orders, Level::Edit);
    let subject = StoredValue::new(format!("{} · {}", order.summary.number, order.summary.title));
    let moves = order
        .moves
        .iter()
        .filter(|_| may_edit)
        .filter_map(|step| {
            let (step, name) = (*step, order_status::move_name(*step)?);
            let class = if step == OrderMove::Submit {
                "button primary"
            } else {
                "button"
            };
            let on_click = move |_| {
                spawn_local(async move {
                    let question = t(Text::ConfirmCancelOrder);
                    if step == OrderMove::Cancel && !confirmed(subject.get_value(), question, name).await {
                        return;
                    }
                    busy.set(true);
                    match make_move(id, step).await {
                        Ok(_) => {
                            report(id, step, reload);
                            reload.try_run(());
                        }
                        // Nothing is submitted before the client has seen the deposit.
                        Err(err) if step == OrderMove::Submit && asks_for_deposit(&err) => asks_deposit.set(true),
                        Err(err) => error.set(Some(err)),
                    }
                    busy.set(false);
                });
            };
            Some(view! {
                <button class=class data-testid=step.as_str() disabled=move || busy.get() on:click=on_click>
                    {name}
                </button>
            })
        })
        .collect_view();
    let is_request = order.summary.next_step(Side::Client) == NextStep::Do(OrderAction::RequestShipping);
    let ship = shipping_step(&order.summary).map(|(text, address)| {
        let test_id = if is_request {
            "request-shipping"
        } else {
            "open-shipment"
        };
        view! {
            <a href=address class="button primary" data-testid=test_id>
                {text}
            </a>
        }
    });
    view! {
        {moves}
        {ship}
    }
    .into_any()
}
