//! Codes that nobody knew, and those among them that found their product.

use super::{desk::Desk, show::thing, texts::Words};
use frontend_ui::{
    api::{self, Options},
    format,
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    codes::tidy,
    endpoint::Nothing,
    id::UnknownScanId,
    scan::{ForgetUnknownScan, ListUnknownScans, ScanMode, UnknownScan},
};

/// The list; nothing while nothing waits.
#[component]
pub(super) fn Unknown(desk: Desk) -> impl IntoView {
    let list = LocalResource::new(move || {
        desk.unknown.track();
        api::get::<ListUnknownScans>(Nothing {})
    });
    let forget = move |id: UnknownScanId| {
        spawn_local(async move {
            let gone = api::send::<ForgetUnknownScan>((id,), Nothing {}, Nothing {}, Options::default()).await;
            if gone.is_ok() {
                list.refetch();
            }
        });
    };
    move || {
        let rows = list.get()?.ok()?.data;
        (!rows.is_empty()).then(|| {
            view! {
                <section class="card" data-testid="unknown-codes">
                    <h2>{t(Words::UnknownCodes)}" · "{rows.len()}</h2>
                    <p class="muted">{t(Words::UnknownHint)}</p>
                    {rows.into_iter().map(|row| self::row(row, desk, Callback::new(forget))).collect_view()}
                </section>
            }
        })
    }
}

fn row(row: UnknownScan, desk: Desk, forget: Callback<UnknownScanId>) -> AnyView {
    let matched = !row.found.items.is_empty();
    let (code, cell, id) = (row.found.code.clone(), row.cell.clone(), row.id);
    let receive = move |_| {
        let named = cell.as_deref().map(tidy);
        desk.mode.set(ScanMode::Receive);
        // Into the cell of its first scan; without one, into the cell at hand.
        if let Some(name) = named {
            desk.take(&name);
        }
        desk.take(&code);
    };
    let when = format!(
        "{} · {} {}{}",
        format::moment(row.last_at),
        row.seen,
        t(Words::Times),
        row.cell.map(|cell| format!(" · {cell}")).unwrap_or_default()
    );
    view! {
        <div class="token" data-testid="unknown-code">
            <span><strong>{row.found.code}</strong><small class="muted">{when}</small>
                {matched.then(|| view! { <span class="badge item-accepted">{t(Words::Matched)}</span> })}
            </span>
            {matched.then(|| view! { <button type="button" class="button primary" data-testid="receive-matched" on:click=receive>{t(Words::ReceiveNow)}</button> })}
            <button type="button" class="quiet" data-testid="forget-code" on:click=move |_| forget.run(id)>{t(Words::Forget)}</button>
        </div>
        {row.found.items.into_iter().map(thing).collect_view()}
    }
    .into_any()
}
