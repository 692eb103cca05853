//! The contents of a cell.

use super::texts::CellTexts;
use crate::pages::{
    labels,
    scan::{ScanTexts, item_row},
};
use frontend_ui::{
    components::{Breadcrumb, Crumb, page_by_id},
    data::use_record,
    prelude::*,
};
use leptos_router::hooks::use_navigate;
use shared_types::{
    codes::CodeKind,
    id::CellId,
    scan::{RemoveCell, ShowCell},
};

/// The contents of a cell, by the id in the URL.
#[component]
pub(crate) fn CellPage() -> impl IntoView {
    page_by_id(cell_page)
}

fn cell_page(id: Memo<CellId>) -> impl IntoView {
    let cell = use_record(&[], id, |id| {
        api::send::<ShowCell>((id,), Nothing {}, Nothing {}, Options::default())
    })
    .also_following(&[Topic::Order]);
    let action = use_action();
    let navigate = StoredValue::new_local(use_navigate());
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let remove = move |_| {
        let name = cell.read(|card| card.cell.name.clone()).unwrap_or_default();
        let question = (t(ScanTexts::ConfirmRemoveCell).to_owned(), t(ScanTexts::RemoveCell));
        let removal = api::send::<RemoveCell>((id.get_untracked(),), Nothing {}, Nothing {}, Options::default());
        action.run_confirmed(name, question, removal, move |_| {
            navigate.try_with_value(|navigate| navigate("/agent/cells", leptos_router::NavigateOptions::default()));
        });
    };
    let is_empty = cell.slice(|card| card.contents.is_empty());
    let remove_button = move |is_empty: &bool| {
        (may_edit && *is_empty).then(|| {
            view! {
                <button type="button" class="quiet" disabled=move || action.is_busy() on:click=remove>
                    {t(ScanTexts::RemoveCell)}
                </button>
            }
        })
    };
    let hidden = cell.slice(|card| {
        card.cell
            .items
            .saturating_sub(i64::try_from(card.contents.len()).unwrap_or(i64::MAX))
    });
    let hidden_note = |hidden: &i64| {
        (*hidden > 0).then(|| {
            view! {
                <p class="muted" data-testid="hidden-items">
                    {t(CellTexts::NotShown)}
                    " "
                    {*hidden}
                </p>
            }
        })
    };
    let contents = move |is_empty: &bool| {
        if *is_empty {
            return empty_state(t(ScanTexts::EmptyCell), None);
        }
        let rows = cell.view(|card| card.contents.iter().cloned().map(item_row).collect_view());
        any_view! {
            {hidden.view(hidden_note)}
            <section class="card narrow">{rows}</section>
        }
    };
    let content = move || {
        any_view! {
            <div class="page-head">
                <h1 data-testid="cell-name">
                    {t(ScanTexts::InCell)} " " <bdi>{move || cell.with(|card| card.cell.name.clone())}</bdi>
                </h1>
                <code class="code">{move || cell.with(|card| card.cell.code.clone())}</code>
                <div class="spacer"></div>
                <a href=labels::url(CodeKind::Cell, [id.get_untracked().0]) class="button" target="_blank">
                    {t(ScanTexts::PrintLabel)}
                </a>
                {is_empty.view(remove_button)}
            </div>
            <ErrorNote error=action />
            {is_empty.view(contents)}
        }
    };
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/cells", t(ScanTexts::Cells))] />
        {cell.page(Skeleton::Rows, content)}
    }
}
