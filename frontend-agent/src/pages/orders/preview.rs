//! The side panel of the order table: the essentials of the active order, without leaving the list.

use super::columns::age_text;
use crate::{
    lazy_routes,
    pages::{
        assignees::{AssigneeTexts, Assignees, assignee_name},
        list_trail,
        order_steps::{next_step, step_note},
    },
};
use frontend_ui::{
    features::{
        cost::total_label,
        items,
        order_status::{self, StatusBadge, item_count},
    },
    prelude::*,
};
use shared_types::orders::OrderSummary;

frontend_ui::texts! {
    enum PreviewTexts;
    Preview: "Просмотр заказа", "Order preview", "订单预览";
    Open: "Открыть заказ", "Open the order", "打开订单";
    Problems: "Проблемных товаров", "Items with problems", "问题商品";
    LastActivity: "Последнее движение", "Last activity", "最近进展";
}

/// Most pictures that the panel shows.
const MAX_PICTURES: usize = 6;

/// The content of the panel. As a context, because its code is loaded when the panel is first opened.
#[derive(Clone, Copy)]
struct PreviewContext {
    shown: Signal<Option<OrderSummary>>,
    assignees: Assignees,
    close: Callback<()>,
}

/// The content of the panel.
#[component]
pub(crate) fn OrderPreview() -> impl IntoView {
    let PreviewContext {
        shown,
        assignees,
        close,
    } = expect_context();
    move || shown.get().map(|order| order_preview(order, assignees, close))
}

/// The order in the panel.
fn order_preview(order: OrderSummary, assignees: Assignees, close: Callback<()>) -> AnyView {
    let id = order.id.0;
    let step = next_step(&order);
    let note = step.is_none().then(|| step_note(&order));
    let (label, url) = step.unwrap_or_else(|| (t(PreviewTexts::Open), format!("/agent/orders/{id}")));
    let client_name = format!("{} · {}", order.client_code, order.client_name);
    let client = if current_user().may(Object::Clients, Level::View) {
        any_view! {
            <a dir="auto" href=format!("/agent/clients/{}", order.client_id)>
                {client_name}
            </a>
        }
    } else {
        client_name.into_any()
    };
    let has_pictures = !order.thumbnails.is_empty();
    let pictures = order
        .thumbnails
        .iter()
        .take(MAX_PICTURES)
        .cloned()
        .map(items::small_picture)
        .collect_view();
    let fact = |name: &'static str, value: AnyView| {
        view! {
            <dt>{name}</dt>
            <dd>{value}</dd>
        }
    };
    let total_name = total_label(&order);
    let total = order.total.map(|total| {
        let mixed = if order.mixed_currencies { " +" } else { "" };
        let sum = view! { <strong data-testid="preview-total">{format::money(total)}{mixed}</strong> };
        fact(total_name, sum.into_any())
    });
    let problems = (order.problem_count > 0).then(|| fact(t(PreviewTexts::Problems), order.problem_count.into_any()));
    let assignee = move || match order.assigned_staff_id {
        Some(id) => assignee_name(assignees, id).unwrap_or_default(),
        None => t(AssigneeTexts::Nobody).to_owned(),
    };
    any_view! {
        <div class="preview-head">
            <h2 data-testid="preview-number">{order.number}</h2>
            <StatusBadge status=order.status />
            <span class="spacer"></span>
            <button
                type="button"
                class="icon"
                data-testid="close-preview"
                aria-label=t(Text::Close)
                title=t(Text::Close)
                on:click=move |_| close.run(())
            >
                {Icon::X.view()}
            </button>
        </div>
        {(!order.title.is_empty())
            .then(|| {
                view! {
                    <p dir="auto" class="preview-title">
                        {order.title}
                    </p>
                }
            })}
        <p class="preview-client">{client}</p>
        {has_pictures.then(|| view! { <div class="preview-pictures">{pictures}</div> })}
        <dl class="preview-facts">
            {total} {fact(t(Text::Items), item_count(order.items_count).into_any())} {problems}
            {fact(t(Text::Type), order_status::type_name(order.order_type).into_any())}
            {fact(t(AssigneeTexts::Assignee), assignee.into_any())}
            {fact(t(Text::CreatedAt), format::date_time(order.created_at).into_any())}
            {fact(t(PreviewTexts::LastActivity), age_text(order.last_activity_at).into_any())}
        </dl>
        {note}
        <a href=url class="button primary" data-testid="preview-action" on:click=move |_| list_trail::store_opened(id)>
            {label}
        </a>
    }
}

/// The panel, while it is open and a row is active. The keys stay with the table, so it does not take the focus.
pub(super) fn preview_panel(
    shown: Signal<Option<OrderSummary>>,
    assignees: Assignees,
    is_open: RwSignal<bool>,
) -> AnyView {
    let close = Callback::new(move |()| is_open.set(false));
    // The panel stays while its order changes.
    let has_order = Memo::new(move |_| shown.with(Option::is_some));
    provide_context(PreviewContext {
        shown,
        assignees,
        close,
    });
    (move || {
        has_order.get().then(|| {
            view! {
                <aside
                    class="order-preview"
                    data-testid="order-preview"
                    aria-label=t(PreviewTexts::Preview)
                    aria-live="polite"
                >
                    {lazy_routes::order_preview()}
                </aside>
            }
        })
    })
    .into_any()
}
