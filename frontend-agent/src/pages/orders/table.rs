//! The rows of the order table, with selection and keyboard navigation.

use super::{
    columns::{HiddenColumns, age_text},
    heads,
    preview::preview_panel,
};
use crate::{
    notes,
    pages::{
        assignees::{Assignees, assignee_name},
        filters::list_url,
        list_trail,
        saved_filters::without_page,
    },
};
use frontend_ui::{
    components::{ActiveRow, RowAction, SelectedRows, Table, TableRow, select_cell, select_head},
    data::List,
    features::{
        cost::list_total,
        items,
        order_status::{self, StatusBadge},
    },
    prelude::*,
};
use shared_types::{
    notes::NoteKind,
    orders::{AgentOrderQuery, OrderSummary, OrderType},
    page::CappedCount,
};

frontend_ui::texts! {
    /// A text of the empty table.
    enum TableTexts;
    NothingFound: "Ничего не найдено", "Nothing found", "没有结果";
    ChangeFilters: "Под эти фильтры не подходит ни один заказ.", "No order matches these filters.", "没有符合筛选条件的订单。";
    ShowAll: "Показать все заказы", "Show all orders", "显示全部订单";
    NoOrders: "Заказов пока нет", "No orders yet", "暂无订单";
    NoOrdersHint:
        "Заказ появится здесь, когда клиент его отправит или вы создадите его сами.",
        "An order appears here when a client submits it, or when you create one.",
        "客户提交或您新建订单后，订单会显示在这里。";
}

fn row(order: OrderSummary, selected: SelectedRows, assignees: Assignees) -> TableRow {
    let id = order.id.0;
    let url = format!("/agent/orders/{}", order.id);
    let note = notes::note_button(NoteKind::Order, order.id.0, order.has_note, order.number.clone());
    let unread = order.unread.then(
        || view! { <span class="unread-dot" role="img" aria-label=t(Text::Unread) title=t(Text::Unread)></span> },
    );
    let total = list_total(&order);
    let is_self_buyout = order.order_type == OrderType::SelfBuyout;
    let pictures = order
        .thumbnails
        .into_iter()
        .take(3)
        .map(items::small_picture)
        .collect_view();
    let class = if order.unread {
        "order-line unread"
    } else {
        "order-line"
    };
    let cells = view! {
        {select_cell(selected, id, "select-order", order.number.clone())}
        <td class="number">
            <a href=url.clone() on:click=move |_| list_trail::store_opened(id)>
                {order.number}
            </a>
            {unread}
        </td>
        <td class="status">
            <StatusBadge status=order.status />
        </td>
        <td class="wide client">
            {order.client_code}" "<span dir="auto" class="muted">
                {order.client_name}
            </span>
        </td>
        <td class="pictures">{pictures}</td>
        <td class="wide title">
            {is_self_buyout
                .then(|| {
                    view! {
                        <span class="tag">{t(Text::SelfBuyout)}</span>
                        " "
                    }
                })}<bdi>{order.title}</bdi>
        </td>
        <td class="type muted">{order_status::type_name(order.order_type)}</td>
        <td class="right items">{order.items_count}</td>
        <td class="right total">
            {total} {order.mixed_currencies.then(|| view! { <abbr title=t(Text::MixedCurrencies)>" +"</abbr> })}
        </td>
        <td class="order-assignee" dir="auto">
            {move || assignee_name(assignees, order.assigned_staff_id?)}
        </td>
        <td class="muted submission">{order.submitted_at.map(format::date_time)}</td>
        <td class="muted date">{format::date_time(order.created_at)}</td>
        <td class="muted activity">{age_text(order.last_activity_at)}</td>
        <td class="note-cell">{note}</td>
    };
    TableRow {
        id,
        action: RowAction::Open(url),
        test_id: "order-row",
        class: class.to_owned(),
        cells: cells.into_any(),
    }
}

/// Shown instead of the table: advice that helps, depending on whether any filter is set.
pub(super) fn empty_table(query: &AgentOrderQuery) -> AnyView {
    let filters = AgentOrderQuery {
        sort: None,
        descending: None,
        ..without_page(query)
    };
    if filters != AgentOrderQuery::default() {
        return any_view! {
            <div class="empty" data-testid="empty">
                <h2>{t(TableTexts::NothingFound)}</h2>
                <p>{t(TableTexts::ChangeFilters)}</p>
                <a href="/agent/orders" class="button" data-testid="reset-filters">
                    {t(TableTexts::ShowAll)}
                </a>
            </div>
        };
    }
    empty_state(t(TableTexts::NoOrders), Some(t(TableTexts::NoOrdersHint)))
}

#[component]
pub(super) fn OrderTable(
    list: List<OrderSummary>,
    query: AgentOrderQuery,
    selected: SelectedRows,
    columns: HiddenColumns,
    active: ActiveRow,
    preview: RwSignal<bool>,
    assignees: Assignees,
    /// The number of orders of all pages, if it is counted.
    total: Signal<Option<CappedCount>>,
) -> impl IntoView {
    let rows = list.rows();
    let ids = Memo::new(move |_| rows.map(|order| order.id.0));
    let address = list_url(&query);
    let follow_ids = move || {
        let ids = ids.get();
        list_trail::store_list(&address, &ids);
        // Back from a card, the row of the last opened order is active again.
        if active.with_untracked(Option::is_none)
            && let Some(id) = list_trail::last_opened()
            && let Some(index) = ids.iter().position(|other| *other == id)
        {
            active.set(Some((id, index)));
        }
    };
    untrack(&follow_ids);
    Effect::new(move |_| follow_ids());
    let rights = current_user().rights();
    let columns_shown = heads::columns(&query);
    let of_pages = query.clone();
    let next = move |cursor| {
        list_url(&AgentOrderQuery {
            cursor: Some(cursor),
            ..of_pages.clone()
        })
    };
    let previewed = Signal::derive(move || {
        let (active, _) = active.get().filter(|_| preview.get())?;
        let orders = rows.map(OrderSummary::clone);
        orders.into_iter().find(|order| order.id.0 == active)
    });
    any_view! {
        <Table
            class=Signal::derive(move || columns.table_class(&rights))
            label=t(Text::Orders)
            lead=Some(select_head(selected, ids.into()))
            columns=columns_shown
            rows=list.table_rows(move |order| row(order, selected, assignees))
            active=active
            selected=Some(selected)
            opening=Callback::new(list_trail::store_opened)
            preview=preview
            pager=Some(list.pager(next, move || total.get()))
        />
        {preview_panel(previewed, assignees, preview)}
    }
}
