//! Tables, tabs and menus of actions.

use crate::case_view;
use frontend_ui::{
    components::{
        ActionMenu, ActiveRow, Column, PhoneLayout, RowAction, SelectedRows, Skeleton, SortLink, TabLabel, TabList,
        Table, TableRow, tab_ids,
    },
    features::order_status::StatusBadge,
};
use leptos::prelude::*;
use shared_types::orders::OrderStatus;
use std::collections::BTreeSet;

/// The state of a sample table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sample {
    Plain,
    /// Sorted, with an active row and totals.
    Sorted,
    /// Two of the rows are selected.
    Selected,
    /// The rows open nothing, and have buttons.
    WithoutLinks,
}

type OrderRow = (i64, &'static str, &'static str, OrderStatus, &'static str);

const ROWS: [OrderRow; 3] = [
    (1, "K101-12", "Игорь Петров", OrderStatus::Submitted, "1 520,00 ¥"),
    (2, "K102-3", "ООО «Маяк»", OrderStatus::Paid, "12 400,50 ¥"),
    (3, "K104-7", LONG_NAME, OrderStatus::AtWarehouse, "80,00 ¥"),
];
const LONG_NAME: &str = "Общество с ограниченной ответственностью «Торговый дом Петропавловска-Камчатского»";

fn row(sample: Sample, selected: SelectedRows, (id, number, client, status, total): OrderRow) -> TableRow {
    let action = match sample {
        Sample::WithoutLinks => RowAction::Nothing,
        _ => RowAction::Open(format!("#{id}")),
    };
    let number = match &action {
        RowAction::Open(url) => view! { <a href=url.clone()>{number}</a> }.into_any(),
        RowAction::Nothing => view! { <strong>{number}</strong> }.into_any(),
    };
    let checkbox = (sample == Sample::Selected).then(|| {
        view! {
            <td class="select-column">
                <input
                    type="checkbox"
                    aria-label="Выбрать"
                    prop:checked=move || selected.with(|selected| selected.contains(&id))
                />
            </td>
        }
    });
    let buttons = (sample == Sample::WithoutLinks).then(|| {
        view! {
            <td class="actions">
                <div class="row">
                    <button type="button" class="button primary">
                        "Зачислить"
                    </button>
                    <button type="button" class="quiet">
                        "Отклонить"
                    </button>
                </div>
            </td>
        }
    });
    let cells = view! {
        {checkbox}
        <td class="number">{number}</td>
        <td class="status">
            <StatusBadge status=status />
        </td>
        <td class="wide">{client}</td>
        <td class="right" data-label="Итого">
            {total}
        </td>
        {buttons}
    };
    TableRow {
        id,
        action,
        test_id: "gallery-row",
        class: String::new(),
        cells: cells.into_any(),
    }
}

fn table(sample: Sample, label: &'static str) -> AnyView {
    let is_sorted = sample == Sample::Sorted;
    let sort = is_sorted.then(|| SortLink {
        url: "#sorted".to_owned(),
        test_id: "gallery-sort".to_owned(),
        is_descending: Some(true),
    });
    let mut columns = vec![
        Column::new("number", "Номер"),
        Column::new("status", "Статус"),
        Column::new("wide", "Клиент"),
        Column::new("right", "Итого").sorted(sort),
    ];
    if sample == Sample::WithoutLinks {
        columns.push(Column::new("actions", ""));
    }
    let active: ActiveRow = RwSignal::new(is_sorted.then_some((2, 1)));
    let is_selected = sample == Sample::Selected;
    let chosen = if is_selected { vec![1, 3] } else { Vec::new() };
    let selected: SelectedRows = RwSignal::new(BTreeSet::from_iter(chosen));
    let lead = is_selected.then(|| view! { <td class="select-column"></td> }.into_any());
    let totals = is_sorted.then(|| {
        view! {
            <th scope="row" colspan="3">
                "На странице"
            </th>
            <td class="right">"14 000,50 ¥"</td>
        }
        .into_any()
    });
    view! {
        <Table
            class="gallery-table"
            label=label
            lead=lead
            columns=columns
            rows=ROWS.into_iter().map(|order| row(sample, selected, order)).collect()
            active=active
            selected=Some(selected)
            totals=totals
        />
    }
    .into_any()
}

/// A table of sums, which scrolls sideways on a phone.
fn sums() -> AnyView {
    let months = ["Сентябрь", "Октябрь", "Ноябрь"];
    let columns = ["Период", "Оборот", "Товары", "Доставка", "Комиссия", "Услуги", "Маржа"];
    let heads = (0..).zip(columns);
    let heads = heads.map(|(index, title)| Column::new(if index == 0 { "" } else { "right" }, title));
    let cells = || (1..7).map(|index| view! { <td class="right">{format!("{index} 240 900,50 ₽")}</td> });
    let rows = (0..).zip(months).map(|(id, month)| TableRow {
        id,
        action: RowAction::Nothing,
        test_id: "gallery-row",
        class: String::new(),
        cells: view! {
            <td>{month}</td>
            {cells().collect_view()}
        }
        .into_any(),
    });
    let totals = view! {
        <th scope="row">"Итого"</th>
        {cells().collect_view()}
    };
    view! {
        <Table
            class="gallery-table"
            label="Оборот по месяцам"
            columns=heads.collect()
            rows=rows.collect()
            totals=Some(totals.into_any())
            phone=PhoneLayout::Scroll
            has_density=false
        />
    }
    .into_any()
}

/// Content in place of a table without rows.
fn no_rows() -> AnyView {
    view! {
        <div class="empty">
            <h2>"Ничего не найдено"</h2>
            <p>"Под эти фильтры не подходит ни один заказ."</p>
            <a href="#all" class="button">
                "Показать все заказы"
            </a>
        </div>
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
        {case_view("Table", table(Sample::Plain, "Заказы"))}
        {case_view(
            "Table: sorted, with an active row and totals",
            table(Sample::Sorted, "Заказы по сумме"),
        )}
        {case_view("Table: selected rows", table(Sample::Selected, "Выбранные заказы"))}
        {case_view("Table: rows without links", table(Sample::WithoutLinks, "Пополнения"))}
        {case_view("Table: sums", sums())}
        {case_view("Table: loading", Skeleton::Table.view())}
        {case_view("Table: no rows", no_rows())}
        {case_view("ActionMenu", menu())}
        {case_view("TabList", tabs())}
    }
    .into_any()
}
