//! The agent's order table: filters in the URL, keyboard navigation, bulk printing of labels.

use super::{
    active_row::{self, ActiveRow},
    filters::{Filters, list_url, query_from_url},
    labels::{self, texts::LabelTexts},
    onboarding::OnboardingBanner,
};
use crate::notes;
use crate::pages::saved_filters::SavedFilters;
use frontend_ui::{
    api,
    components::{Loaded, download},
    features::{
        items,
        order_status::{self, StatusBadge},
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live},
    session::current_user,
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    notes::NoteKind,
    orders::{
        AgentOrderCounts, AgentOrderQuery, CountAgentOrders, ExportAgentOrders, ListAgentOrders, OrderSection,
        OrderSummary, OrderType,
    },
    page::{CappedCount, Page},
};
use std::collections::BTreeSet;

/// Orders selected for printing labels. The selection survives a change of the page.
pub(super) type SelectedOrders = RwSignal<BTreeSet<i64>>;

fn row(order: OrderSummary, active: ActiveRow, selected: SelectedOrders) -> impl IntoView {
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
                <A href=address>{order.number}</A>
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
            <td class="note-cell">{note}</td>
        </tr>
    }
}

/// The table.
#[component]
fn Table(
    page: Page<OrderSummary>,
    query: AgentOrderQuery,
    selected: SelectedOrders,
    active: ActiveRow,
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
    let ids: Vec<i64> = page.data.iter().map(|order| order.id.0).collect();
    let (page_ids, row_ids) = (ids.clone(), ids.clone());
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
        .map(|order| row(order, active, selected))
        .collect_view();
    let head = |head: Text| {
        view! {
            <th class:right=matches!(head, Text::Items | Text::Total) class:type=head == Text::Type>
                {t(head)}
            </th>
        }
    };
    let (before, after) = (
        [Text::Number, Text::Status, Text::Client],
        [Text::Title, Text::Type, Text::Items, Text::Total, Text::CreatedAt],
    );
    view! {
        <div class="table order-table" tabindex="0">
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
                        {before.map(head)}
                        <th></th>
                        {after.map(head)}
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

/// The action bar for the selected orders.
fn selection_bar(selected: SelectedOrders) -> AnyView {
    (move || {
        let ids = selected.get();
        (!ids.is_empty()).then(|| {
            let order_labels = labels::url(CodeKind::Order, ids.iter().copied());
            let item_labels = labels::items_url(ids.iter().copied());
            view! {
                <div class="bulk" data-testid="selected-count">
                    <strong>{t(LifecycleTexts::Selected)}": "{ids.len()}</strong>
                    <a class="button" target="_blank" data-testid="order-labels" href=order_labels>
                        {t(LabelTexts::OrderLabels)}
                    </a>
                    <a class="button" target="_blank" data-testid="item-labels" href=item_labels>
                        {t(LabelTexts::ItemLabels)}
                    </a>
                    <div class="spacer"></div>
                    <button class="quiet" data-testid="select-none" on:click=move |_| selected.set(BTreeSet::new())>
                        {t(LifecycleTexts::ClearSelection)}
                    </button>
                </div>
            }
        })
    })
    .into_any()
}

/// The count as text, such as `1000+` if it is capped.
fn count_label(count: CappedCount) -> String {
    if count.more {
        format!("{}+", count.count)
    } else {
        count.count.to_string()
    }
}

/// The order table with its tabs and filters.
#[component]
pub(crate) fn OrdersPage() -> impl IntoView {
    let query = query_from_url();
    let (selected, active): (SelectedOrders, ActiveRow) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None));
    // Another page or another filter has other rows.
    Effect::new(move |_| {
        query.track();
        active.set(None);
    });
    let rows = LocalResource::new(move || {
        let query = query.get();
        async move {
            api::get::<ListAgentOrders>(query.clone())
                .await
                .map(|page| (page, query))
        }
    });
    let counts = LocalResource::new(|| api::get::<CountAgentOrders>(Nothing {}));
    use_live(&[Topic::Order, Topic::Chat], move || {
        rows.refetch();
        counts.refetch();
    });
    let tab = move |section: Option<OrderSection>, text: Text, count: Option<fn(&AgentOrderCounts) -> CappedCount>| {
        let number_of_orders = move || Some(count_label(count?(&counts.get()?.ok()?)));
        let address = list_url(&AgentOrderQuery {
            section,
            ..Default::default()
        });
        view! {
            <A
                href=address
                attr:data-testid=section.map_or("all", OrderSection::as_str)
                attr:class=move || if query.get().section == section { "tab active" } else { "tab" }
            >
                {t(text)}
                <span class="count">{number_of_orders}</span>
            </A>
        }
    };
    let may_edit_settings = current_user().may(Object::Settings, Level::Edit);
    view! {
        <div class="page-head">
            <h1>{t(Text::Orders)}</h1>
            <div class="spacer"></div>
            {download::<ExportAgentOrders>((), move || query.get_untracked())}
        </div>
        {may_edit_settings.then(|| view! { <OnboardingBanner /> })}
        <nav class="tabs">
            {tab(None, Text::All, None)}
            {tab(Some(OrderSection::ToPrice), Text::ToPrice, Some(|counts| counts.to_price))}
            {tab(Some(OrderSection::ToBuy), Text::ToBuy, Some(|counts| counts.to_buy))}
            {tab(Some(OrderSection::Awaited), Text::OnTheWay, Some(|counts| counts.awaited))}
            {tab(Some(OrderSection::Warehouse), Text::AtWarehouse, Some(|counts| counts.warehouse))}
            {tab(Some(OrderSection::Problems), Text::Problems, Some(|counts| counts.problems))}
            {tab(Some(OrderSection::Mine), Text::Mine, Some(|counts| counts.mine))}
        </nav>
        <Filters query=query />
        <SavedFilters query=query />
        <Loaded
            resource=rows
            content={move |(page, query): (Page<OrderSummary>, AgentOrderQuery)| {
                view! { <Table page=page query=query selected=selected active=active /> }.into_any()
            }}
        />
        {selection_bar(selected)}
    }
}
