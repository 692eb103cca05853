//! Exports of a marketplace: the numbers of purchases and their tracks.

use super::{
    headers::HEADERS,
    heads::Heads,
    known_words::{PURCHASE_NUMBERS, TRACKS},
};
use platform::spreadsheet::{Cell, CellKind, Headers, Table};
use shared_types::{
    codes::without_scanner_marks,
    imports::ImportField,
    items::{ExportFault, PurchaseTrack, SkippedExportRow, limits},
};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportColumn {
    Number,
    Track,
}

const COLUMNS: Headers<ExportColumn> = Headers::new(
    &[(ExportColumn::Number, PURCHASE_NUMBERS), (ExportColumn::Track, TRACKS)],
    &[],
);

/// Whether a sheet has columns of numbers and tracks.
pub(super) fn has_headers(table: &Table) -> bool {
    COLUMNS.are_in(table)
}

/// The tracks of an export, and the rows without one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExportRows {
    /// One for each purchase that has one.
    pub(super) tracks: Vec<PurchaseTrack>,
    pub(super) skipped: Vec<SkippedExportRow>,
}

/// The rows of one purchase: an export has one for each kind of goods.
#[derive(Default)]
struct Purchase {
    row: u32,
    title: Option<String>,
    tracks: BTreeSet<String>,
    fault: Option<ExportFault>,
}

impl Purchase {
    fn finish(self) -> Result<String, ExportFault> {
        let mut tracks = self.tracks.into_iter();
        match (self.fault, tracks.next(), tracks.next()) {
            (Some(fault), ..) => Err(fault),
            (None, None, _) => Err(ExportFault::NoTrack),
            (None, Some(_), Some(_)) => Err(ExportFault::SeveralTracks),
            (None, Some(track), None) if track.chars().count() > limits::NUMBER => Err(ExportFault::TooLong),
            (None, Some(track), None) => Ok(track),
        }
    }
}

/// A number without the marks that keep a spreadsheet program from rounding it, as in `="284750"`.
fn read_number(text: &str) -> String {
    let text = text.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '=' | '"' | '\''));
    without_scanner_marks(text).trim().to_owned()
}

/// The tracks of a cell. A carrier before a track is left out: `圆通速递:YT8801`, `No:YT8801`.
fn read_tracks(text: &str) -> impl Iterator<Item = String> {
    let is_between = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '，' | '；' | '、' | '/');
    let parts = text.split(is_between).map(|part| {
        let after = part.rsplit([':', '：']).next();
        read_number(after.unwrap_or_default())
    });
    parts.filter(|part| part.contains(|sign: char| sign.is_ascii_digit()))
}

/// Reads the rows below the headers. Returns `None` if the sheet lacks one of the columns.
pub(super) fn read(table: &Table) -> Option<ExportRows> {
    let (header_row, columns) = COLUMNS.detect(table);
    let place = |column| columns.iter().position(|found| *found == Some(column));
    let (number_at, track_at) = (place(ExportColumn::Number)?, place(ExportColumn::Track)?);
    let heads = Heads::read(header_row, table.filled_rows());
    let is_title = |header: &String| HEADERS.field_of(header) == Some(ImportField::Title);
    let title_at = heads.headers().iter().position(is_title);
    let mut purchases = BTreeMap::<String, Purchase>::new();
    let mut skipped = Vec::new();
    for (row, cells) in table.filled_rows().filter(|(row, _)| *row > header_row) {
        if heads.is_no_goods(&cells) {
            continue;
        }
        let cell = |at: usize| cells.get(at).cloned().unwrap_or_default();
        let (number_cell, track_cell): (Cell<'_>, Cell<'_>) = (cell(number_at), cell(track_at));
        let title = title_at.map(|at| cell(at).text.trim().to_owned());
        let title = title.filter(|title| !title.is_empty());
        let number = read_number(&number_cell.text);
        let tracks: Vec<String> = read_tracks(&track_cell.text).collect();
        if number.is_empty() {
            // Further goods of the purchase above have neither.
            if !tracks.is_empty() {
                skipped.push(SkippedExportRow {
                    row,
                    marketplace_order_number: None,
                    title,
                    fault: ExportFault::NoNumber,
                });
            }
            continue;
        }
        let purchase = purchases.entry(number.clone()).or_insert_with(|| Purchase {
            row,
            ..Purchase::default()
        });
        purchase.title = purchase.title.take().or(title);
        purchase.tracks.extend(tracks);
        if [&number_cell, &track_cell]
            .iter()
            .any(|cell| cell.kind == CellKind::DigitsLost)
        {
            purchase.fault = Some(ExportFault::DigitsLost);
        } else if number.chars().count() > limits::NUMBER {
            purchase.fault = Some(ExportFault::TooLong);
        }
    }
    let mut in_order: Vec<(String, Purchase)> = purchases.into_iter().collect();
    in_order.sort_by_key(|(_, purchase)| purchase.row);
    let mut tracks = Vec::new();
    for (number, purchase) in in_order {
        let (row, title) = (purchase.row, purchase.title.clone());
        match purchase.finish() {
            Ok(track) => tracks.push(PurchaseTrack {
                marketplace_order_number: number,
                domestic_track: track,
            }),
            Err(fault) => skipped.push(SkippedExportRow {
                row,
                marketplace_order_number: Some(number),
                title,
                fault,
            }),
        }
    }
    skipped.sort_by_key(|skipped| skipped.row);
    Some(ExportRows { tracks, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_tracks_with_and_without_a_carrier() {
        let read = |text: &str| read_tracks(text).collect::<Vec<_>>();
        assert_eq!(read("圆通速递:YT8801"), ["YT8801"]);
        assert_eq!(read("圆通速递 YT8801"), ["YT8801"]);
        assert_eq!(read("No:SF1523456789"), ["SF1523456789"]);
        assert_eq!(read("YT8801；YT8802"), ["YT8801", "YT8802"]);
        assert_eq!(read("=\"75312\""), ["75312"]);
        assert_eq!(read("无需物流"), [""; 0]);
        assert_eq!(read_number("'2847500113"), "2847500113");
    }
}
