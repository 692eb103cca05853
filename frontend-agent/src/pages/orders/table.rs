//! The rows of the order table, with selection and keyboard navigation.

use super::{
    SelectedOrders,
    columns::{Column, HiddenColumns, age_text},
};
use crate::{
    notes,
    pages::{filters::list_url, list_trail},
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
use leptos::{ev, html, prelude::*};
use leptos_router::{components::A, hooks::use_navigate};
use shared_types::{
    notes::NoteKind,
    orders::{AgentOrderQuery, OrderSummary, OrderType},
    page::Page,
};

fn row(order: OrderSummary, index: usize, active_row: RwSignal<usize>, selected: SelectedOrders) -> impl IntoView {
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
    let table_row = NodeRef::<html::Tr>::new();
    Effect::new(move |_| {
        if active_row.get() == index
            && let Some(row) = table_row.get()
        {
            let options = leptos::web_sys::ScrollIntoViewOptions::new();
            options.set_block(leptos::web_sys::ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
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
            class:chosen=move || active_row.get() == index
            node_ref=table_row
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
            <td class="muted date">{format::date_time(order.created_at)}</td>
            <td class="muted activity">{age_text(order.last_activity_at)}</td>
            <td class="note-cell">{note}</td>
        </tr>
    }
}

/// The table. Keys: `j`/`k` or arrows move the active row, Enter opens it, `x` selects it, `/` focuses the search.
#[component]
pub(super) fn Table(
    page: Page<OrderSummary>,
    query: AgentOrderQuery,
    selected: SelectedOrders,
    columns: HiddenColumns,
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
    let returned = list_trail::last_opened().and_then(|id| page.data.iter().position(|order| order.id.0 == id));
    let rights = current_user().rights();
    let active_row = RwSignal::new(returned.unwrap_or(usize::MAX));
    let addresses: Vec<String> = page
        .data
        .iter()
        .map(|order| format!("/agent/orders/{}", order.id))
        .collect();
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
    let navigate = use_navigate();
    let keys = window_event_listener(ev::keydown, move |event| {
        let target = event.target().and_then(|target| tag_of(&target));
        if matches!(target.as_deref(), Some("INPUT" | "SELECT" | "TEXTAREA"))
            || event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
        {
            return;
        }
        let last = addresses.len().saturating_sub(1);
        match event.key().as_str() {
            "j" | "ArrowDown" => {
                active_row.update(|index| *index = index.checked_add(1).map_or(0, |next| next.min(last)));
            }
            "k" | "ArrowUp" => active_row.update(|index| {
                *index = if *index == usize::MAX {
                    0
                } else {
                    index.saturating_sub(1)
                }
            }),
            "Enter" => {
                if let Some(address) = addresses.get(active_row.get_untracked()) {
                    if let Some(id) = row_ids.get(active_row.get_untracked()) {
                        list_trail::store_opened(*id);
                    }
                    navigate(address, leptos_router::NavigateOptions::default());
                }
                return;
            }
            "x" => {
                if let Some(id) = row_ids.get(active_row.get_untracked()) {
                    selected.update(|selected| {
                        if !selected.remove(id) {
                            selected.insert(*id);
                        }
                    });
                }
            }
            "/" => {
                if let Ok(Some(search)) = document().query_selector("input.search") {
                    let _ = focus(&search);
                }
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
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
        .enumerate()
        .map(|(index, order)| row(order, index, active_row, selected))
        .collect_view();
    let heads = Column::ALL.map(|column| {
        let class = column.head_class();
        view! { <th class=class>{column.title()}</th> }
    });
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
                        <th>{t(Text::Number)}</th>
                        <th>{t(Text::Status)}</th>
                        {heads}
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

fn tag_of(target: &leptos::web_sys::EventTarget) -> Option<String> {
    use leptos::wasm_bindgen::JsCast;
    target
        .dyn_ref::<leptos::web_sys::Element>()
        .map(leptos::web_sys::Element::tag_name)
}

fn focus(element: &leptos::web_sys::Element) -> Option<()> {
    use leptos::wasm_bindgen::JsCast;
    element.dyn_ref::<leptos::web_sys::HtmlElement>()?.focus().ok()
}
