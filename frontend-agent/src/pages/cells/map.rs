//! The map: a tile for each cell, by rack. The fuller a cell is, the stronger is its colour.

use super::{
    racks::{CellFilter, Rack, racks},
    texts::CellTexts,
};
use crate::pages::scan::ScanTexts;
use frontend_ui::{features::order_status::item_count, i18n::t};
use leptos::prelude::*;
use shared_types::scan::Cell;

/// The classes of tiles, with the number of items from which a tile has them.
const FULLNESS: [(i64, &str); 4] = [(0, "full-0"), (1, "full-1"), (5, "full-2"), (15, "full-3")];

#[component]
pub(super) fn CellMap(
    cells: Vec<Cell>,
    filter: Memo<CellFilter>,
    search: RwSignal<String>,
    /// Creates the labels of cells with these names.
    add: Option<Callback<Vec<String>>>,
) -> impl IntoView {
    move || {
        let racks = search.with(|search| racks(&cells, filter.get(), search));
        if racks.is_empty() {
            return any_view! { <p class="muted">{t(CellTexts::NothingFound)}</p> };
        }
        racks
            .into_iter()
            .map(|rack| rack_view(rack, add))
            .collect_view()
            .into_any()
    }
}

fn rack_view(rack: Rack, add: Option<Callback<Vec<String>>>) -> impl IntoView {
    let items = rack.items();
    let title = if rack.name.is_empty() {
        t(CellTexts::OtherNames).to_owned()
    } else {
        rack.name
    };
    let is_long = |cell: &Cell| cell.name.chars().count() > 7;
    let class = if rack.cells.iter().any(is_long) {
        "cell-map long"
    } else {
        "cell-map"
    };
    view! {
        <section class="rack" data-testid="rack">
            <h2>
                <bdi>{title}</bdi>
                " "
                <span class="muted">{item_count(i32::try_from(items).unwrap_or(i32::MAX))}</span>
            </h2>
            <ul class=class>
                {rack.cells.into_iter().map(|cell| view! { <li>{tile(cell, add)}</li> }).collect_view()}
            </ul>
        </section>
    }
}

/// The tile of a cell: a link to its contents. A cell without an id has items but no label yet; its tile creates one.
fn tile(cell: Cell, add: Option<Callback<Vec<String>>>) -> AnyView {
    let fullness = FULLNESS.iter().rfind(|(items, _)| cell.items >= *items);
    let class = format!("cell-tile {}", fullness.map_or("", |(_, class)| class));
    let content = view! {
        <strong dir="auto">{cell.name.clone()}</strong>
        <span>{cell.items}</span>
    };
    match (cell.id, add) {
        (Some(id), _) => any_view! {
            <a href=format!("/agent/cells/{id}") class=class data-testid="cell">
                {content}
            </a>
        },
        (None, Some(add)) => any_view! {
            <button
                type="button"
                class=format!("{class} unlabelled")
                data-testid="unlabelled-cell"
                title=t(ScanTexts::MakeLabel)
                on:click=move |_| add.run(vec![cell.name.clone()])
            >
                {content}
                <small>{t(ScanTexts::MakeLabel)}</small>
            </button>
        },
        (None, None) => any_view! { <span class=format!("{class} unlabelled")>{content}</span> },
    }
}
