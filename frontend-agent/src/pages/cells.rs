//! The cells of the warehouse: the list, and the contents of a cell.

use super::{
    labels,
    scan::{ScanTexts, item_row},
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Loaded, page_by_id},
    features::services::icon,
    i18n::t,
    live::{Topic, use_live},
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::{components::A, hooks::use_navigate};
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::CellId,
    page::Listing,
    scan::{AddCells, Cell, CellCard, ListCells, NewCells, RemoveCell, ShowCell},
};

/// The list of cells, and the form that adds cells.
#[component]
pub(crate) fn CellsPage() -> impl IntoView {
    let cells = LocalResource::new(|| api::get::<ListCells>(Nothing {}));
    use_live(&[Topic::Order], move || cells.refetch());
    let error = RwSignal::new(None::<Error>);
    let names = RwSignal::new(String::new());
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let add = Callback::new(move |names: Vec<String>| {
        spawn_local(async move {
            let result = api::send::<AddCells>((), Nothing {}, NewCells { names }, Options::default()).await;
            match result {
                Ok(_) => {
                    error.set(None);
                    cells.refetch();
                }
                Err(err) => error.set(Some(err)),
            }
        });
    });
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
            names.set(String::new());
            add.run(new_names);
        }
    };
    let content = move |list: Listing<Cell>| {
        if list.data.is_empty() {
            return view! {
                <div class="empty" data-testid="empty">
                    <h2>{t(ScanTexts::NoCells)}</h2>
                </div>
            }
            .into_any();
        }
        let all_labels = labels::url(
            CodeKind::Cell,
            list.data.iter().filter_map(|cell| cell.id).map(|id| id.0),
        );
        let has_labels = list.data.iter().any(|cell| cell.id.is_some());
        view! {
            {has_labels
                .then(|| {
                    view! {
                        <div class="row">
                            <A href=all_labels attr:class="button" attr:target="_blank" attr:data-testid="print-cells">
                                {t(ScanTexts::PrintAll)}
                            </A>
                        </div>
                    }
                })}
            <div class="cells">
                {list.data.into_iter().map(|cell| cell_tile(cell, may_edit.then_some(add))).collect_view()}
            </div>
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(ScanTexts::Cells)}</h1>
            <div class="spacer"></div>
            <A href="/agent/scan" attr:class="quiet">
                {t(ScanTexts::Scanner)}
                " →"
            </A>
        </div>
        <ErrorNote error=error />
        {may_edit
            .then(|| {
                view! {
                    <form class="card narrow" on:submit=submit>
                        <label class="field">
                            <span>{t(ScanTexts::NewCells)}</span>
                            <textarea
                                class="cell-names"
                                data-testid="cell-names"
                                placeholder="A-01\nA-02"
                                prop:value=move || names.get()
                                on:input=move |event| names.set(event_target_value(&event))
                            ></textarea>
                        </label>
                        <div class="row">
                            <button class="button primary" data-testid="add-cells">
                                {t(ScanTexts::AddCells)}
                            </button>
                        </div>
                    </form>
                }
            })}
        <Loaded resource=cells content=content />
    }
}

/// A cell of the list. A cell without an id has items but no label yet; `add` creates one.
fn cell_tile(cell: Cell, add: Option<Callback<Vec<String>>>) -> AnyView {
    let name = cell.name.clone();
    let head = match cell.id {
        Some(id) => view! { <A href=format!("/agent/cells/{id}")>{cell.name}</A> }.into_any(),
        None => view! { <span>{cell.name}</span> }.into_any(),
    };
    let tail = match (cell.id, add) {
        (Some(id), _) => view! {
            <A
                href=labels::url(CodeKind::Cell, [id.0])
                attr:class="icon"
                attr:target="_blank"
                attr:aria-label=t(ScanTexts::PrintLabel)
                attr:title=t(ScanTexts::PrintLabel)
            >
                {icon("print")}
            </A>
        }
        .into_any(),
        (None, Some(add)) => view! {
            <button type="button" class="quiet" on:click=move |_| add.run(vec![name.clone()])>
                {t(ScanTexts::MakeLabel)}
            </button>
        }
        .into_any(),
        (None, None) => ().into_any(),
    };
    view! {
        <div class="storage-cell" data-testid="cell">
            {head}
            <span class="spacer"></span>
            <span class="muted">{cell.items}</span>
            {tail}
        </div>
    }
    .into_any()
}

/// The contents of a cell, by the id in the URL.
#[component]
pub(crate) fn CellPage() -> impl IntoView {
    page_by_id(cell_page)
}

fn cell_page(id: Memo<CellId>) -> impl IntoView {
    let cell =
        LocalResource::new(move || api::send::<ShowCell>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    use_live(&[Topic::Order], move || cell.refetch());
    let error = RwSignal::new(None::<Error>);
    let navigate = StoredValue::new_local(use_navigate());
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let remove = move |_| {
        spawn_local(async move {
            let path = (id.get_untracked(),);
            match api::send::<RemoveCell>(path, Nothing {}, Nothing {}, Options::default()).await {
                Ok(_) => {
                    navigate.try_with_value(|navigate| {
                        navigate("/agent/cells", leptos_router::NavigateOptions::default());
                    });
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let content = move |card: CellCard| {
        let empty = card.contents.is_empty();
        view! {
            <div class="page-head">
                <h1 data-testid="cell-name">{t(ScanTexts::InCell)}" "{card.cell.name}</h1>
                <code class="code">{card.cell.code}</code>
                <div class="spacer"></div>
                <A href=labels::url(CodeKind::Cell, [id.get_untracked().0]) attr:class="button" attr:target="_blank">
                    {t(ScanTexts::PrintLabel)}
                </A>
                {(may_edit && empty)
                    .then(|| {
                        view! {
                            <button type="button" class="quiet" on:click=remove>
                                {t(ScanTexts::RemoveCell)}
                            </button>
                        }
                    })}
            </div>
            <ErrorNote error=error />
            {if empty {
                view! {
                    <div class="empty" data-testid="empty">
                        <h2>{t(ScanTexts::EmptyCell)}</h2>
                    </div>
                }
                    .into_any()
            } else {
                view! {
                    <section class="card narrow">{card.contents.into_iter().map(item_row).collect_view()}</section>
                }
                    .into_any()
            }}
        }
        .into_any()
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/cells", t(ScanTexts::Cells))] />
        <Loaded resource=cell content=content />
    }
}
