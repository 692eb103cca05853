//! XLSX workbooks, read cell by cell.
//!
//! Macros are ignored, and a formula has the value stored in the file.

use super::{
    CellKind, ReadError, Table,
    decimal::Decimal,
    links::Links,
    number_format::NumberFormat,
    pictures::MergedCells,
    sheet::{ParsedSheet, Sheets},
    xlsx_parts::{RawCell, Workbook, with_raw_cells},
    xlsx_pictures::Pictures,
};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use shared_types::imports::HiddenCells;
use std::{collections::BTreeSet, io::Cursor};

/// An opened workbook.
pub(super) struct XlsxSheets<'a> {
    bytes: &'a [u8],
    book: Xlsx<Cursor<&'a [u8]>>,
    workbook: Workbook,
}

pub(super) fn open(bytes: &[u8]) -> Result<XlsxSheets<'_>, ReadError> {
    Ok(XlsxSheets {
        bytes,
        book: Xlsx::new(Cursor::new(bytes)).map_err(|error| read_error(&error))?,
        workbook: Workbook::read(bytes)?,
    })
}

impl Sheets for XlsxSheets<'_> {
    fn names(&self) -> Vec<(String, bool)> {
        let sheets = self.book.sheets_metadata().iter();
        sheets
            .filter(|sheet| sheet.typ == SheetType::WorkSheet)
            .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
            .collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let calculates_on_load = self.workbook.calculates_on_load;
        let links = read_links(&mut self.book, name)?;
        let mut cells = self
            .book
            .worksheet_cells_reader(name)
            .map_err(|error| read_error(&error))?;
        let formats: Vec<Option<NumberFormat>> = cells
            .styles()
            .iter()
            .map(|style| {
                let format = style.number_format.as_ref()?;
                Some(NumberFormat::parse(&format.format_code, format.format_id))
            })
            .collect();
        let general = NumberFormat::parse("General", None);
        let path = self.workbook.path(name)?;
        let mut pictures = Pictures::read(self.bytes, path)?;
        let mut rows = Table::default();
        let (mut hidden_rows, mut hidden_columns) = (0, BTreeSet::new());
        let (mut last_hidden_row, mut merged) = (None, MergedCells::default());
        let (pictures, lost) = with_raw_cells(self.bytes, path, |raw_cells| {
            while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(|error| read_error(&error))? {
                let raw = raw_cells.next_cell()?.unwrap_or_default();
                let (row, column) = cell.get_position();
                let format = formats.get(style).and_then(Option::as_ref).unwrap_or(&general);
                let (text, kind) = show(cell.get_value(), &raw, format, calculates_on_load);
                if text.trim().is_empty() {
                    continue;
                }
                if raw.is_in_hidden_row {
                    hidden_rows += u32::from(last_hidden_row.replace(row) != Some(row));
                    continue;
                }
                if raw_cells.is_column_hidden(column) {
                    hidden_columns.insert(column);
                    continue;
                }
                if pictures.is_in_cell((row, column), &raw) {
                    continue;
                }
                rows.push_cell(row, usize::try_from(column).unwrap_or(usize::MAX), &text, kind)?;
                let of_formula = || Some(hyperlink(raw.formula.as_deref()?, ',')?.0);
                if let Some(link) = links.of_cell(row, column).or_else(of_formula) {
                    rows.link_last(link);
                }
            }
            while let Some((row, column, below)) = raw_cells.next_merged()? {
                rows.merge_down(row, column, below)?;
                merged.add(row, column, below);
            }
            pictures.load(self.bytes, raw_cells.sizes(), &merged)
        })?;
        Ok(ParsedSheet {
            rows,
            hidden: HiddenCells {
                rows: hidden_rows,
                columns: u32::try_from(hidden_columns.len()).unwrap_or(u32::MAX),
                pictures: lost,
            },
            pictures,
            ..ParsedSheet::default()
        })
    }
}

fn read_links(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Links, ReadError> {
    let mut links = Links::default();
    for link in book
        .hyperlinks_by_sheet_name(sheet)
        .map_err(|error| read_error(&error))?
    {
        if let Some(target) = link.target {
            links.add(link.range.start, link.range.end, target);
        }
    }
    Ok(links)
}

/// The address and the text of a formula `HYPERLINK("address", "text")`. `None` if one of them has to be calculated, such as
/// `"https://…/"&A1`: its beginning is another address.
pub(super) fn hyperlink(formula: &str, separator: char) -> Option<(&str, Option<&str>)> {
    let (address, rest) = formula.strip_prefix("HYPERLINK(\"")?.split_once('"')?;
    let rest = rest.trim_start();
    if rest == ")" {
        return Some((address, None));
    }
    let text = rest.strip_prefix(separator)?.trim_start().strip_prefix('"')?;
    let (text, rest) = text.split_once('"')?;
    (rest.trim_start() == ")").then_some((address, Some(text)))
}

/// Returns the text that a person sees in a cell.
fn show(value: &DataRef<'_>, raw: &RawCell, format: &NumberFormat, calculates_on_load: bool) -> (String, CellKind) {
    let is_placeholder = matches!(value, DataRef::Empty) || calculates_on_load && raw.value == "0";
    if let Some(formula) = raw.formula.as_ref().filter(|_| is_placeholder) {
        // Its value is known without calculating.
        if let Some((address, text)) = hyperlink(formula, ',') {
            return (text.unwrap_or(address).to_owned(), CellKind::Text);
        }
        return (format!("={formula}"), CellKind::NotCalculated);
    }
    match value {
        DataRef::Empty => (String::new(), CellKind::Text),
        DataRef::SharedString(text) => ((*text).to_owned(), CellKind::Text),
        DataRef::String(text) => (text.clone(), CellKind::Text),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => (text.clone(), CellKind::Date),
        DataRef::DateTime(value) if format.is_date() => format.show_date(value),
        DataRef::Int(_) | DataRef::Float(_) | DataRef::DateTime(_) => match Decimal::parse(&raw.value) {
            Some(number) if number.has_lost_digits(&raw.value) => (number.to_string(), CellKind::DigitsLost),
            Some(number) => format.show_number(&number),
            None => (raw.value.clone(), CellKind::Text),
        },
        DataRef::Bool(value) => (value.to_string(), CellKind::Text),
        DataRef::Error(error) => (error.to_string(), CellKind::Error),
    }
}

fn read_error(error: &XlsxError) -> ReadError {
    match error {
        XlsxError::Password => ReadError::Password,
        XlsxError::WorksheetNotFound(_) => ReadError::NoSuchSheet,
        other => ReadError::Damaged(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::hyperlink;

    #[test]
    fn only_an_address_that_is_written_out_is_read() {
        let address = "https://a.cn/1";
        for (formula, read) in [
            (
                r#"HYPERLINK("https://a.cn/1","Открыть")"#,
                Some((address, Some("Открыть"))),
            ),
            (
                r#"HYPERLINK("https://a.cn/1" , "Открыть" )"#,
                Some((address, Some("Открыть"))),
            ),
            (r#"HYPERLINK("https://a.cn/1")"#, Some((address, None))),
            (r#"HYPERLINK("https://a.cn/"&A1,"Открыть")"#, None),
            (r#"HYPERLINK("https://a.cn/1",B2)"#, None),
            (r#"HYPERLINK("https://a.cn/1","№ "&A1)"#, None),
            (r#"HYPERLINK("https://a.cn/""1","x")"#, None),
            (r#"IF(A1,HYPERLINK("https://a.cn/1","x"))"#, None),
        ] {
            assert_eq!(hyperlink(formula, ','), read, "{formula}");
        }
    }
}
