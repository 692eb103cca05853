//! The head of the order card: number, status, facts, delivery and shipments.

use super::{delivery::order_delivery, head_actions::head_actions, state::CardState, steps::order_steps};
use crate::{
    notes,
    pages::{
        assignees::{AssigneeField, AssigneeTexts, assignee_name, may_claim},
        claims::claim_button,
        list_trail,
    },
};
use frontend_ui::{
    components::{Breadcrumb, Crumb, notify_with_undo},
    countries,
    features::{
        cost::total_label,
        items::totals_text,
        order_status::{self, StatusBadge},
        recipients::recipient_view,
        shipping::order_shipments,
    },
    prelude::*,
};
use shared_types::{
    id::{OrderId, StaffId},
    notes::NoteKind,
    orders::{AgentOrderChange, ChangeAgentOrder, Order, OrderFilter, OrderSummary},
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
    any_view! {
        <Breadcrumb path=vec![
            Crumb::new(list_trail::list_address(), t(Text::Orders)).with_test_id("back-to-orders"),
        ]>
            {neighbour(previous, Icon::ChevronLeft, HeaderTexts::Previous, "previous-order")}
            {neighbour(next, Icon::ChevronRight, HeaderTexts::Next, "next-order")}
        </Breadcrumb>
    }
}

/// Assigns the order. The message can undo it.
fn assign(state: CardState, previous: Option<StaffId>, staff_id: Option<StaffId>) {
    let body = AgentOrderChange {
        assigned_staff_id: Some(staff_id),
        delivery: None,
    };
    let text = match staff_id.and_then(|id| untrack(|| assignee_name(state.parts().assignees, id))) {
        Some(name) => format!("{}: {name}", t(AssigneeTexts::Assignee)),
        None => format!("{}: {}", t(AssigneeTexts::Assignee), t(AssigneeTexts::Nobody)),
    };
    let call = api::send::<ChangeAgentOrder>((state.id(),), Nothing {}, body, Options::default());
    state.run(call, move || {
        notify_with_undo(text, move || assign(state, staff_id, previous));
    });
}

/// Who is in charge of the order: a field for people who may assign it, else the name.
fn assignee(assigned: Option<StaffId>, state: CardState) -> AnyView {
    if rules::may_assign(&current_user().rights(), Object::Orders) {
        let choose = Callback::new(move |staff_id| assign(state, assigned, staff_id));
        return any_view! { <AssigneeField assignees=state.parts().assignees selected=assigned choose=choose /> };
    }
    let name = move || match assigned {
        Some(id) => assignee_name(state.parts().assignees, id).unwrap_or_default(),
        None => t(AssigneeTexts::Nobody).to_owned(),
    };
    any_view! { <span>{t(AssigneeTexts::Assignee)}": "<bdi>{name}</bdi></span> }
}

/// The name of the client, with a link for people who may see clients.
fn client_name(summary: &OrderSummary) -> AnyView {
    let name = format!("{} · {}", summary.client_code, summary.client_name);
    if !current_user().may(Object::Clients, Level::View) {
        return name.into_any();
    }
    let url = format!("/agent/clients/{}", summary.client_id);
    any_view! {
        <a dir="auto" href=url data-testid="order-client">
            {name}
        </a>
    }
}

fn page_head(is_unfolded: RwSignal<bool>, state: CardState) -> AnyView {
    let order = state.order;
    let note = |summary: &OrderSummary| {
        notes::note_button(NoteKind::Order, summary.id.0, summary.has_note, summary.number.clone())
    };
    let total = |order: &Order| {
        let total = order.summary.total.map(|_| totals_text(order))?;
        Some((total_label(&order.summary), total))
    };
    let total = order.find(total).view(|(label, total)| {
        view! { <span class="total">{*label}" "<strong data-testid="total">{total.clone()}</strong></span> }
    });
    any_view! {
        <div class="page-head order-head">
            <h1 data-testid="order-number">{move || order.with(|order| order.summary.number.clone())}</h1>
            {order.part(|order| order.summary.clone(), note)}
            {order.part(|order| order.summary.status, |status| view! { <StatusBadge status=*status /> })}
            <span class="muted order-type">
                {move || order.with(|order| order_status::type_name(order.summary.order_type))}
            </span>
            <div class="spacer"></div>
            {total}
            {head_actions(state, is_unfolded)}
        </div>
    }
}

pub(super) fn card_header(state: CardState) -> AnyView {
    let (order, id) = (state.order, state.id());
    let destination = |order: &Order| {
        let text = countries::destination_text(order.destination_country, order.destination_city.as_deref());
        Some(text).filter(|text| !text.is_empty())
    };
    let free_number = |order: &Order| {
        let summary = &order.summary;
        let is_free = summary.assigned_staff_id.is_none() && OrderFilter::Current.statuses().contains(&summary.status);
        is_free.then(|| summary.number.clone())
    };
    let claim = order.find(free_number).view(move |number| {
        let number = number.clone();
        move || may_claim(state.parts().assignees).then(|| claim_button(id, &number, state.reload))
    });
    // Phones show the rest of the head on request.
    let is_unfolded = RwSignal::new(false);
    let title = |title: &String| (!title.is_empty()).then(|| view! { <strong dir="auto">{title.clone()}</strong> });
    let comment = |comment: &String| {
        (!comment.is_empty()).then(|| {
            view! {
                <p dir="auto" class="note multiline" data-testid="order-comment">
                    {comment.clone()}
                </p>
            }
        })
    };
    let assigned = move |assigned: &Option<StaffId>| assignee(*assigned, state);
    any_view! {
        {card_path(id)}
        {page_head(is_unfolded, state)}
        <div class="order-facts">
            <p class="facts">
                {order.part(|order| order.summary.title.clone(), title)}
                <span title=t(Text::Client)>{order.part(|order| order.summary.clone(), client_name)}</span>
            </p>
            <p class="facts order-about" class:unfolded=is_unfolded>
                <span title=t(
                    Text::Destination,
                )>{move || order.with(destination).flatten().unwrap_or_else(|| "—".to_owned())}</span>
                <span>
                    {t(Text::CreatedAt)}": " {move || order.with(|order| format::date_time(order.summary.created_at))}
                </span>
                {order.part(|order| order.summary.assigned_staff_id, assigned)}
                {claim}
            </p>
        </div>
        {order_steps(state)}
        <div class="order-about" class:unfolded=is_unfolded>
            {order_delivery(state)}
            {order.part(|order| order.comment.clone(), comment)}
            {order.find(|order| order.recipient.clone()).view(|recipient| recipient_view(recipient.clone()))}
            {state.parts().shipments.map(|shipments| order_shipments(shipments, *order))}
        </div>
    }
}
