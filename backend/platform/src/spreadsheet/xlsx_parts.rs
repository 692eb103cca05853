//! Parts of an XLSX workbook that calamine does not report: hidden rows and columns, formulas without a value, the digits of long
//! numbers, and whether the file asks its reader to calculate all formulas.

use super::{
    ReadError,
    archive::{self, open_part},
    axis::Sizes,
    error::damaged,
};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use std::{
    io::{BufRead, BufReader, Read},
    str::FromStr,
};

/// Sheets end at this column, counted from 0.
const MAX_COLUMN: u32 = 16_383;

/// The value of an attribute, regardless of its namespace.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReadError> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(damaged)?;
        if attribute.key.local_name().as_ref() == name {
            return Ok(Some(
                attribute
                    .normalized_value(XmlVersion::Implicit1_0)
                    .map_err(damaged)?
                    .into_owned(),
            ));
        }
    }
    Ok(None)
}

/// Adds the text of an event: characters, or a reference such as `&amp;`.
pub(super) fn push_text(target: &mut String, event: &Event<'_>) {
    match event {
        Event::Text(text) => target.push_str(text.as_ref()),
        Event::CData(text) => target.push_str(text.as_ref()),
        Event::GeneralRef(reference) => match reference.resolve_char_ref() {
            Ok(Some(sign)) => target.push(sign),
            _ => target.push_str(resolve_predefined_entity(reference.as_ref()).unwrap_or_default()),
        },
        _ => {}
    }
}

/// Programs write both `1` and `true`.
fn is_true(element: &BytesStart<'_>, name: &str) -> Result<bool, ReadError> {
    Ok(attribute(element, name)?.is_some_and(|value| value == "1" || value == "true"))
}

/// The value of an attribute that is a number.
pub(super) fn number<N: FromStr>(element: &BytesStart<'_>, name: &str) -> Result<Option<N>, ReadError> {
    Ok(attribute(element, name)?.and_then(|value| value.parse().ok()))
}

pub(super) fn elements(
    part: impl Read,
    mut visit: impl FnMut(&BytesStart<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut reader = Reader::from_reader(BufReader::new(part));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) | Event::Empty(element) => visit(&element)?,
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The row and the column of `B7`, counted from 0.
fn place(name: &str) -> Option<(u32, usize)> {
    let digits = name.find(|sign: char| sign.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    let column = letters.bytes().try_fold(0_usize, |column, letter| {
        let value = usize::from(letter.to_ascii_uppercase().checked_sub(b'A')?) + 1;
        column.checked_mul(26)?.checked_add(value)
    })?;
    Some((row.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

/// The workbook, as far as it says where its sheets are.
#[derive(Default)]
pub(super) struct Workbook {
    /// The name of each sheet and the id of its part.
    sheets: Vec<(String, String)>,
    /// The id and the path of each part.
    parts: Vec<(String, String)>,
    /// Formulas are calculated when the file is opened, so their stored values may be placeholders.
    pub(super) calculates_on_load: bool,
}

impl Workbook {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut archive = archive::open(bytes)?;
        let mut book = Self::default();
        elements(open_part(&mut archive, "xl/workbook.xml")?, |element| {
            match element.local_name().as_ref() {
                "sheet" => {
                    if let (Some(name), Some(id)) = (attribute(element, "name")?, attribute(element, "id")?) {
                        book.sheets.push((name, id));
                    }
                }
                "calcPr" => book.calculates_on_load = is_true(element, "fullCalcOnLoad")?,
                _ => {}
            }
            Ok(())
        })?;
        elements(open_part(&mut archive, "xl/_rels/workbook.xml.rels")?, |element| {
            if let (Some(id), Some(target)) = (attribute(element, "Id")?, attribute(element, "Target")?) {
                let path = target
                    .strip_prefix('/')
                    .map_or_else(|| format!("xl/{target}"), str::to_owned);
                book.parts.push((id, path));
            }
            Ok(())
        })?;
        Ok(book)
    }

    /// The path of the part of a sheet.
    pub(super) fn path(&self, sheet: &str) -> Result<&str, ReadError> {
        let id = self.sheets.iter().find(|(name, _)| name == sheet).map(|(_, id)| id);
        let part = id.and_then(|id| self.parts.iter().find(|(part, _)| part == id));
        part.map(|(_, path)| path.as_str()).ok_or(ReadError::NoSuchSheet)
    }
}

/// A cell as the file has it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RawCell {
    /// The text of its value.
    pub(super) value: String,
    /// The formula, which is empty if the cell shares the formula of another one.
    pub(super) formula: Option<String>,
    pub(super) is_in_hidden_row: bool,
    /// The number of its metadata, counted from 1.
    pub(super) metadata: Option<usize>,
}

/// Reads the cells of a sheet one by one, in the order of the file.
pub(super) struct RawCells<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
    layout: Layout,
}

/// The rows and columns of a sheet, as far as they were read.
struct Layout {
    /// The first and the last of each range of hidden columns, counted from 0.
    hidden_columns: Vec<(u32, u32)>,
    is_in_hidden_row: bool,
    sizes: Sizes,
    /// The number of the last row, counted from 1.
    row: u32,
}

impl Layout {
    fn read(&mut self, element: &BytesStart<'_>) -> Result<(), ReadError> {
        match element.local_name().as_ref() {
            "sheetFormatPr" => {
                if let Some(points) = attribute(element, "defaultRowHeight")? {
                    self.sizes.rows.set_row(None, &points);
                }
                if let Some(letters) = attribute(element, "defaultColWidth")? {
                    self.sizes.columns.set_column(None, &letters);
                }
            }
            "col" => {
                let width = attribute(element, "width")?;
                let is_hidden = width.as_deref() == Some("0") || is_true(element, "hidden")?;
                let range = number(element, "min")?.zip(number(element, "max")?);
                let Some((first, last)) =
                    range.map(|(first, last): (u32, u32)| (first.saturating_sub(1), last.saturating_sub(1)))
                else {
                    return Ok(());
                };
                if is_hidden {
                    self.hidden_columns.push((first, last));
                }
                if let Some(width) = width {
                    for column in first..=last.min(MAX_COLUMN) {
                        self.sizes.columns.set_column(Some(column), &width);
                    }
                }
            }
            "row" => {
                self.row = number(element, "r")?.unwrap_or(self.row.saturating_add(1));
                let height = attribute(element, "ht")?;
                self.is_in_hidden_row = height.as_deref() == Some("0") || is_true(element, "hidden")?;
                if let Some(height) = height {
                    self.sizes.rows.set_row(Some(self.row.saturating_sub(1)), &height);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Calls a function with the cells of a sheet.
pub(super) fn with_raw_cells<T>(
    bytes: &[u8],
    path: &str,
    read: impl FnOnce(&mut RawCells<Box<dyn BufRead + '_>>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let mut archive = archive::open(bytes)?;
    let part = open_part(&mut archive, path)?;
    let mut cells = RawCells {
        reader: Reader::from_reader(Box::new(BufReader::new(part)) as Box<dyn BufRead + '_>),
        buffer: Vec::new(),
        layout: Layout {
            hidden_columns: Vec::new(),
            is_in_hidden_row: false,
            sizes: Sizes::default(),
            row: 0,
        },
    };
    cells.reader.config_mut().expand_empty_elements = true;
    read(&mut cells)
}

impl<R: BufRead> RawCells<R> {
    pub(super) fn is_column_hidden(&self, column: u32) -> bool {
        self.layout
            .hidden_columns
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&column))
    }

    /// The sizes of the rows and columns, once all cells are read. A hidden one has the size that it has when it is shown: a picture of a
    /// hidden row is not one of the next row.
    pub(super) const fn sizes(&self) -> &Sizes {
        &self.layout.sizes
    }

    /// The next cell, `None` at the end of the sheet. It belongs to the cell that calamine reports next.
    pub(super) fn next_cell(&mut self) -> Result<Option<RawCell>, ReadError> {
        loop {
            self.buffer.clear();
            let metadata = match self.reader.read_event_into(&mut self.buffer).map_err(damaged)? {
                Event::Start(element) if element.local_name().as_ref() == "c" => Some(number(&element, "vm")?),
                Event::Start(element) => {
                    self.layout.read(&element)?;
                    None
                }
                Event::End(element) if element.local_name().as_ref() == "sheetData" => return Ok(None),
                Event::Eof => return Ok(None),
                _ => None,
            };
            if let Some(metadata) = metadata {
                return self.read_cell(metadata).map(Some);
            }
        }
    }

    /// The next cell that is merged with cells below it: row and column, counted from 0, and the number of the cells. They follow the
    /// last cell of the sheet.
    pub(super) fn next_merged(&mut self) -> Result<Option<(u32, usize, u32)>, ReadError> {
        loop {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer).map_err(damaged)? {
                Event::Start(element) if element.local_name().as_ref() == "mergeCell" => {
                    let range = attribute(&element, "ref")?.unwrap_or_default();
                    let ends = range.split_once(':').map(|(first, last)| (place(first), place(last)));
                    if let Some((Some((row, column)), Some((last, _)))) = ends {
                        return Ok(Some((row, column, last.saturating_sub(row))));
                    }
                }
                Event::End(element) if element.local_name().as_ref() == "mergeCells" => return Ok(None),
                Event::Eof => return Ok(None),
                _ => {}
            }
        }
    }

    fn read_cell(&mut self, metadata: Option<usize>) -> Result<RawCell, ReadError> {
        let mut cell = RawCell {
            is_in_hidden_row: self.layout.is_in_hidden_row,
            metadata,
            ..RawCell::default()
        };
        let mut is_value = false;
        let mut is_formula = false;
        loop {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer).map_err(damaged)? {
                Event::Start(element) => match element.local_name().as_ref() {
                    "v" => is_value = true,
                    "f" => {
                        is_formula = true;
                        cell.formula = Some(String::new());
                    }
                    // An inline text is a value too.
                    "is" => cell.value.push(' '),
                    _ => {}
                },
                text @ (Event::Text(_) | Event::GeneralRef(_)) if is_value => push_text(&mut cell.value, &text),
                text @ (Event::Text(_) | Event::GeneralRef(_)) if is_formula => {
                    push_text(cell.formula.get_or_insert_default(), &text);
                }
                Event::End(element) => match element.local_name().as_ref() {
                    "c" => return Ok(cell),
                    "v" => is_value = false,
                    "f" => is_formula = false,
                    _ => {}
                },
                Event::Eof => return Err(damaged("the sheet ends within a cell")),
                _ => {}
            }
        }
    }
}
