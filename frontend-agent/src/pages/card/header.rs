//! The head of the order card: number, status, facts, delivery and shipments.

use super::{CardState, HeadData, delivery, head_actions::head_actions, steps::order_steps};
use crate::{
    notes,
    pages::{
        assignees::{AssigneeField, AssigneeTexts, assignee_name, may_claim},
        claims::claim_button,
        list_trail,
    },
};
use frontend_ui::{
    api::{self, Options},
    components::{Breadcrumb, Crumb, Icon, notify_with_undo},
    countries,
    features::{
        cost::total_label,
        items::totals_text,
        order_status::{self, StatusBadge},
        recipients::recipient_view,
        shipping::OrderShipments,
    },
    format,
    i18n::{Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{OrderId, StaffId},
    notes::NoteKind,
    orders::{AgentOrderChange, ChangeAgentOrder, Order, OrderFilter, OrderStatus},
    staff::rules,
};

frontend_ui::texts! {
    enum HeaderTexts;
    Previous: "Предыдущий заказ ([)", "Previous order ([)", "上一个订单 ([)";
    Next: "Следующий заказ (])", "Next order (])", "下一个订单 (])";
}

/// The way back to the list, and the links to the orders before and after this one. `[` and `]` follow them.
fn card_path(id: OrderId) -> AnyView {
    let (previous, next) = list_trail::neighbours(id.0);
    let neighbour = |order: Option<i64>, icon: Icon, text: HeaderTexts, test_id: &'static str| {
        order.map(|order| {
            view! {
                <a
                    href=format!("/agent/orders/{order}")
                    class="icon"
                    data-shortcut=test_id
                    data-testid=test_id
                    aria-label=t(text)
                    title=t(text)
                    on:click=move |_| list_trail::store_opened(order)
                >
                    {icon.view()}
                </a>
            }
        })
    };
    view! {
        <Breadcrumb path=vec![
            Crumb::new(list_trail::list_address(), t(Text::Orders)).with_test_id("back-to-orders"),
        ]>
            {neighbour(previous, Icon::ChevronLeft, HeaderTexts::Previous, "previous-order")}
            {neighbour(next, Icon::ChevronRight, HeaderTexts::Next, "next-order")}
        </Breadcrumb>
    }
    .into_any()
}

/// Assigns the order. The message can undo it.
fn assign(state: CardState, previous: Option<StaffId>, staff_id: Option<StaffId>) {
    let body = AgentOrderChange {
        assigned_staff_id: Some(staff_id),
        delivery: None,
    };
    spawn_local(async move {
        let saved = api::send::<ChangeAgentOrder>((state.id,), Nothing {}, body, Options::default()).await;
        let text = match staff_id.and_then(|id| assignee_name(state.assignees, id)) {
            Some(name) => format!("{}: {name}", t(AssigneeTexts::Assignee)),
            None => format!("{}: {}", t(AssigneeTexts::Assignee), t(AssigneeTexts::Nobody)),
        };
        state.finish(saved, move || {
            notify_with_undo(text, move || assign(state, staff_id, previous));
        });
    });
}

/// Who is in charge of the order: a field for people who may assign it, else the name.
fn assignee(assigned: Option<StaffId>, state: CardState) -> AnyView {
    if rules::may_assign(&current_user().rights(), Object::Orders) {
        let choose = Callback::new(move |staff_id| assign(state, assigned, staff_id));
        return view! { <AssigneeField assignees=state.assignees selected=assigned choose=choose /> }.into_any();
    }
    let name = move || match assigned {
        Some(id) => assignee_name(state.assignees, id).unwrap_or_default(),
        None => t(AssigneeTexts::Nobody).to_owned(),
    };
    view! { <span>{t(AssigneeTexts::Assignee)}": "<bdi>{name}</bdi></span> }.into_any()
}

#[component]
pub(super) fn CardHeader(order: Order, head: HeadData, state: CardState) -> impl IntoView {
    let destination = countries::destination_text(order.destination_country, order.destination_city.as_deref());
    let recipient = order.recipient.clone().map(recipient_view);
    let items = order.items.clone();
    let id = order.summary.id;
    let is_free =
        order.summary.assigned_staff_id.is_none() && OrderFilter::Current.statuses().contains(&order.summary.status);
    let number = order.summary.number.clone();
    let claim = move || (is_free && may_claim(state.assignees)).then(|| claim_button(id, &number, state.reload));
    // Phones show the rest of the head on request.
    let is_unfolded = RwSignal::new(false);
    let actions = head_actions(&order, state, is_unfolded);
    let (label, total) = (total_label(&order.summary), totals_text(&order));
    let comment = order.comment.clone();
    let summary = order.summary.clone();
    let note = notes::note_button(NoteKind::Order, summary.id.0, summary.has_note, summary.number.clone());
    let delivery = order.delivery;
    let can_change_delivery =
        summary.status == OrderStatus::Submitted && current_user().may(Object::OrderPrices, Level::Edit);
    let client_name = format!("{} · {}", summary.client_code, summary.client_name);
    let client = if current_user().may(Object::Clients, Level::View) {
        let url = format!("/agent/clients/{}", summary.client_id);
        view! {
            <a dir="auto" href=url data-testid="order-client">
                {client_name}
            </a>
        }
        .into_any()
    } else {
        client_name.into_any()
    };
    view! {
        {card_path(id)}
        <div class="page-head order-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            {note}
            <StatusBadge status=summary.status />
            <span class="muted order-type">{order_status::type_name(summary.order_type)}</span>
            <div class="spacer"></div>
            {summary
                .total
                .is_some()
                .then(|| {
                    view! { <span class="total">{label}" "<strong data-testid="total">{total}</strong></span> }
                })}
            {actions}
        </div>
        <div class="order-facts">
            <p class="facts">
                {(!summary.title.is_empty()).then(|| view! { <strong dir="auto">{summary.title.clone()}</strong> })}
                <span>{t(Text::Client)}": "{client}</span>
            </p>
            <p class="facts order-about" class:unfolded=is_unfolded>
                <span>
                    {t(Text::Destination)}": "{if destination.is_empty() { "—".to_owned() } else { destination }}
                </span>
                <span>{t(Text::CreatedAt)}": "{format::date_time(summary.created_at)}</span>
                {assignee(summary.assigned_staff_id, state)}
                {claim}
            </p>
        </div>
        {order_steps(summary.order_type, summary.status, head.history)}
        <div class="order-about" class:unfolded=is_unfolded>
            <delivery::OrderDelivery
                options=head.delivery_options
                choice=delivery
                editable=can_change_delivery
                state=state
            />
            {(!comment.is_empty())
                .then(|| {
                    view! {
                        <p dir="auto" class="note multiline" data-testid="order-comment">
                            {comment.clone()}
                        </p>
                    }
                })}
            {recipient}
            {head.shipments.map(|shipments| view! { <OrderShipments shipments=shipments items=items /> })}
        </div>
    }
    .into_any()
}
