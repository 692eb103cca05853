//! The cells of the warehouse: the map of all cells, and the contents of one.

mod card;
mod map;
mod measures;
mod racks;
mod texts;

pub(crate) use card::CellPage;

use super::{labels, scan::ScanTexts};
use frontend_ui::{components::FilterTab, prelude::*};
use leptos_router::hooks::use_query_map;
use map::CellMap;
use measures::MeasuresButton;
use racks::CellFilter;
use shared_types::{
    codes::CodeKind,
    page::Listing,
    scan::{AddCells, Cell, ListCells, NewCells},
};
use texts::CellTexts;

/// The map of the cells, with a filter in the address, and the dialog that adds cells.
#[component]
pub(crate) fn CellsPage() -> impl IntoView {
    let cells = use_value(&[Topic::Order], || api::get::<ListCells>(Nothing {}));
    let query = use_query_map();
    let filter = Memo::new(move |_| query.with(|query| CellFilter::from_query(query.get("show").as_deref())));
    let (action, is_adding) = (use_action().reloading(move || cells.reload()), RwSignal::new(false));
    let search = RwSignal::new(String::new());
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let add = Callback::new(move |names: Vec<String>| {
        let call = api::send::<AddCells>((), Nothing {}, NewCells { names }, Options::default());
        action.run(call, move |_| is_adding.set(false));
    });
    let content = move |list: &Listing<Cell>| {
        if list.data.is_empty() {
            return empty_state(t(ScanTexts::NoCells), Some(t(CellTexts::FirstCells)));
        }
        let cells = list.data.clone();
        any_view! { <CellMap cells=cells filter=filter search=search add=may_edit.then_some(add) /> }
    };
    let tabs = CellFilter::ALL.map(|one| {
        view! {
            <FilterTab
                url=one.url()
                is_active=Signal::derive(move || filter.get() == one)
                test_id=one.as_str()
                name=t(one.title())
            />
        }
    });
    view! {
        <div class="page-head">
            <h1>{t(ScanTexts::Cells)}</h1>
            <div class="spacer"></div>
            <a href="/agent/scan" class="button">
                {t(ScanTexts::Scanner)}
            </a>
            {cells.view(print_link)}
            {may_edit.then(|| view! { <MeasuresButton /> })}
            {may_edit
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button primary"
                            data-testid="new-cells"
                            on:click=move |_| is_adding.set(true)
                        >
                            {t(ScanTexts::AddCells)}
                        </button>
                    }
                })}
        </div>
        <nav class="tabs" aria-label=t(ScanTexts::Cells)>
            {tabs}
        </nav>
        <div class="filters">
            <input
                type="search"
                dir="auto"
                class="search"
                placeholder=t(CellTexts::Search)
                aria-label=t(CellTexts::Search)
                data-testid="cell-search"
                prop:value=move || search.get()
                on:input=move |event| search.set(event_target_value(&event))
            />
        </div>
        <Show when=move || !is_adding.get()>
            <ErrorNote error=action />
        </Show>
        {cells.page(Skeleton::Rows, move || cells.view(content))}
        <Show when=move || is_adding.get()>
            <NewCellsDialog action=action add=add close=Callback::new(move |()| is_adding.set(false)) />
        </Show>
    }
}

/// The link that prints the labels of all cells that have one.
fn print_link(cells: &Listing<Cell>) -> impl IntoView + use<> {
    let ids: Vec<i64> = cells.data.iter().filter_map(|cell| cell.id).map(|id| id.0).collect();
    (!ids.is_empty()).then(|| {
        view! {
            <a href=labels::url(CodeKind::Cell, ids) class="button" target="_blank" data-testid="print-cells">
                {t(ScanTexts::PrintAll)}
            </a>
        }
    })
}

#[component]
fn NewCellsDialog(action: Action, add: Callback<Vec<String>>, close: Callback<()>) -> impl IntoView {
    let names = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = names.get_untracked();
        let new_names: Vec<String> = typed
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(ToOwned::to_owned)
            .collect();
        if !new_names.is_empty() {
            add.run(new_names);
        }
    };
    view! {
        <Dialog title=t(ScanTexts::AddCells) close=close>
            <form class="form" on:submit=submit>
                <label class="field">
                    <span>{t(ScanTexts::NewCells)}</span>
                    <textarea
                        dir="auto"
                        class="cell-names"
                        data-testid="cell-names"
                        placeholder="A-01\nA-02"
                        prop:value=move || names.get()
                        on:input=move |event| names.set(event_target_value(&event))
                    ></textarea>
                </label>
                <ErrorNote error=action />
                <div class="row">
                    <button class="button primary" data-testid="add-cells" disabled=move || action.is_busy()>
                        {t(ScanTexts::AddCells)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
