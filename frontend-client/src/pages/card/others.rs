//! The client's other orders, next to the order on a wide screen.

use crate::pages::order_cards::order_title;
use frontend_ui::{
    api::{self, Fetched},
    components::Loaded,
    features::{cost::list_total, items, order_status::StatusBadge},
    i18n::{Text, t},
    live::{Topic, use_live},
};
use leptos::prelude::*;
use shared_types::{
    id::OrderId,
    orders::{ClientOrderQuery, ListClientOrders, OrderSummary},
    page::Page,
};

fn other_order(order: OrderSummary, current: Memo<OrderId>) -> AnyView {
    let (id, title, total) = (order.id, order_title(&order), list_total(&order));
    let picture = order.thumbnails.into_iter().next().map(items::small_picture);
    let is_current = move || (current.get() == id).then_some("page");
    view! {
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
    .into_any()
}

/// The list of the last orders, the current one marked.
#[component]
pub(super) fn OtherOrders(current: Memo<OrderId>) -> impl IntoView {
    let orders = Fetched::new(|| {
        api::get::<ListClientOrders>(ClientOrderQuery {
            limit: Some(30),
            ..ClientOrderQuery::default()
        })
    });
    use_live(&[Topic::Order], move || orders.refetch());
    view! {
        <nav class="other-orders" aria-label=t(Text::Orders)>
            <Loaded
                resource=orders
                content={move |page: Page<OrderSummary>| {
                    let rows = page.data.into_iter().map(move |order| other_order(order, current)).collect_view();
                    view! { <ul>{rows}</ul> }.into_any()
                }}
            />
        </nav>
    }
    .into_any()
}
