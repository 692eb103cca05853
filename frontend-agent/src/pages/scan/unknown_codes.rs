//! Scanned codes that did not match anything, and codes that now match an item.

use super::texts::ScanTexts;
use crate::pages::scan::{results::item_row, state::ScanState};
use frontend_ui::{
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::{
    codes::normalize,
    id::UnknownScanId,
    scan::{DismissUnknownScan, ListUnknownScans, ScanMode, UnknownScan, UnknownScanQuery},
};

/// The list of unknown codes; hidden while it is empty.
#[component]
pub(super) fn UnknownCodes(state: ScanState) -> impl IntoView {
    // An order that gets a track may match a code.
    let list = use_list(
        &[Topic::Order],
        |row: &UnknownScan| row.id.0,
        move |cursor| {
            state.unknown_version.track();
            api::get::<ListUnknownScans>(UnknownScanQuery { cursor, limit: None })
        },
    );
    let action = use_action().reloading(move || list.reload());
    let forget = Callback::new(move |id: UnknownScanId| {
        let call = api::send::<DismissUnknownScan>((id,), Nothing {}, Nothing {}, Options::default());
        action.run(call, |_| {});
    });
    let rows = list.rows();
    // It has no place while it loads: mostly there are none.
    let is_shown = Memo::new(move |_| rows.count() > 0);
    let has_more = move || list.next_cursor().map(|_| "+");
    move || {
        is_shown.get().then(|| {
            view! {
                <section class="card" data-testid="unknown-codes">
                    <h2>{t(ScanTexts::UnknownCodes)}" · "{move || rows.count()} {has_more}</h2>
                    <p class="muted">{t(ScanTexts::UnknownHint)}</p>
                    {rows.view(move |row| unknown_code_row(row, state, forget))}
                    {list.more_button()}
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
    any_view! {
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
}
