//! The table of a list: a head that sorts and stays in sight, rows that open pages by click and by key, and a line of totals.
//! On phones the style sheet of each list makes cards of its rows.

use crate::i18n::{self, t};
use leptos::{ev, prelude::*, wasm_bindgen::JsCast};
use leptos_router::{NavigateOptions, components::A, hooks::use_navigate};
use std::collections::BTreeSet;

crate::texts! {
    enum TableTexts;
    Compact: "Плотные строки", "Compact rows", "紧凑行";
}

/// Local storage key of the density.
const DENSITY_KEY: &str = "karavan.compact-rows";

/// The row that the keyboard has chosen: its id, and where it was. It survives that the list is fetched again.
pub type ActiveRow = RwSignal<Option<(i64, usize)>>;

/// The rows that a person has selected, by their ids.
pub type SelectedRows = RwSignal<BTreeSet<i64>>;

/// Where the head of a column sorts.
#[derive(Clone, Debug)]
pub struct SortLink {
    pub url: String,
    pub test_id: String,
    /// Whether the list is sorted by the column, and which way.
    pub is_descending: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct Column {
    class: &'static str,
    title: &'static str,
    sort: Option<SortLink>,
}

impl Column {
    pub const fn new(class: &'static str, title: &'static str) -> Self {
        Self {
            class,
            title,
            sort: None,
        }
    }

    /// Lets the head sort.
    #[must_use]
    pub fn sorted(self, sort: Option<SortLink>) -> Self {
        Self { sort, ..self }
    }

    fn view(self) -> AnyView {
        let Self { class, title, sort } = self;
        let Some(SortLink {
            url,
            test_id,
            is_descending,
        }) = sort
        else {
            // A head without a text would be an empty one to screen readers.
            return if title.is_empty() {
                view! { <td class=class></td> }.into_any()
            } else {
                view! { <th class=class>{title}</th> }.into_any()
            };
        };
        let (direction, mark) = match is_descending {
            Some(true) => ("descending", " ↓"),
            Some(false) => ("ascending", " ↑"),
            None => ("none", ""),
        };
        view! {
            <th class=class aria-sort=direction>
                <A href=url attr:class="sort-link" attr:data-testid=test_id>
                    {title}
                    <span aria-hidden="true">{mark}</span>
                </A>
            </th>
        }
        .into_any()
    }
}

/// A row that opens a page.
pub struct TableRow {
    pub id: i64,
    pub url: String,
    pub test_id: &'static str,
    pub class: String,
    pub cells: AnyView,
}

/// Whether the event happened on something that handles it itself.
fn is_on_control(event: &web_sys::Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let control = target.and_then(|target| {
        target
            .closest("a, button, input, select, textarea, label, summary")
            .ok()
    });
    control.flatten().is_some()
}

/// The rows that the keys for down and up lead to. If the active row is gone, they start from where it was.
fn neighbours(active: Option<(i64, usize)>, ids: &[i64]) -> (usize, usize) {
    let last = ids.len().saturating_sub(1);
    let Some((id, index)) = active else {
        return (0, 0);
    };
    match ids.iter().position(|other| *other == id) {
        Some(now) => ((now + 1).min(last), now.saturating_sub(1)),
        None => (index.min(last), index.saturating_sub(1).min(last)),
    }
}

/// Scrolls to the active row, once it is marked.
fn scroll_to_active_row() {
    request_animation_frame(|| {
        if let Ok(Some(row)) = document().query_selector("tr.chosen") {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            row.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Whether the key is for something else: a field has the focus, or a dialog is open.
fn is_key_taken(event: &ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let fields = "input:not([type=checkbox], [type=radio]), select, textarea";
    let is_field = target.is_some_and(|target| target.matches(fields).unwrap_or(false));
    let is_modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    is_field
        || is_modified
        || matches!(
            document().query_selector("dialog[open], [data-takes-keys]"),
            Ok(Some(_))
        )
}

#[derive(Clone)]
struct TableKeys {
    ids: Vec<i64>,
    active: ActiveRow,
    selected: Option<SelectedRows>,
    open: Callback<i64>,
}

impl TableKeys {
    /// Whether the key did something. Letters are physical keys: people use Latin, Cyrillic and Chinese layouts.
    fn handle(&self, event: &ev::KeyboardEvent) -> bool {
        let chosen = self.active.get_untracked();
        let current = chosen.map(|(id, _)| id).filter(|id| self.ids.contains(id));
        let (below, above) = neighbours(chosen, &self.ids);
        let choose = |index: usize| {
            if let Some(id) = self.ids.get(index) {
                self.active.set(Some((*id, index)));
                scroll_to_active_row();
            }
            true
        };
        match (event.code().as_str(), event.key().as_str()) {
            ("KeyJ", _) | (_, "ArrowDown") => choose(below),
            ("KeyK", _) | (_, "ArrowUp") => choose(above),
            (_, "Enter") if !is_on_control(event) => current.map(|id| self.open.run(id)).is_some(),
            ("KeyX", _) => {
                let selected = self.selected.zip(current);
                let toggle = |(selected, id): (SelectedRows, i64)| {
                    selected.update(|selected| {
                        if !selected.remove(&id) {
                            selected.insert(id);
                        }
                    });
                };
                selected.map(toggle).is_some()
            }
            (_, "/") => {
                let search = document().query_selector("main input.search").ok().flatten();
                let search = search.and_then(|search| search.dyn_into::<web_sys::HtmlElement>().ok());
                search.is_some_and(|search| search.focus().is_ok())
            }
            _ => false,
        }
    }
}

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

/// The button that makes the rows of all tables lower or higher.
fn density_button(is_compact: RwSignal<bool>) -> AnyView {
    let toggle = move |_| {
        is_compact.update(|is_compact| *is_compact = !*is_compact);
        if let Some(storage) = i18n::storage() {
            // Fails if the storage is full; then the choice lasts until the page is left.
            let _ = if is_compact.get_untracked() {
                storage.set_item(DENSITY_KEY, "1")
            } else {
                storage.remove_item(DENSITY_KEY)
            };
        }
    };
    view! {
        <button
            type="button"
            class="quiet density"
            data-testid="density"
            aria-pressed=move || is_compact.get().to_string()
            on:click=toggle
        >
            {t(TableTexts::Compact)}
        </button>
    }
    .into_any()
}

/// A table of rows that open pages. `j` and `k` or the arrows choose a row, Enter opens it, `x` selects
/// it, and `/` focuses the search of the page.
#[component]
pub fn Table(
    /// The classes of the list.
    #[prop(into)]
    class: Signal<String>,
    /// What the table shows, for screen readers.
    label: &'static str,
    /// The heads before those of the columns, such as the one with the checkbox.
    #[prop(optional_no_strip)]
    lead: Option<AnyView>,
    columns: Vec<Column>,
    rows: Vec<TableRow>,
    active: ActiveRow,
    #[prop(optional_no_strip)] selected: Option<SelectedRows>,
    /// Called before a row is opened.
    #[prop(optional)]
    opening: Option<Callback<i64>>,
    /// The cells of the line of totals.
    #[prop(optional_no_strip)]
    totals: Option<AnyView>,
    /// The links to other pages of the list.
    #[prop(optional_no_strip)]
    pager: Option<AnyView>,
) -> impl IntoView {
    let stored = i18n::storage().and_then(|storage| storage.get_item(DENSITY_KEY).ok().flatten());
    let is_compact = RwSignal::new(stored.is_some());
    let urls: Vec<(i64, String)> = rows.iter().map(|row| (row.id, row.url.clone())).collect();
    let ids = urls.iter().map(|(id, _)| *id).collect();
    let (urls, navigate) = (StoredValue::new(urls), StoredValue::new_local(use_navigate()));
    let url_of =
        move |id: i64| urls.with_value(|urls| urls.iter().find(|(of, _)| *of == id).map(|(_, url)| url.clone()));
    let open = Callback::new(move |id: i64| {
        if let Some(opening) = opening {
            opening.run(id);
        }
        if let Some(url) = url_of(id) {
            navigate.with_value(|navigate| navigate(&url, NavigateOptions::default()));
        }
    });
    let keys = TableKeys {
        ids,
        active,
        selected,
        open,
    };
    let listener = window_event_listener(ev::keydown, move |event| {
        if !is_key_taken(&event) && keys.handle(&event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    let row = |row: TableRow| {
        let id = row.id;
        let on_click = move |event: ev::MouseEvent| {
            if is_on_control(&event) {
                return;
            }
            if event.ctrl_key() || event.meta_key() {
                // Fails if the browser blocks new windows.
                let _ = url_of(id).map(|url| window().open_with_url_and_target(&url, "_blank"));
            } else {
                open.run(id);
            }
        };
        view! {
            <tr
                class=row.class
                class:chosen=move || active.get().is_some_and(|(active, _)| active == id)
                data-testid=row.test_id
                on:click=on_click
            >
                {row.cells}
            </tr>
        }
    };
    let rows = rows.into_iter().map(row).collect_view();
    view! {
        <div
            class=move || {
                let density = if is_compact.get() { "compact" } else { "" };
                class.with(|class| format!("table opens-rows {class} {density}"))
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
        <div class="row table-foot">{density_button(is_compact)} <span class="spacer"></span> {pager}</div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::neighbours;

    #[test]
    fn the_keys_start_from_the_active_row_wherever_it_is_now() {
        assert_eq!(neighbours(None, &[7, 8, 9]), (0, 0));
        assert_eq!(neighbours(Some((8, 0)), &[7, 8, 9]), (2, 0));
        assert_eq!(neighbours(Some((9, 2)), &[7, 8, 9]), (2, 1));
        assert_eq!(neighbours(Some((8, 1)), &[7, 9]), (1, 0), "the row is gone");
        assert_eq!(neighbours(Some((8, 5)), &[]), (0, 0));
    }
}
