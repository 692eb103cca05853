//! The dialog for tracks that are pasted as a list or read from the export of a marketplace, with a preview.

use super::{
    exports::{NewPurchases, difference_row},
    texts::BoardTexts,
};
use frontend_ui::{api::Error, components::TextArea, prelude::*};
use leptos::web_sys;
use shared_types::items::{
    CheckPurchaseTracks, ExportFault, ExportPurchase, PaidDifference, PurchaseTrack, PurchaseTracks,
    ReadPurchaseExport, SetPurchaseTracks, SkippedExportRow, TRACK_LINES, TrackEffect, TrackResult, read_track_lines,
};

fn effect_text(effect: TrackEffect) -> &'static str {
    t(match effect {
        TrackEffect::Send => BoardTexts::WillSend,
        TrackEffect::Nothing => BoardTexts::AlreadySent,
        TrackEffect::OtherTrack => BoardTexts::OtherTrack,
        TrackEffect::Unknown => BoardTexts::Unknown,
        TrackEffect::Repeated => BoardTexts::Repeated,
    })
}

fn fault_text(fault: ExportFault) -> &'static str {
    t(match fault {
        ExportFault::NoNumber => BoardTexts::NoNumber,
        ExportFault::NoTrack => BoardTexts::NoTrack,
        ExportFault::SeveralTracks => BoardTexts::SeveralTracks,
        ExportFault::DigitsLost => BoardTexts::DigitsLost,
        ExportFault::TooLong => BoardTexts::TooLong,
    })
}

/// The preview of pasted lines or of a file.
#[derive(Clone, Default, PartialEq)]
struct Preview {
    results: Vec<TrackResult>,
    /// Purchases of a file that are not known.
    purchases: Vec<ExportPurchase>,
    /// Known purchases with another sum in the file.
    differences: Vec<PaidDifference>,
    /// Pasted lines that are no track.
    unread: Vec<String>,
    /// Rows of a file without a track to store.
    skipped: Vec<SkippedExportRow>,
}

impl Preview {
    /// The tracks that mark items as sent.
    fn to_send(&self) -> Vec<PurchaseTrack> {
        let sent = self.results.iter().filter(|result| result.effect == TrackEffect::Send);
        let track = |result: &TrackResult| PurchaseTrack {
            marketplace_order_number: result.marketplace_order_number.clone(),
            domestic_track: result.domestic_track.clone(),
        };
        sent.map(track).collect()
    }
}

/// Stores tracks, as many at once as a request takes. Returns the number of purchases that were sent.
async fn store_all(tracks: Vec<PurchaseTrack>) -> Result<usize, Error> {
    let mut stored = 0;
    for part in tracks.chunks(TRACK_LINES) {
        let body = PurchaseTracks { tracks: part.to_vec() };
        let done = api::send::<SetPurchaseTracks>((), Nothing {}, body, Options::default()).await?;
        let sent = done.data.iter().filter(|result| result.effect == TrackEffect::Send);
        stored += sent.count();
    }
    Ok(stored)
}

fn result_row(result: &TrackResult) -> AnyView {
    let mut orders: Vec<String> = result.items.iter().map(|item| item.order_number.clone()).collect();
    orders.dedup();
    any_view! {
        <tr data-testid="track-line">
            <td>{result.marketplace_order_number.clone()}</td>
            <td>{result.domestic_track.clone()}</td>
            <td>{orders.join(", ")}</td>
            <td class:fault=result.effect != TrackEffect::Send>{effect_text(result.effect)}</td>
        </tr>
    }
}

fn unread_row(line: &str) -> AnyView {
    any_view! {
        <tr data-testid="track-line">
            <td colspan="3" dir="auto">
                {line.to_owned()}
            </td>
            <td class="fault">{t(BoardTexts::Unread)}</td>
        </tr>
    }
}

fn skipped_row(row: &SkippedExportRow) -> AnyView {
    let place = format!("{} {}", t(BoardTexts::Row), row.row);
    any_view! {
        <tr data-testid="track-line">
            <td>{row.marketplace_order_number.clone()}</td>
            <td>{place}</td>
            <td dir="auto">{row.title.clone()}</td>
            <td class="fault">{fault_text(row.fault)}</td>
        </tr>
    }
}

/// The dialog. The first button checks the lines, the second one stores the tracks. A file is checked at once.
#[component]
pub(super) fn TracksDialog(close: Callback<()>) -> impl IntoView {
    let (action, text) = (use_action(), RwSignal::new(String::new()));
    let preview = RwSignal::new(None::<Preview>);
    // A preview belongs to the text that it was made of.
    Effect::new(move |_| {
        text.track();
        preview.set(None);
    });
    let check = move |tracks: Vec<PurchaseTrack>, unread: Vec<String>| {
        let call = api::send::<CheckPurchaseTracks>((), Nothing {}, PurchaseTracks { tracks }, Options::default());
        action.run(call, move |found| {
            preview.set(Some(Preview {
                results: found.data,
                unread,
                ..Preview::default()
            }));
        });
    };
    let pick = move |event: web_sys::Event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let file = input.files().and_then(|files| files.get(0));
        // Without this, choosing the same file again would not fire an event.
        input.set_value("");
        let Some(file) = file else { return };
        text.set(String::new());
        let call = async move { api::upload::<ReadPurchaseExport>((), Nothing {}, &file).await };
        action.run(call, move |export| {
            preview.set(Some(Preview {
                results: export.results,
                purchases: export.purchases,
                differences: export.differences,
                skipped: export.skipped,
                ..Preview::default()
            }));
        });
    };
    let is_too_long = move || text.with(|text| read_track_lines(text).0.len() > TRACK_LINES);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(preview) = preview.get_untracked() {
            action.run(store_all(preview.to_send()), move |stored| {
                notify(format!("{}: {stored}", t(BoardTexts::TracksDone)));
                close.run(());
            });
            return;
        }
        let (tracks, unread) = text.with_untracked(|text| read_track_lines(text));
        if tracks.is_empty() {
            preview.set(Some(Preview {
                unread,
                ..Preview::default()
            }));
        } else if tracks.len() <= TRACK_LINES {
            check(tracks, unread);
        }
    };
    let shown = move || {
        preview.get().map(|preview| {
            let purchases = (!preview.purchases.is_empty()).then_some(preview.purchases);
            view! {
                {purchases.map(|found| view! { <NewPurchases found=found /> })}
                <table class="rows track-rows">
                    <tbody>
                        {preview.results.iter().map(result_row).collect_view()}
                        {preview.differences.iter().map(difference_row).collect_view()}
                        {preview.unread.iter().map(|line| unread_row(line)).collect_view()}
                        {preview.skipped.iter().map(skipped_row).collect_view()}
                    </tbody>
                </table>
            }
        })
    };
    let to_send = move || preview.with(|preview| preview.as_ref().map(|preview| preview.to_send().len()));
    let button_text = move || match to_send() {
        Some(count) if count > 0 => format!("{} · {count}", t(BoardTexts::Apply)),
        _ => t(BoardTexts::CheckLines).to_owned(),
    };
    let is_refused = move || action.is_busy() || to_send() == Some(0) || is_too_long();
    view! {
        <Dialog title=t(BoardTexts::PasteTracks) close=close wide=true>
            <form on:submit=submit>
                <ErrorNote error=action />
                <p class="muted">{t(BoardTexts::TracksHint)}</p>
                <label class="button" aria-busy=move || action.is_busy().to_string()>
                    {t(BoardTexts::ExportFile)}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="tracks-file"
                        accept=".xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt"
                        disabled=move || action.is_busy()
                        on:change=pick
                    />
                </label>
                <TextArea name="tracks" label=t(BoardTexts::Lines) value=text rows=8 error=action />
                {move || is_too_long().then(|| view! { <p class="fault">{t(BoardTexts::TooMany)}</p> })}
                {shown}
                <div class="row">
                    <button class="button primary" data-testid="apply-tracks" disabled=is_refused>
                        {button_text}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
