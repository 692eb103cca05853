//! Scanned codes that did not match anything, and codes that now match an item.

use super::texts::ScanTexts;
use crate::pages::scan::{results::item_row, state::ScanState};
use frontend_ui::{
    api::{self, Fetched, Options},
    format,
    i18n::{Counted, counted, t},
    live::{Topic, use_live},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    codes::normalize,
    endpoint::Nothing,
    id::UnknownScanId,
    scan::{DismissUnknownScan, ListUnknownScans, ScanMode, UnknownScan},
};

/// The list of unknown codes; hidden while it is empty.
#[component]
pub(super) fn UnknownCodes(state: ScanState) -> impl IntoView {
    let list = Fetched::new(move || {
        state.unknown_version.track();
        api::get::<ListUnknownScans>(Nothing {})
    });
    // An order that gets a track may match a code.
    use_live(&[Topic::Order], move || list.refetch());
    let forget = move |id: UnknownScanId| {
        spawn_local(async move {
            let removed = api::send::<DismissUnknownScan>((id,), Nothing {}, Nothing {}, Options::default()).await;
            if removed.is_ok() {
                list.refetch();
            }
        });
    };
    move || {
        let rows = list.get()?.ok()?.data;
        (!rows.is_empty()).then(|| {
            view! {
                <section class="card" data-testid="unknown-codes">
                    <h2>{t(ScanTexts::UnknownCodes)}" · "{rows.len()}</h2>
                    <p class="muted">{t(ScanTexts::UnknownHint)}</p>
                    {rows
                        .into_iter()
                        .map(|row| self::unknown_code_row(row, state, Callback::new(forget)))
                        .collect_view()}
                </section>
            }
        })
    }
}

fn unknown_code_row(row: UnknownScan, state: ScanState, forget: Callback<UnknownScanId>) -> AnyView {
    let is_matched = !row.found.items.is_empty();
    let (code, cell, id) = (row.found.code.clone(), row.cell.clone(), row.id);
    let receive = move |_| {
        let cell_name = cell.as_deref().map(normalize);
        state.mode.set(ScanMode::Receive);
        // Into the cell of the first scan, or else into the current cell.
        if let Some(name) = cell_name {
            state.handle_code(&name);
        }
        state.handle_code(&code);
    };
    let details = format!(
        "{} · {}{}",
        format::date_time(row.last_at),
        counted(row.seen.into(), Counted::Times),
        row.cell.map(|cell| format!(" · {cell}")).unwrap_or_default()
    );
    view! {
        <div class="token" data-testid="unknown-code">
            <span>
                <strong>{row.found.code}</strong>
                <small class="muted">{details}</small>
                {is_matched.then(|| view! { <span class="badge item-accepted">{t(ScanTexts::Matched)}</span> })}
            </span>
            {is_matched
                .then(|| {
                    view! {
                        <button type="button" class="button primary" data-testid="receive-matched" on:click=receive>
                            {t(ScanTexts::ReceiveNow)}
                        </button>
                    }
                })}
            <button type="button" class="quiet" data-testid="forget-code" on:click=move |_| forget.run(id)>
                {t(ScanTexts::Forget)}
            </button>
        </div>
        {row.found.items.into_iter().map(item_row).collect_view()}
    }
    .into_any()
}
