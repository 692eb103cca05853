//! The client's other orders, next to the order on a wide screen.

use crate::pages::order_cards::order_title;
use frontend_ui::{
    features::{cost::list_total, items, order_status::StatusBadge},
    prelude::*,
};
use shared_types::{
    id::OrderId,
    orders::{ClientOrderQuery, ListClientOrders, OrderSummary},
};

fn other_order(order: OrderSummary, current: Memo<OrderId>) -> AnyView {
    let (id, title, total) = (order.id, order_title(&order), list_total(&order));
    let picture = order.thumbnails.into_iter().next().map(items::small_picture);
    let is_current = move || (current.get() == id).then_some("page");
    any_view! {
        <li>
            <a href=format!("/client/orders/{id}") class="other-order" aria-current=is_current>
                <span class="other-picture">{picture}</span>
                <span class="other-text">
                    <strong dir="auto">{title}</strong>
                    <small class="muted">{order.number}" · "{total}</small>
                    <StatusBadge status=order.status />
                </span>
            </a>
        </li>
    }
}

/// The list of the last orders, the current one marked.
#[component]
pub(super) fn OtherOrders(current: Memo<OrderId>) -> impl IntoView {
    let orders = use_list(
        &[Topic::Order],
        |order: &OrderSummary| order.id.0,
        |_| {
            api::get::<ListClientOrders>(ClientOrderQuery {
                limit: Some(30),
                ..ClientOrderQuery::default()
            })
        },
    );
    let rows = move || orders.rows().view(move |order| other_order(order, current));
    any_view! {
        <nav class="other-orders" aria-label=t(Text::Orders)>
            {orders.view(Skeleton::Rows, || ().into_any(), move || any_view! { <ul>{rows()}</ul> })}
        </nav>
    }
}
