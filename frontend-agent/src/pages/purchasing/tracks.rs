//! The dialog for tracks that are pasted as a list or read from the export of a marketplace, with a preview.

use super::{
    exports::{NewPurchases, difference_row},
    texts::BoardTexts,
};
use crate::pages::pasted_list::{ListTexts, PastedList, Source, fault_text, pasted_list, skipped_row};
use frontend_ui::{api::Error, prelude::*};
use shared_types::items::{
    CheckPurchaseTracks, ExportPurchase, PaidDifference, PurchaseTrack, PurchaseTracks, ReadPurchaseExport,
    SetPurchaseTracks, SkippedExportRow, TRACK_LINES, TrackEffect, TrackResult, read_track_lines,
};

fn effect_text(effect: TrackEffect) -> &'static str {
    match effect {
        TrackEffect::Send => t(BoardTexts::WillSend),
        TrackEffect::Nothing => t(BoardTexts::AlreadySent),
        TrackEffect::OtherTrack => t(BoardTexts::OtherTrack),
        TrackEffect::Unknown => t(BoardTexts::Unknown),
        TrackEffect::Repeated => t(ListTexts::Repeated),
    }
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
            <td class="fault">{t(ListTexts::Unread)}</td>
        </tr>
    }
}

async fn check(source: Source) -> Result<Preview, Error> {
    let text = match source {
        Source::Text(text) => text,
        Source::File(file) => {
            let export = api::upload::<ReadPurchaseExport>((), Nothing {}, &file).await?;
            return Ok(Preview {
                results: export.results,
                purchases: export.purchases,
                differences: export.differences,
                skipped: export.skipped,
                ..Preview::default()
            });
        }
    };
    let (tracks, unread) = read_track_lines(&text);
    let results = if tracks.is_empty() {
        Vec::new()
    } else {
        let body = PurchaseTracks { tracks };
        let call = api::send::<CheckPurchaseTracks>((), Nothing {}, body, Options::default());
        call.await?.data
    };
    Ok(Preview {
        results,
        unread,
        ..Preview::default()
    })
}

fn rows(preview: &Preview) -> AnyView {
    let purchases = (!preview.purchases.is_empty()).then(|| preview.purchases.clone());
    let skipped = preview.skipped.iter().map(|row: &SkippedExportRow| {
        let (number, title) = (row.marketplace_order_number.clone(), row.title.clone());
        skipped_row(row.row, number, title, fault_text(row.fault))
    });
    any_view! {
        {purchases.map(|found| view! { <NewPurchases found=found /> })}
        <table class="rows track-rows">
            <tbody>
                {preview.results.iter().map(result_row).collect_view()}
                {preview.differences.iter().map(difference_row).collect_view()}
                {preview.unread.iter().map(|line| unread_row(line)).collect_view()} {skipped.collect_view()}
            </tbody>
        </table>
    }
}

/// The dialog of the board.
pub(super) fn dialog(close: Callback<()>) -> AnyView {
    let list = PastedList {
        title: t(BoardTexts::PasteTracks),
        hint: t(BoardTexts::TracksHint),
        file: t(BoardTexts::ExportFile),
        apply: t(BoardTexts::Apply),
        done: t(BoardTexts::TracksDone),
        refuse: |text| (read_track_lines(text).0.len() > TRACK_LINES).then(|| t(BoardTexts::TooMany)),
        check: |source| Box::pin(check(source)),
        count: |preview| preview.to_send().len(),
        store: |preview| Box::pin(store_all(preview.to_send())),
        view: rows,
    };
    pasted_list(list, close)
}
