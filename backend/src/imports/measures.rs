//! Lists of weights and cells of items at the warehouse: sheets with headers, and pasted lines.

use super::{
    known_words::TRACKS,
    purchase_exports::{read_number, read_tracks},
};
use platform::spreadsheet::{
    Cell, CellKind, Headers, Table,
    amounts::{self, AmountColumn},
    unread_columns,
};
use shared_types::items::{ItemMeasure, MeasureFault, SkippedMeasureRow, limits};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Code,
    Track,
    Weight,
    /// Without the packing, which is paid for too, or reckoned from the volume.
    OtherWeight,
    Cell,
}

const CODES: &[&str] = &[
    "код$",
    "код товара",
    "код этикетки",
    "этикетка",
    "штрих",
    "code$",
    "label",
    "item code",
    "barcode",
    "标签",
    "条码",
    "商品编码",
];
const WEIGHTS: &[&str] = &[
    "вес",
    "масса",
    "факт. вес",
    "фактический вес",
    "общий вес",
    "total weight",
    "weight",
    "actual weight",
    "g.w",
    "gross w",
    "重量",
    "毛重",
    "实际重量",
];
const OTHER_WEIGHTS: &[&str] = &[
    "вес нетто",
    "вес мест",
    "вес короб",
    "вес палет",
    "вес паллет",
    "нетто",
    "масса нетто",
    "объемный вес",
    "об. вес",
    "вес объем",
    "расчетный вес",
    "платный вес",
    "оплачиваемый вес",
    "net w",
    "n.w",
    "volum",
    "dim",
    "chargeable",
    "charged",
    "billable",
    "净重",
    "箱重",
    "计费",
    "体积重",
    "抛重",
];
const CELLS: &[&str] = &[
    "ячейка",
    "место хранения",
    "место$",
    "полка",
    "cell",
    "shelf",
    "bin$",
    "location",
    "货架",
    "库位",
    "货位",
    "仓位",
];

const COLUMNS: Headers<Column> = Headers::new(
    &[
        (Column::Code, CODES),
        (Column::Track, TRACKS),
        (Column::Weight, WEIGHTS),
        (Column::OtherWeight, OTHER_WEIGHTS),
        (Column::Cell, CELLS),
    ],
    &[],
);

/// Whether a sheet has a column of codes or tracks, and one of weights or cells.
pub(super) fn has_headers(table: &Table) -> bool {
    let (_, columns) = COLUMNS.detect(table);
    let has = |wanted: &[Column]| columns.iter().flatten().any(|column| wanted.contains(column));
    has(&[Column::Code, Column::Track]) && has(&[Column::Weight, Column::OtherWeight, Column::Cell])
}

/// The grams of the units that weights are written with.
const UNITS: &[(&[&str], i64)] = &[
    (&["кг", "kg", "kgs", "килограмм", "килограммах", "公斤", "千克"], 1000),
    (&["г", "гр", "грамм", "граммов", "граммах", "g", "gr", "grams", "克"], 1),
    (&["斤"], 500),
    (&["两"], 50),
];

fn unit(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let known = UNITS.iter().find(|(names, _)| names.contains(&text.as_str()));
    known.map(|(_, grams)| *grams)
}

/// Units that are not read: a weight of them is an error.
const OTHER_UNITS: [&str; 11] = [
    "lb",
    "lbs",
    "фунт",
    "фунтах",
    "oz",
    "磅",
    "т",
    "тонн",
    "тоннах",
    "мг",
    "mg",
];

fn is_other_unit(word: &str) -> bool {
    OTHER_UNITS.contains(&word.trim_end_matches('.'))
}

/// Words of weights that are not the one of all pieces: `Вес 10 шт`, `Вес объёмный`, `单件重量`.
const PARTIAL: [&str; 12] = [
    "шт",
    "за ед",
    "единиц",
    "piece",
    "pcs",
    "/pc",
    "单件",
    "单重",
    "объемн",
    "объёмн",
    "volumetric",
    "расчет",
];

/// The unit that a header names: `Вес, г`, `Weight (kg)`, `重量/斤`. Zero for one that is not read, and for a weight that is not the one
/// of the goods.
fn unit_of_header(header: &str) -> Option<i64> {
    let lower = header.to_lowercase();
    let mut words = lower.split(|sign: char| !sign.is_alphabetic() && sign != '.').skip(1);
    if words.clone().any(is_other_unit) || PARTIAL.iter().any(|part| lower.contains(part)) {
        return Some(0);
    }
    words.find_map(unit)
}

/// The weight of a cell in grams, rounded to a whole one. `header` has the grams of the unit of the column.
fn read_weight(text: &str, column: AmountColumn, header: i64) -> Option<i64> {
    let parts = amounts::split(text)?;
    let per_unit = match (parts.before, parts.after) {
        ("", "") => header,
        ("", written) => unit(written)?,
        _ => return None,
    };
    let (digits, _) = column.read(parts.number).ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let scale = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let number: i128 = format!("{whole}{fraction}").parse().ok()?;
    let grams = (number.checked_mul(per_unit.into())?.checked_mul(2)? + scale) / (scale * 2);
    i64::try_from(grams)
        .ok()
        .filter(|grams| (1..=limits::WEIGHT_GRAMS).contains(grams))
}

/// The code, the weight and the cell of a row.
#[derive(Default)]
struct Parts<'a> {
    code: Cell<'a>,
    weight: Cell<'a>,
    cell: Cell<'a>,
}

/// The parts of a line without headers: the code, then a weight with or without a unit, then the cell.
fn parts_of_line<'a>(cells: &[Cell<'a>]) -> Parts<'a> {
    let word = |text: String| Cell {
        text: text.into(),
        ..Cell::default()
    };
    let words = cells
        .iter()
        .flat_map(|cell| cell.text.split([' ', '\t', '\u{a0}', ';', '；']));
    let mut words = words.filter(|text| !text.is_empty()).map(str::to_owned).peekable();
    let code = word(words.next().unwrap_or_default());
    // `1斤2两` is a weight that is not read.
    let is_weight = |text: &String| {
        let is_measured = text.starts_with(|sign: char| sign.is_ascii_digit()) && text.contains(['斤', '两']);
        is_measured || read_weight(text, AmountColumn::default(), 1000).is_some()
    };
    let mut weight = words.next_if(is_weight).unwrap_or_default();
    if !weight.is_empty() {
        weight.extend(words.next_if(|text| unit(text).is_some() || is_other_unit(text)));
    }
    let cell = word(words.collect::<Vec<_>>().join(" "));
    Parts {
        code,
        weight: word(weight),
        cell,
    }
}

/// The line of a row, or why it has none.
fn read_row(parts: &Parts<'_>, column: AmountColumn, header: i64) -> Result<ItemMeasure, MeasureFault> {
    let mut codes = read_tracks(&parts.code.text);
    let cell = read_number(&parts.cell.text);
    let (Some(code), other) = (codes.next(), codes.next()) else {
        return Err(MeasureFault::NoCode);
    };
    if other.is_some() {
        return Err(MeasureFault::SeveralTracks);
    }
    if parts.code.kind == CellKind::DigitsLost {
        return Err(MeasureFault::DigitsLost);
    }
    if code.chars().count() > limits::NUMBER || cell.chars().count() > limits::NUMBER {
        return Err(MeasureFault::TooLong);
    }
    let written = parts.weight.text.trim();
    let weight_grams = match written {
        "" => None,
        text => Some(read_weight(text, column, header).ok_or(MeasureFault::Weight)?),
    };
    if weight_grams.is_none() && cell.is_empty() {
        return Err(MeasureFault::NoValue);
    }
    Ok(ItemMeasure {
        code,
        weight_grams,
        cell: Some(cell).filter(|cell| !cell.is_empty()),
    })
}

/// A list that was read.
pub(super) struct ReadMeasures {
    pub(super) lines: Vec<ItemMeasure>,
    pub(super) skipped: Vec<SkippedMeasureRow>,
    /// The headers of columns with values that are not read.
    pub(super) ignored_columns: Vec<String>,
}

/// Reads the weights and the cells of a list, and the rows without any.
pub(super) fn read(table: &Table) -> ReadMeasures {
    let (header_row, mut columns) = if has_headers(table) {
        COLUMNS.detect(table)
    } else {
        (0, Vec::new())
    };
    for column in columns
        .iter_mut()
        .filter(|column| **column == Some(Column::OtherWeight))
    {
        *column = None;
    }
    let at = |wanted| columns.iter().position(|column| *column == Some(wanted));
    let mut header = None;
    let mut rows = Vec::new();
    for (row, cells) in table.filled_rows() {
        let of_column = |wanted| at(wanted).and_then(|at| cells.get(at)).cloned().unwrap_or_default();
        if row == header_row {
            header = unit_of_header(&of_column(Column::Weight).text);
        }
        if row <= header_row {
            continue;
        }
        let parts = if columns.is_empty() {
            parts_of_line(&cells)
        } else {
            let label = of_column(Column::Code);
            let has_label = !label.text.trim().is_empty();
            Parts {
                code: if has_label { label } else { of_column(Column::Track) },
                weight: of_column(Column::Weight),
                cell: of_column(Column::Cell),
            }
        };
        rows.push((row, parts));
    }
    let numbers = || rows.iter().filter_map(|(_, parts)| amounts::split(&parts.weight.text));
    let column = AmountColumn::learn(numbers().map(|parts| parts.number));
    // Among weights with units, a number alone may be of any.
    let names_units = !columns.is_empty() && numbers().any(|parts| unit(parts.after).is_some());
    let unit_of = |text: &str| match header {
        Some(header) => header,
        // Grams are whole.
        None if names_units && !text.contains(['.', ',']) => 0,
        None => 1000,
    };
    let (mut lines, mut skipped) = (Vec::new(), Vec::new());
    for (row, parts) in &rows {
        match read_row(parts, column, unit_of(&parts.weight.text)) {
            Ok(line) => lines.push(line),
            Err(fault) => skipped.push(SkippedMeasureRow {
                row: *row,
                code: Some(read_number(&parts.code.text)).filter(|code| !code.is_empty()),
                fault,
            }),
        }
    }
    let ignored_columns = match columns.as_slice() {
        [] => Vec::new(),
        columns => unread_columns(table, header_row, columns),
    };
    ReadMeasures {
        lines,
        skipped,
        ignored_columns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<(String, Option<i64>, Option<String>), MeasureFault> {
        let cell = Cell {
            text: text.into(),
            ..Cell::default()
        };
        let measure = read_row(&parts_of_line(&[cell]), AmountColumn::default(), 1000)?;
        Ok((measure.code, measure.weight_grams, measure.cell))
    }

    #[test]
    fn lines_have_a_code_a_weight_and_a_cell() {
        let parts = |code: &str, grams, cell: Option<&str>| Ok((code.to_owned(), grams, cell.map(ToOwned::to_owned)));
        assert_eq!(line("KI-1X 1,25 A-01"), parts("KI-1X", Some(1250), Some("A-01")));
        assert_eq!(
            line("SF1234567890 800 г полка 3"),
            parts("SF1234567890", Some(800), Some("полка 3"))
        );
        assert_eq!(line("SF1234567890 3斤"), parts("SF1234567890", Some(1500), None));
        assert_eq!(line("KI-1X A-01"), parts("KI-1X", None, Some("A-01")));
        assert_eq!(line("KI-1X"), Err(MeasureFault::NoValue));
        assert_eq!(line("SF1234567890 2两"), parts("SF1234567890", Some(100), None));
        assert_eq!(line("KI-1X 2 lb A-01"), Err(MeasureFault::Weight));
        assert_eq!(line("KI-1X 1斤2两 A-01"), Err(MeasureFault::Weight));
        assert_eq!(
            line("KI-1X 0.0001 кг"),
            Ok(("KI-1X".to_owned(), None, Some("0.0001 кг".to_owned())))
        );
    }

    #[test]
    fn weights_have_the_unit_of_their_cell_or_header() {
        let read = |text, header| read_weight(text, AmountColumn::default(), header);
        assert_eq!(read("1.2345", 1000), Some(1235));
        assert_eq!(read("1.2345", 1), Some(1));
        assert_eq!(read("2 kg", 1), Some(2000));
        assert_eq!(read("1.500", 1000), None);
        let column = AmountColumn::learn(["0.25", "12.75"]);
        assert_eq!(read_weight("1.500", column, 1000), Some(1500));
        assert_eq!(read("2 lb", 1000), None);
        assert_eq!(read("0", 1000), None);
        assert_eq!(read("2", 0), None);
        assert_eq!(read("2 kg", 0), Some(2000));
        for (header, grams) in [
            ("Вес, г", Some(1)),
            ("Вес (кг)", Some(1000)),
            ("Weight, kg", Some(1000)),
            ("重量/斤", Some(500)),
            ("Вес", None),
            ("G.W. (KGS)", Some(1000)),
            ("Вес в граммах", Some(1)),
            ("Weight (lb)", Some(0)),
            ("Вес объёмный, кг", Some(0)),
            ("Вес 10 шт, кг", Some(0)),
            ("重量(两)", Some(50)),
        ] {
            assert_eq!(unit_of_header(header), grams, "{header}");
        }
    }
}
