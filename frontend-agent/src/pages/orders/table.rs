//! The rows of the order table, with selection and keyboard navigation.

use super::{
    SelectedOrders,
    columns::{HiddenColumns, age_text},
    heads,
};
use crate::{
    notes,
    pages::{
        active_row::{self, ActiveRow},
        assignees::{Assignees, assignee_name},
        filters::list_url,
        list_trail,
    },
};
use frontend_ui::{
    features::{
        items,
        order_status::{self, StatusBadge},
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::{
    notes::NoteKind,
    orders::{AgentOrderQuery, OrderSummary, OrderType},
    page::Page,
};

fn row(order: OrderSummary, active: ActiveRow, selected: SelectedOrders, assignees: Assignees) -> impl IntoView {
    let id = order.id.0;
    let pick = move |event| {
        let is_checked = event_target_checked(&event);
        selected.update(|selected| {
            if is_checked {
                selected.insert(id);
            } else {
                selected.remove(&id);
            }
        });
    };
    let address = format!("/agent/orders/{}", order.id);
    let note = notes::note_button(NoteKind::Order, order.id.0, order.has_note, order.number.clone());
    let unread = order.unread.then(
        || view! { <span class="unread-dot" role="img" aria-label=t(Text::Unread) title=t(Text::Unread)></span> },
    );
    let is_self_buyout = order.order_type == OrderType::SelfBuyout;
    let pictures = order
        .thumbnails
        .into_iter()
        .take(3)
        .map(items::small_picture)
        .collect_view();
    view! {
        <tr
            class="order-line"
            class:unread=order.unread
            class:chosen=move || active.get().is_some_and(|(active, _)| active == id)
            data-testid="order-row"
        >
            <td class="select-column">
                <input
                    type="checkbox"
                    data-testid="select-order"
                    aria-label=order.number.clone()
                    prop:checked=move || selected.with(|selected| selected.contains(&id))
                    on:change=pick
                />
            </td>
            <td class="number">
                <A href=address on:click=move |_| list_trail::store_opened(id)>
                    {order.number}
                </A>
                {unread}
            </td>
            <td class="status">
                <StatusBadge status=order.status />
            </td>
            <td class="wide client">{order.client_code}" "<span class="muted">{order.client_name}</span></td>
            <td class="pictures">{pictures}</td>
            <td class="wide title">
                {is_self_buyout
                    .then(|| {
                        view! {
                            <span class="tag">{t(Text::SelfBuyout)}</span>
                            " "
                        }
                    })}{order.title}
            </td>
            <td class="type muted">{order_status::type_name(order.order_type)}</td>
            <td class="right items">{order.items_count}</td>
            <td class="right total">
                {order.total.map(format::money)}
                {order.mixed_currencies.then(|| view! { <abbr title=t(Text::MixedCurrencies)>" +"</abbr> })}
            </td>
            <td class="order-assignee">{move || assignee_name(assignees, order.assigned_staff_id?)}</td>
            <td class="muted submission">{order.submitted_at.map(format::date_time)}</td>
            <td class="muted date">{format::date_time(order.created_at)}</td>
            <td class="muted activity">{age_text(order.last_activity_at)}</td>
            <td class="note-cell">{note}</td>
        </tr>
    }
}

#[component]
pub(super) fn Table(
    page: Page<OrderSummary>,
    query: AgentOrderQuery,
    selected: SelectedOrders,
    columns: HiddenColumns,
    active: ActiveRow,
    assignees: Assignees,
) -> impl IntoView {
    if page.data.is_empty() {
        return view! {
            <div class="empty" data-testid="empty">
                <h2>{t(Text::EmptyOrders)}</h2>
                <p>{t(Text::EmptySearch)}</p>
            </div>
        }
        .into_any();
    }
    // Back from a card, the row of the last opened order is active again.
    if active.with_untracked(Option::is_none)
        && let Some(id) = list_trail::last_opened()
        && let Some(index) = page.data.iter().position(|order| order.id.0 == id)
    {
        active.set(Some((id, index)));
    }
    let rights = current_user().rights();
    let ids: Vec<i64> = page.data.iter().map(|order| order.id.0).collect();
    let (page_ids, row_ids) = (ids.clone(), ids.clone());
    list_trail::store_list(&list_url(&query), &ids);
    let are_all_selected = move || selected.with(|selected| page_ids.iter().all(|id| selected.contains(id)));
    let select_all = move |event| {
        let is_checked = event_target_checked(&event);
        selected.update(|selected| {
            for id in &ids {
                if is_checked {
                    selected.insert(*id);
                } else {
                    selected.remove(id);
                }
            }
        });
    };
    active_row::handle_keys(row_ids, active, selected);
    let head_cells = heads::column_heads(&query);
    let (number_head, status_head) = heads::fixed_heads(&query);
    let next = page.next_cursor.map(|cursor| {
        list_url(&AgentOrderQuery {
            cursor: Some(cursor),
            ..query.clone()
        })
    });
    let first = query
        .cursor
        .is_some()
        .then(|| list_url(&AgentOrderQuery { cursor: None, ..query }));
    let rows = page
        .data
        .into_iter()
        .map(|order| row(order, active, selected, assignees))
        .collect_view();
    view! {
        <div class=move || columns.table_class(&rights) tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th class="select-column">
                            <input
                                type="checkbox"
                                data-testid="select-all"
                                aria-label=t(LifecycleTexts::SelectAll)
                                prop:checked=are_all_selected
                                on:change=select_all
                            />
                        </th>
                        {number_head}
                        {status_head}
                        {head_cells}
                        <th></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <div class="row pager">
            {first
                .map(|address| {
                    view! {
                        <A href=address attr:class="button" attr:data-testid="first-page">
                            {t(Text::PreviousPage)}
                        </A>
                    }
                })}
            {next
                .map(|address| {
                    view! {
                        <A href=address attr:class="button" attr:data-testid="next-page">
                            {t(Text::NextPage)}
                        </A>
                    }
                })}
        </div>
    }
    .into_any()
}
