//! Tables, tabs and menus of actions.

use crate::case_view;
use frontend_ui::{
    components::{ActionMenu, ActiveRow, Column, SelectedRows, SortLink, TabLabel, TabList, Table, TableRow, tab_ids},
    features::order_status::StatusBadge,
};
use leptos::prelude::*;
use shared_types::orders::OrderStatus;
use std::collections::BTreeSet;

fn row((id, number, client, status, total): (i64, &'static str, &'static str, OrderStatus, &'static str)) -> TableRow {
    let cells = view! {
        <td class="number">
            <a href=format!("#{id}")>{number}</a>
        </td>
        <td>
            <StatusBadge status=status />
        </td>
        <td class="wide">{client}</td>
        <td class="right">{total}</td>
    };
    TableRow {
        id,
        url: format!("#{id}"),
        test_id: "gallery-row",
        class: String::new(),
        cells: cells.into_any(),
    }
}

fn table(is_sorted: bool) -> AnyView {
    let rows = [
        (1, "K101-12", "Игорь Петров", OrderStatus::Submitted, "1 520,00 ¥"),
        (2, "K102-3", "ООО «Маяк»", OrderStatus::Paid, "12 400,50 ¥"),
        (3, "K104-7", "小红", OrderStatus::AtWarehouse, "80,00 ¥"),
    ];
    let sort = is_sorted.then(|| SortLink {
        url: "#sorted".to_owned(),
        test_id: "gallery-sort".to_owned(),
        is_descending: Some(true),
    });
    let columns = vec![
        Column::new("number", "Номер"),
        Column::new("", "Статус"),
        Column::new("wide", "Клиент"),
        Column::new("right", "Итого").sorted(sort),
    ];
    let active: ActiveRow = RwSignal::new(is_sorted.then_some((2, 1)));
    let selected: SelectedRows = RwSignal::new(BTreeSet::new());
    let totals = is_sorted.then(|| {
        view! {
            <th colspan="3">"На странице"</th>
            <td class="right">"14 000,50 ¥"</td>
        }
        .into_any()
    });
    let label = if is_sorted {
        "Заказы по сумме"
    } else {
        "Заказы"
    };
    view! {
        <Table
            class="gallery-table"
            label=label
            columns=columns
            rows=rows.into_iter().map(row).collect()
            active=active
            selected=Some(selected)
            totals=totals
        />
    }
    .into_any()
}

fn menu() -> AnyView {
    view! {
        <div class="actions-row">
            <button class="button primary">"Начать выкуп"</button>
            <ActionMenu label="Другие действия" test_id="gallery-menu">
                <button type="button" class="menu-row">
                    "Пересчитать"
                </button>
                <button type="button" class="menu-row">
                    "Вернуть деньги"
                </button>
                <a href="#label" class="menu-row">
                    "Печать этикетки"
                </a>
            </ActionMenu>
        </div>
    }
    .into_any()
}

fn tabs() -> AnyView {
    let shown = RwSignal::new(1);
    let label = |value: i32, id: &'static str, name: &'static str, badge: Option<usize>| TabLabel {
        value,
        id,
        name,
        badge: badge.map(Signal::stored),
    };
    let all = vec![
        label(1, "gallery-money", "Деньги", None),
        label(2, "gallery-chat", "Чат", Some(3)),
        label(3, "gallery-history", "История", None),
    ];
    let panels = [
        (1, "gallery-money", "Итого 1 520,00 ¥"),
        (2, "gallery-chat", "Три сообщения"),
        (3, "gallery-history", "Создан"),
    ];
    let panel = move |(value, id, text): (i32, &'static str, &'static str)| {
        let (tab_id, panel_id) = tab_ids(id);
        view! {
            <section role="tabpanel" id=panel_id aria-labelledby=tab_id hidden=move || shown.get() != value>
                <p>{text}</p>
            </section>
        }
    };
    view! {
        <TabList
            label="Разделы заказа"
            tabs=all
            shown=shown
            choose=Callback::new(move |value| shown.set(value))
        />
        {panels.map(panel).collect_view()}
    }
    .into_any()
}

pub(crate) fn cases() -> AnyView {
    view! {
        {case_view("Table", table(false))}
        {case_view("Table: sorted, with an active row and totals", table(true))}
        {case_view("ActionMenu", menu())}
        {case_view("TabList", tabs())}
    }
    .into_any()
}
