//! Unassigned orders, and the button by which a staff member takes one.

use crate::pages::assignees::{Assignees, may_claim};
use frontend_ui::{components::error_message, prelude::*};
use shared_types::{
    id::OrderId,
    orders::{ClaimOrder, ClaimableOrderQuery, ListClaimableOrders, OrderSummary},
};

/// The number of orders that the panel shows.
const SHOWN: u64 = 10;

frontend_ui::texts! {
    enum ClaimTexts;
    Title: "Свободные заказы", "Free orders", "待领取订单";
    Take: "Взять заказ", "Take the order", "领取订单";
    Taken: "Заказ теперь ваш", "The order is yours now", "订单已归您负责";
    Newest: "Показаны последние", "Newest shown:", "仅显示最新";
}

/// The button that assigns an order to the person. `done` also runs after a refusal: the order has changed then.
pub(crate) fn claim_button(id: OrderId, number: &str, done: Callback<()>) -> AnyView {
    let action = use_action();
    let take = move |_| {
        let claimed = api::call::<ClaimOrder>((id,), Nothing {});
        let outcome = async {
            Ok(claimed
                .await
                .map_or_else(|error| error_message(&error), |_| t(ClaimTexts::Taken).into()))
        };
        action.run(outcome, move |outcome| {
            notify(outcome);
            done.try_run(());
        });
    };
    let label = format!("{} {number}", t(ClaimTexts::Take));
    any_view! {
        <button
            class="button"
            data-testid="claim-order"
            aria-label=label
            disabled=move || action.is_busy()
            on:click=take
        >
            {t(ClaimTexts::Take)}
        </button>
    }
}

fn row(order: OrderSummary, done: Callback<()>) -> AnyView {
    let button = claim_button(order.id, &order.number, done);
    any_view! {
        <li data-testid="claimable-order">
            <span>
                <strong>{order.number}</strong>
                " "
                <span class="muted">{order.client_code}" "<bdi>{order.client_name}</bdi></span>
                " "
                <bdi>{order.title}</bdi>
            </span>
            {button}
        </li>
    }
}

/// The orders that the person may take. Without any, nothing is shown.
#[component]
pub(crate) fn ClaimableOrders(assignees: Assignees, reload: Callback<()>) -> impl IntoView {
    move || may_claim(assignees).then(|| view! { <ClaimableList reload=reload /> })
}

#[component]
fn ClaimableList(reload: Callback<()>) -> impl IntoView {
    let orders = use_list(
        &[Topic::Order],
        |order: &OrderSummary| order.id.0,
        |cursor| {
            api::get::<ListClaimableOrders>(ClaimableOrderQuery {
                limit: Some(SHOWN),
                cursor,
            })
        },
    );
    let done = Callback::new(move |()| {
        orders.reload();
        reload.try_run(());
    });
    let more = move || {
        let next = orders.next_cursor();
        next.map(|_| view! { <p class="muted">{t(ClaimTexts::Newest)}" "{SHOWN}</p> })
    };
    let content = move || {
        any_view! {
            <section class="card" data-testid="claimable-orders">
                <h2>{t(ClaimTexts::Title)}</h2>
                <ul class="claimable-list">{orders.rows().view(move |order| row(order, done))}</ul>
                {more}
            </section>
        }
    };
    orders.view(Skeleton::Rows, || ().into_any(), content)
}
