//! Lists of tracks of shipments: sheets with headers, and pasted lines.

use super::{
    known_words::{SUMMARY, TRACKS},
    purchase_exports::{read_number, read_tracks},
};
use platform::spreadsheet::{Cell, CellKind, Headers, Table, begins_with_any};
use shared_types::{
    items::ExportFault,
    search_text::fold,
    shipments::{ShipmentTrack, SkippedTrackRow, TRACK},
};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number,
    Track,
    Carrier,
}

const NUMBERS: &[&str] = &[
    "номер$",
    "номер посылки",
    "№ посылки",
    "посылка$",
    "отправление$",
    "отправка$",
    "номер отправления",
    "номер отправки",
    "number$",
    "shipment$",
    "shipment n",
    "parcel$",
    "parcel n",
    "编号$",
    "包裹$",
    "包裹编号",
    "包裹号",
    "货运单号",
];
/// Tracks of the last mile, next to the words that every list uses.
const BILLS: &[&str] = &[
    "накладная",
    "№ заказа сдэк",
    "номер заказа сдэк",
    "номер накладной",
    "№ накладной",
    "трек ",
    "ттн$",
    "номер ттн",
    "шпи$",
    "штрих-код отправления",
    "waybill",
    "awb",
    "consignment",
    "快递号",
    "物流编号",
];
const CARRIERS: &[&str] = &[
    "перевозчик",
    "транспортная",
    "тк$",
    "служба доставки",
    "carrier",
    "courier",
    "transport company",
    "shipping company",
    "承运商",
    "物流公司",
    "快递公司",
];

const COLUMNS: Headers<Column> = Headers::new(
    &[
        (Column::Number, NUMBERS),
        (Column::Track, TRACKS),
        (Column::Track, BILLS),
        (Column::Carrier, CARRIERS),
    ],
    &[],
);

/// Whether a sheet has columns of numbers and tracks.
pub(super) fn has_headers(table: &Table) -> bool {
    let (_, columns) = COLUMNS.detect(table);
    [Column::Number, Column::Track]
        .iter()
        .all(|column| columns.contains(&Some(*column)))
}

/// Whether the first row has headers of several columns that are not known. Which column has the track is not known then.
fn has_unknown_headers(table: &Table) -> bool {
    let first = table.rows().next().map(|(_, cells)| cells).unwrap_or_default();
    let filled = || first.iter().filter(|cell| !cell.text.is_empty());
    !has_headers(table) && filled().count() > 2 && !filled().any(has_digits)
}

fn has_digits(cell: &Cell<'_>) -> bool {
    cell.text.contains(|sign: char| sign.is_ascii_digit())
}

/// The number, the track and the carrier of a row.
type Parts<'a> = [Cell<'a>; 3];

/// The parts of a line without headers. The number is the first one; the track has digits.
fn parts_of_line<'a>(cells: &[Cell<'a>]) -> Parts<'a> {
    let mut cells: Vec<Cell<'a>> = cells
        .iter()
        .filter(|cell| !cell.text.trim().is_empty())
        .cloned()
        .collect();
    if let [only] = cells.as_slice() {
        let word = |text: &str| Cell {
            text: text.to_owned().into(),
            ..Cell::default()
        };
        let words = only
            .text
            .split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '，' | '；'));
        cells = words.filter(|text| !text.is_empty()).map(word).collect();
    }
    let mut cells = cells.into_iter();
    let number = cells.next().unwrap_or_default();
    let mut rest: Vec<Cell<'a>> = cells.collect();
    let mut track = rest
        .iter()
        .position(has_digits)
        .map(|at| rest.remove(at))
        .unwrap_or_default();
    // A second track is no name of a company.
    let is_track =
        |text: &str| !text.contains(char::is_whitespace) && text.chars().filter(char::is_ascii_digit).count() > 5;
    for other in rest.extract_if(.., |cell| is_track(cell.text.trim())) {
        track.text = format!("{} {}", track.text, other.text).into();
    }
    let carrier: Vec<&str> = rest.iter().map(|cell| cell.text.trim()).collect();
    let carrier = Cell {
        text: carrier.join(" ").into(),
        ..Cell::default()
    };
    [number, track, carrier]
}

/// The line of a row, or why it has none.
fn read_row([number, track, carrier]: &Parts<'_>) -> Result<ShipmentTrack, ExportFault> {
    let carrier = carrier.text.trim();
    let mut tracks = read_tracks(&track.text);
    let number_text = read_number(&number.text);
    let is_lost = [number, track].iter().any(|cell| cell.kind == CellKind::DigitsLost);
    match (tracks.next(), tracks.next()) {
        _ if number_text.is_empty() => Err(ExportFault::NoNumber),
        _ if is_lost => Err(ExportFault::DigitsLost),
        (None, _) => Err(ExportFault::NoTrack),
        (Some(_), Some(_)) => Err(ExportFault::SeveralTracks),
        (Some(track), None) if track.chars().count() > TRACK || number_text.chars().count() > TRACK => {
            Err(ExportFault::TooLong)
        }
        (Some(track), None) => Ok(ShipmentTrack {
            number: number_text,
            track,
            carrier: (!carrier.is_empty()).then(|| carrier.to_owned()),
        }),
    }
}

/// Reads the tracks of a list, and the rows without one. A line that is repeated word for word, as for each box, counts once. `None` if
/// its headers are not known.
pub(super) fn read(table: &Table) -> Option<(Vec<ShipmentTrack>, Vec<SkippedTrackRow>)> {
    if has_unknown_headers(table) {
        return None;
    }
    let (header_row, columns) = if has_headers(table) {
        COLUMNS.detect(table)
    } else {
        (0, Vec::new())
    };
    let (mut tracks, mut skipped, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (row, cells) in table.filled_rows().filter(|(row, _)| *row > header_row) {
        let first = cells.iter().find(|cell| !cell.text.is_empty());
        if first.is_some_and(|cell| begins_with_any(&cell.text, SUMMARY)) {
            continue;
        }
        let parts = if columns.is_empty() {
            parts_of_line(&cells)
        } else {
            [Column::Number, Column::Track, Column::Carrier].map(|wanted| {
                let at = columns.iter().position(|column| *column == Some(wanted));
                at.and_then(|at| cells.get(at)).cloned().unwrap_or_default()
            })
        };
        match read_row(&parts) {
            Ok(line) => {
                let carrier = line.carrier.as_deref().unwrap_or_default();
                if seen.insert([&line.number, &line.track, carrier].map(fold)) {
                    tracks.push(line);
                }
            }
            Err(fault) => skipped.push(SkippedTrackRow {
                row,
                number: Some(read_number(&parts[0].text)).filter(|number| !number.is_empty()),
                fault,
            }),
        }
    }
    Some((tracks, skipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[&str]) -> Result<(String, String, Option<String>), ExportFault> {
        let cells = cells.iter().map(|text| Cell {
            text: (*text).into(),
            ..Cell::default()
        });
        let parts = parts_of_line(&cells.collect::<Vec<_>>());
        read_row(&parts).map(|line| (line.number, line.track, line.carrier))
    }

    fn parts(number: &str, track: &str, carrier: Option<&str>) -> (String, String, Option<String>) {
        (number.to_owned(), track.to_owned(), carrier.map(ToOwned::to_owned))
    }

    #[test]
    fn lines_have_a_number_a_track_and_a_company() {
        assert_eq!(line(&["K1-S1 1023456789"]), Ok(parts("K1-S1", "1023456789", None)));
        assert_eq!(
            line(&["K1-S1", "СДЭК: 1023456789", "СДЭК"]),
            Ok(parts("K1-S1", "1023456789", Some("СДЭК")))
        );
        assert_eq!(
            line(&["K1-S1 Почта России RA644000001RU"]),
            Ok(parts("K1-S1", "RA644000001RU", Some("Почта России")))
        );
        assert_eq!(
            line(&["K1-S1", "RA1", "5Post"]),
            Ok(parts("K1-S1", "RA1", Some("5Post")))
        );
        assert_eq!(line(&["K1-S1 1023456789 1023456790"]), Err(ExportFault::SeveralTracks));
        // A name of a company may have digits, a second track may not.
        assert_eq!(
            line(&["K1-S1", "RA644000001RU", "ТК 1234567"]),
            Ok(parts("K1-S1", "RA644000001RU", Some("ТК 1234567")))
        );
        assert_eq!(
            line(&["K1-S1", "RA644000001RU", "RA644000002RU"]),
            Err(ExportFault::SeveralTracks)
        );
        assert_eq!(line(&["K1-S1"]), Err(ExportFault::NoTrack));
    }
}
