//! The table of a list: a head that sorts and stays in sight, rows that open pages by click and by key, and a line of totals.
//! On phones each row is a card, whose cells are labelled by their columns; see `styles/tables.css`.

mod columns;
mod density;
mod keys;
mod selection;

use crate::data::{RenderRow, Row, count_in_steps};
pub use columns::{Column, SortLink};
use density::{density_button, stored_density};
pub use keys::{ActiveRow, SelectedRows};
use keys::{TableKeys, is_key_taken, is_on_control};
use leptos::{ev, prelude::*, wasm_bindgen::JsCast};
use leptos_router::{NavigateOptions, hooks::use_navigate};
pub use selection::{has_selected, select_cell, select_head, selection_bar, steps_sheet};
use std::{collections::BTreeMap, sync::Arc};

/// The effect of a click on a row.
pub enum RowAction {
    /// It opens the page with this URL.
    Open(String),
    /// Nothing: the row shows everything, or its cells have links and buttons.
    Nothing,
}

impl RowAction {
    fn url(&self) -> Option<String> {
        match self {
            Self::Open(url) => Some(url.clone()),
            Self::Nothing => None,
        }
    }
}

pub struct TableRow {
    pub id: i64,
    pub action: RowAction,
    pub test_id: &'static str,
    pub class: String,
    pub cells: AnyView,
}

/// Rows that are given, or follow a list.
pub enum TableRows {
    /// They stay as they are.
    Fixed(Vec<TableRow>),
    /// They follow the changes of a list.
    Live(Signal<Vec<Row>>, RenderRow<TableRow>),
}

impl FromIterator<TableRow> for TableRows {
    fn from_iter<I: IntoIterator<Item = TableRow>>(rows: I) -> Self {
        Self::Fixed(rows.into_iter().collect())
    }
}

/// The layout of a table on a phone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhoneLayout {
    /// Each row is a card.
    #[default]
    Cards,
    /// The table scrolls sideways, with its first column in sight.
    Scroll,
}

/// How many rows the task renders that shows the table. They fill the screen of a laptop.
const FIRST_ROWS: usize = 20;
/// How many rows each later task renders.
const ROWS_PER_TASK: usize = 10;

/// Gives a cell whose text is cut a tooltip with the whole text.
fn explain_cut_text(event: &web_sys::Event) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let cell = target.and_then(|target| target.closest("td.wide").ok()).flatten();
    if let Some(cell) = cell.filter(|cell| cell.scroll_width() > cell.client_width() && !cell.has_attribute("title")) {
        let text = cell.text_content().unwrap_or_default();
        // Fails only if the attribute's name is not valid.
        let _ = cell.set_attribute("title", text.trim());
    }
}

/// The table of a list. If its rows open pages, `j` and `k` or the arrows choose a row, Enter opens it, `x` selects it, and `/`
/// focuses the search of the page.
#[component]
pub fn Table(
    /// The classes of the list.
    #[prop(into)]
    class: Signal<String>,
    /// Describes the table for screen readers.
    label: &'static str,
    /// Additional heads before the heads of the columns, such as the checkbox.
    #[prop(optional_no_strip)]
    lead: Option<AnyView>,
    columns: Vec<Column>,
    rows: TableRows,
    /// The row of the keys. A table without it takes no keys.
    #[prop(optional)]
    active: Option<ActiveRow>,
    #[prop(optional_no_strip)] selected: Option<SelectedRows>,
    /// Whether the side panel of the active row is open: Space opens and closes it, Escape closes it.
    #[prop(optional)]
    preview: Option<RwSignal<bool>>,
    /// Called before a row is opened.
    #[prop(optional)]
    opening: Option<Callback<i64>>,
    /// The cells of the line of totals.
    #[prop(optional_no_strip)]
    totals: Option<AnyView>,
    /// The links to other pages of the list.
    #[prop(optional_no_strip)]
    pager: Option<AnyView>,
    #[prop(optional)] phone: PhoneLayout,
    /// Whether the person may make the rows lower. A report has one height.
    #[prop(default = true)]
    has_density: bool,
) -> impl IntoView {
    let is_compact = stored_density();
    let order: Signal<Vec<i64>> = match &rows {
        TableRows::Fixed(rows) => Signal::stored(rows.iter().map(|row| row.id).collect()),
        TableRows::Live(rows, _) => {
            let rows = *rows;
            Signal::derive(move || rows.read().iter().map(|row| row.id).collect())
        }
    };
    // The URLs of the rows that open pages.
    let urls = StoredValue::new(BTreeMap::<i64, String>::new());
    let navigate = StoredValue::new_local(use_navigate());
    let url_of = move |id: i64| urls.with_value(|urls| urls.get(&id).cloned());
    let open = Callback::new(move |id: i64| {
        if let Some(opening) = opening {
            opening.run(id);
        }
        if let Some(url) = url_of(id) {
            navigate.with_value(|navigate| navigate(&url, NavigateOptions::default()));
        }
    });
    if let Some(active) = active {
        let keys = move || TableKeys {
            ids: order
                .get_untracked()
                .into_iter()
                .filter(|id| url_of(*id).is_some())
                .collect(),
            active,
            selected,
            open,
            preview,
        };
        let listener = window_event_listener(ev::keydown, move |event| {
            if !is_key_taken(&event) && keys().handle(&event) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    }
    let row = move |row: TableRow| {
        let id = row.id;
        let url = row.action.url();
        let does_open = url.is_some();
        if let Some(url) = url {
            urls.update_value(|urls| {
                urls.insert(id, url);
            });
        }
        let on_click = move |event: ev::MouseEvent| {
            if !does_open || is_on_control(&event) {
                return;
            }
            if event.ctrl_key() || event.meta_key() {
                // Fails if the browser blocks new windows.
                let _ = url_of(id).map(|url| window().open_with_url_and_target(&url, "_blank"));
            } else {
                open.run(id);
            }
        };
        let is_active = move || active?.get().filter(|(active, _)| *active == id);
        any_view! {
            <tr
                class=row.class
                class:opens=does_open
                class:chosen=move || is_active().is_some()
                data-testid=row.test_id
                on:click=on_click
            >
                {row.cells}
            </tr>
        }
    };
    // The active row is scrolled into view, so it is among the first. Tables without keys are rendered whole: most have few rows.
    let at_once = active.map_or(usize::MAX, |active| {
        let to_active = active.get_untracked().map_or(0, |(_, index)| index + 1);
        FIRST_ROWS.max(to_active)
    });
    let rows = match rows {
        TableRows::Fixed(rows) => rows.into_iter().map(row).collect_view().into_any(),
        TableRows::Live(rows, render) => {
            let count = count_in_steps(rows, at_once, ROWS_PER_TASK);
            let row = move |shown: Row| {
                let render = Arc::clone(&render);
                (move || render(&shown.value.get()).map(row)).into_any()
            };
            let each = move || rows.get().into_iter().take(count.get());
            any_view! { <For each=each key=|row| row.id children=row /> }
        }
    };
    let layout = match phone {
        PhoneLayout::Cards => "row-cards",
        PhoneLayout::Scroll => "scrolled",
    };
    any_view! {
        <div
            class=move || {
                let density = if has_density && is_compact.get() { "compact" } else { "" };
                class.with(|class| format!("table data-table {layout} {class} {density}"))
            }
            tabindex="0"
            role="region"
            aria-label=label
            on:pointerover=|event| explain_cut_text(&event)
        >
            <table>
                <thead>
                    <tr>{lead} {columns.into_iter().map(Column::view).collect_view()}</tr>
                </thead>
                <tbody>{rows}</tbody>
                {totals
                    .map(|totals| {
                        view! {
                            <tfoot>
                                <tr>{totals}</tr>
                            </tfoot>
                        }
                    })}
            </table>
        </div>
        {(has_density || pager.is_some())
            .then(|| {
                view! {
                    <div class="row table-foot">
                        {has_density.then(|| density_button(is_compact))} <span class="spacer"></span> {pager}
                    </div>
                }
            })}
    }
}
