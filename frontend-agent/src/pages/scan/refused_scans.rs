//! Scans that the server refused. They stay in the list until the person sends them again or removes them.

use super::{
    queue,
    queue::{QueuedScan, Refusal},
    state::ScanState,
    texts::{ScanTexts, mode_name, outcome_text},
};
use frontend_ui::{api::Error, components::error_message, prelude::*};
use shared_types::scan::{ScanMessage, ScanMode};

fn reason(refusal: Refusal, mode: ScanMode) -> String {
    match refusal {
        Refusal::Outcome(message) => outcome_text(message, mode).to_owned(),
        Refusal::Problem(ProblemCode::ValidationFailed) => outcome_text(ScanMessage::Unreadable, mode).to_owned(),
        Refusal::Problem(code) => error_message(&Error::Problem(Box::new(code.into()))),
    }
}

/// The list; hidden while it is empty.
#[component]
pub(super) fn RefusedScans(state: ScanState) -> impl IntoView {
    let staff = state.staff;
    let refused = Memo::new(move |_| {
        queue::track();
        queue::refused(staff)
    });
    let count = Memo::new(move |_| refused.with(Vec::len));
    let dismiss_all = move |_| {
        for entry in refused.get_untracked() {
            queue::remove(staff, &entry.scan.scan_id);
        }
    };
    let row = move |entry: QueuedScan| {
        let QueuedScan { scan, refusal } = entry;
        let reason = refusal.map(|refusal| reason(refusal, scan.mode));
        // The name of the cell, once the cells are loaded; of a shipment only the code is known.
        let (mode, context, at) = (scan.mode, scan.context.clone(), format::date_time(scan.scanned_at));
        let details = move || {
            let context = context.as_ref().map(|code| {
                let name = state.cells.with(|cells| {
                    let cell = cells.iter().find(|cell| cell.code.as_ref() == Some(code));
                    cell.map(|cell| cell.name.clone())
                });
                format!(" · {}", name.unwrap_or_else(|| code.clone()))
            });
            format!("{}{} · {at}", mode_name(mode), context.unwrap_or_default())
        };
        let (code, id) = (scan.code.clone(), scan.scan_id.clone());
        view! {
            <li class="wrong" data-testid="refused-scan">
                <span class="dot" aria-hidden="true"></span>
                <span class="row-text">
                    <code class="code">{code}</code>
                    <strong>{reason}</strong>
                    <small class="muted">{details}</small>
                </span>
                <span class="actions-row">
                    <button
                        type="button"
                        class="button"
                        data-testid="send-again"
                        on:click=move |_| state.send_again(&scan)
                    >
                        {t(ScanTexts::SendAgain)}
                    </button>
                    <button
                        type="button"
                        class="quiet"
                        data-testid="dismiss-scan"
                        on:click=move |_| queue::remove(staff, &id)
                    >
                        {t(ScanTexts::Dismiss)}
                    </button>
                </span>
            </li>
        }
    };
    move || {
        (count.get() > 0).then(|| {
            view! {
                <section class="below" data-testid="refused-scans">
                    <div class="row">
                        <h2>{t(ScanTexts::RefusedScans)}" · "{count}</h2>
                        {move || {
                            (count.get() > 1)
                                .then(|| {
                                    view! {
                                        <button
                                            type="button"
                                            class="quiet"
                                            data-testid="dismiss-all-scans"
                                            on:click=dismiss_all
                                        >
                                            {t(ScanTexts::DismissAll)}
                                        </button>
                                    }
                                })
                        }}
                    </div>
                    <p class="muted">{t(ScanTexts::RefusedHint)}</p>
                    <ul class="scan-list">
                        <For each=move || refused.get() key=|entry| entry.scan.scan_id.clone() children=row />
                    </ul>
                </section>
            }
        })
    }
}
