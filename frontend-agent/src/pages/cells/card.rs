//! The contents of a cell.

use crate::pages::{
    labels,
    scan::{ScanTexts, item_row},
};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Loaded, empty_state, page_by_id},
    i18n::t,
    live::{Topic, use_live},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::CellId,
    scan::{CellCard, RemoveCell, ShowCell},
};

/// The contents of a cell, by the id in the URL.
#[component]
pub(crate) fn CellPage() -> impl IntoView {
    page_by_id(cell_page)
}

fn cell_page(id: Memo<CellId>) -> impl IntoView {
    let cell = Fetched::new(move || api::send::<ShowCell>((id.get(),), Nothing {}, Nothing {}, Options::default()));
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
                <h1 data-testid="cell-name">{t(ScanTexts::InCell)}" "<bdi>{card.cell.name}</bdi></h1>
                <code class="code">{card.cell.code}</code>
                <div class="spacer"></div>
                <a href=labels::url(CodeKind::Cell, [id.get_untracked().0]) class="button" target="_blank">
                    {t(ScanTexts::PrintLabel)}
                </a>
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
                empty_state(t(ScanTexts::EmptyCell), None)
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
