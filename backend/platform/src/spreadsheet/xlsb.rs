//! Workbooks of Excel with binary parts, as large price lists are saved.
//!
//! calamine 0.38.0 skips cells without a column of their own, which `SheetJS` writes, so the records are read here.

use super::{
    CellKind, ReadError, Table, archive,
    axis::Sizes,
    decimal::Decimal,
    links::Links,
    number_format::NumberFormat,
    pictures::MergedCells,
    sheet::{HiddenCount, ParsedSheet, Sheets},
    xls_records::builtin_format,
    xlsb_records::{Fields, visit},
    xlsx_pictures::{Pictures, relations},
};
use calamine::{ExcelDateTime, ExcelDateTimeType};
use shared_types::imports::HiddenCells;
use std::collections::HashMap;

/// Sheets end at this column, counted from 0.
const MAX_COLUMN: u32 = 16_383;
const WORKBOOK: &str = "xl/workbook.bin";

/// The numbers of records.
mod record {
    pub(super) const ROW: u32 = 0;
    pub(super) const FIRST_CELL: u32 = 1;
    pub(super) const LAST_CELL: u32 = 11;
    /// Cells without a column: they follow the cell on their left. The types have the order of the other cells.
    pub(super) const FIRST_SHORT_CELL: u32 = 12;
    pub(super) const LAST_SHORT_CELL: u32 = 18;
    pub(super) const SHARED_TEXT: u32 = 19;
    pub(super) const FORMAT: u32 = 44;
    pub(super) const STYLE: u32 = 47;
    pub(super) const COLUMNS: u32 = 60;
    pub(super) const RICH_TEXT_CELL: u32 = 62;
    pub(super) const WORKBOOK_PROPERTIES: u32 = 153;
    pub(super) const SHEET: u32 = 156;
    pub(super) const CALCULATION: u32 = 157;
    pub(super) const MERGED_CELL: u32 = 176;
    pub(super) const SHEET_FORMAT: u32 = 485;
    pub(super) const LINK: u32 = 494;
    pub(super) const BEGIN_CELL_STYLES: u32 = 617;
    pub(super) const END_CELL_STYLES: u32 = 618;
}

/// An opened workbook.
pub(super) struct XlsbSheets<'a> {
    bytes: &'a [u8],
    /// The name of each sheet, whether it is visible, and the path of its part.
    sheets: Vec<(String, bool, String)>,
    texts: Vec<String>,
    /// The format of each style of cells.
    formats: Vec<NumberFormat>,
    counts_from_1904: bool,
    /// Formulas are calculated when the file is opened, so their stored values may be placeholders.
    calculates_on_load: bool,
}

pub(super) fn open(bytes: &[u8]) -> Result<XlsbSheets<'_>, ReadError> {
    let mut book = XlsbSheets {
        bytes,
        sheets: Vec::new(),
        texts: Vec::new(),
        formats: Vec::new(),
        counts_from_1904: false,
        calculates_on_load: false,
    };
    let parts = relations(&mut archive::open(bytes)?, WORKBOOK)?;
    visit(bytes, WORKBOOK, |kind, fields| {
        book.read_property(kind, fields, &parts);
        Ok(())
    })?;
    let path = |end: &str| parts.values().find(|path| path.to_ascii_lowercase().ends_with(end));
    if let Some(path) = path("sharedstrings.bin") {
        visit(bytes, path, |kind, mut fields| {
            if kind == record::SHARED_TEXT {
                book.texts.push(fields.rich_text().unwrap_or_default());
            }
            Ok(())
        })?;
    }
    if let Some(path) = path("styles.bin") {
        book.formats = read_formats(bytes, path)?;
    }
    Ok(book)
}

fn read_formats(bytes: &[u8], path: &str) -> Result<Vec<NumberFormat>, ReadError> {
    let (mut codes, mut formats, mut is_of_cells) = (HashMap::new(), Vec::new(), false);
    visit(bytes, path, |kind, mut fields| {
        match kind {
            record::FORMAT => {
                if let (Some(id), Some(code)) = (fields.u16(), fields.text()) {
                    codes.insert(id, code);
                }
            }
            record::BEGIN_CELL_STYLES => is_of_cells = true,
            record::END_CELL_STYLES => is_of_cells = false,
            record::STYLE if is_of_cells => {
                let id = fields.skip(2).and_then(|()| fields.u16()).unwrap_or_default();
                let code = codes.get(&id).map_or_else(|| builtin_format(id), String::as_str);
                formats.push(NumberFormat::parse(code, Some(id.into())));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(formats)
}

impl XlsbSheets<'_> {
    fn read_property(&mut self, kind: u32, mut fields: Fields<'_>, parts: &HashMap<String, String>) {
        match kind {
            record::WORKBOOK_PROPERTIES => self.counts_from_1904 = fields.u32().is_some_and(|flags| flags & 1 == 1),
            record::CALCULATION => {
                let flags = fields.skip(24).and_then(|()| fields.u16());
                self.calculates_on_load = flags.is_some_and(|flags| flags & 1 == 1);
            }
            record::SHEET => {
                let (state, _) = (fields.u32(), fields.u32());
                let part = fields.text().and_then(|id| parts.get(&id));
                if let (Some(part), Some(name)) = (part, fields.text())
                    && part.contains("worksheets/")
                {
                    self.sheets.push((name, state == Some(0), part.clone()));
                }
            }
            _ => {}
        }
    }
}

impl XlsbSheets<'_> {
    fn show_number(&self, raw: &str, format: &NumberFormat) -> (String, CellKind) {
        let number = Decimal::parse(raw);
        if format.is_date()
            && let Some(serial) = number.as_ref().and_then(|number| number.to_string().parse().ok())
        {
            let kind = if format.is_duration() {
                ExcelDateTimeType::TimeDelta
            } else {
                ExcelDateTimeType::DateTime
            };
            return format.show_date(&ExcelDateTime::new(serial, kind, self.counts_from_1904));
        }
        match number {
            Some(number) if number.has_lost_digits(raw) => (number.to_string(), CellKind::DigitsLost),
            Some(number) => format.show_number(&number),
            None => (raw.to_owned(), CellKind::Text),
        }
    }
}

impl Sheets for XlsbSheets<'_> {
    fn names(&self) -> Vec<(String, bool)> {
        let sheets = self.sheets.iter();
        sheets
            .map(|(name, is_visible, _)| (name.clone(), *is_visible))
            .collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let found = self.sheets.iter().find(|(known, ..)| known == name);
        let (.., path) = found.ok_or(ReadError::NoSuchSheet)?;
        let pictures = Pictures::read(self.bytes, path)?;
        let mut sheet = SheetReader {
            book: self,
            links: read_links(self.bytes, path)?,
            rows: Table::default(),
            hidden: HiddenCount::default(),
            merged: MergedCells::default(),
            sizes: Sizes::default(),
            row: 0,
            next_column: 0,
        };
        visit(self.bytes, path, |kind, fields| sheet.read(kind, fields))?;
        let (pictures, lost) = pictures.load(self.bytes, &sheet.sizes, &sheet.merged)?;
        Ok(ParsedSheet {
            rows: sheet.rows,
            hidden: HiddenCells {
                pictures: lost,
                ..sheet.hidden.total()
            },
            pictures,
            ..ParsedSheet::default()
        })
    }
}

/// The links of a sheet follow its cells in the file.
fn read_links(bytes: &[u8], path: &str) -> Result<Links, ReadError> {
    let targets = relations(&mut archive::open(bytes)?, path)?;
    let mut links = Links::default();
    visit(bytes, path, |kind, mut fields| {
        if kind == record::LINK
            && let Some(((first, last), id)) = range(&mut fields).zip(fields.text())
            && let Some(target) = targets.get(&id)
        {
            links.add(first, last, target.clone());
        }
        Ok(())
    })?;
    Ok(links)
}

/// The first and the last cell of a range, each as row and column.
fn range(fields: &mut Fields<'_>) -> Option<((u32, u32), (u32, u32))> {
    let (first_row, last_row) = (fields.u32()?, fields.u32()?);
    let (first_column, last_column) = (fields.u32()?, fields.u32()?);
    Some(((first_row, first_column), (last_row, last_column)))
}

/// Reads the records of a sheet in their order.
struct SheetReader<'a> {
    book: &'a XlsbSheets<'a>,
    links: Links,
    rows: Table,
    hidden: HiddenCount,
    merged: MergedCells,
    sizes: Sizes,
    row: u32,
    /// The column of a cell that is not given one.
    next_column: u32,
}

impl SheetReader<'_> {
    fn read(&mut self, kind: u32, mut fields: Fields<'_>) -> Result<(), ReadError> {
        match kind {
            record::ROW => _ = self.start_row(&mut fields),
            record::FIRST_CELL..=record::LAST_CELL | record::RICH_TEXT_CELL => {
                self.next_column = fields.u32().unwrap_or_default();
                return self.read_cell(kind, &mut fields);
            }
            record::FIRST_SHORT_CELL..=record::LAST_SHORT_CELL => {
                return self.read_cell(kind - record::FIRST_SHORT_CELL + record::FIRST_CELL, &mut fields);
            }
            record::COLUMNS => _ = self.read_columns(&mut fields),
            record::SHEET_FORMAT => {
                let height = fields.skip(6).and_then(|()| fields.u16());
                if let Some(height) = height {
                    self.sizes.rows.set_twips(None, height);
                }
            }
            record::MERGED_CELL => {
                if let Some(((row, column), (last, _))) = range(&mut fields) {
                    let (column, below) = (usize::try_from(column).unwrap_or(usize::MAX), last.saturating_sub(row));
                    self.rows.merge_down(row, column, below)?;
                    self.merged.add(row, column, below);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn start_row(&mut self, fields: &mut Fields<'_>) -> Option<()> {
        self.row = fields.u32()?;
        self.next_column = 0;
        fields.skip(4)?;
        let height = fields.u16()?;
        fields.skip(1)?;
        self.hidden.start_row(fields.byte()? & 0x10 != 0);
        self.sizes.rows.set_twips(Some(self.row), height);
        Some(())
    }

    fn read_columns(&mut self, fields: &mut Fields<'_>) -> Option<()> {
        let (first, last, width) = (fields.u32()?, fields.u32()?.min(MAX_COLUMN), fields.u32()?);
        fields.skip(4)?;
        let columns = first..=last;
        if fields.u16()? & 1 == 1 {
            let columns = columns.clone().filter_map(|column| usize::try_from(column).ok());
            self.hidden.hide_columns(columns);
        }
        for column in columns {
            self.sizes.columns.set_width(Some(column), width);
        }
        Some(())
    }

    fn read_cell(&mut self, kind: u32, fields: &mut Fields<'_>) -> Result<(), ReadError> {
        let column = usize::try_from(self.next_column).unwrap_or(usize::MAX);
        let place = (self.row, self.next_column);
        self.next_column = self.next_column.saturating_add(1);
        let style = fields.u32().unwrap_or_default() & 0x00FF_FFFF;
        let Some((text, kind)) = self.show(kind, style, fields) else {
            return Ok(());
        };
        if text.trim().is_empty() || self.hidden.hides(column) {
            return Ok(());
        }
        self.rows.push_cell(self.row, column, &text, kind)?;
        if let Some(link) = self.links.of_cell(place.0, place.1) {
            self.rows.link_last(link);
        }
        Ok(())
    }

    /// Returns the text that a person sees in a cell.
    fn show(&self, kind: u32, style: u32, fields: &mut Fields<'_>) -> Option<(String, CellKind)> {
        let is_formula = (8..=11).contains(&kind);
        let raw = match kind {
            2 => fields.short_number()?,
            3 | 11 => return Some((error_text(fields.byte()?).to_owned(), CellKind::Error)),
            4 | 10 => return Some(((fields.byte()? == 1).to_string(), CellKind::Text)),
            5 | 9 => fields.f64()?.to_string(),
            6 | 8 => return Some((fields.text()?, CellKind::Text)),
            7 => {
                let text = self.book.texts.get(usize::try_from(fields.u32()?).ok()?)?;
                return Some((text.clone(), CellKind::Text));
            }
            record::RICH_TEXT_CELL => return Some((fields.rich_text()?, CellKind::Text)),
            _ => return None,
        };
        if is_formula && self.book.calculates_on_load && raw == "0" {
            return Some(("=".to_owned(), CellKind::NotCalculated));
        }
        let general = NumberFormat::parse("General", None);
        let format = usize::try_from(style)
            .ok()
            .and_then(|style| self.book.formats.get(style));
        Some(self.book.show_number(&raw, format.unwrap_or(&general)))
    }
}

/// The text of an error by its number.
const fn error_text(code: u8) -> &'static str {
    match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        0x2A => "#N/A",
        _ => "#ERROR!",
    }
}
