//! Parts of an XLSX workbook that calamine does not report: hidden rows and columns, formulas without a value, the digits of long
//! numbers, and whether the file asks its reader to calculate all formulas.

use super::{
    ReadError,
    archive::{self, open_part},
    error::damaged,
};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use std::io::{BufRead, BufReader, Read};

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

fn number(element: &BytesStart<'_>, name: &str) -> Result<Option<u32>, ReadError> {
    Ok(attribute(element, name)?.and_then(|value| value.parse().ok()))
}

fn elements(part: impl Read, mut visit: impl FnMut(&BytesStart<'_>) -> Result<(), ReadError>) -> Result<(), ReadError> {
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
}

/// Reads the cells of a sheet one by one, in the order of the file.
pub(super) struct RawCells<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
    /// The first and the last of each range of hidden columns, counted from 0.
    hidden_columns: Vec<(u32, u32)>,
    is_in_hidden_row: bool,
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
        hidden_columns: Vec::new(),
        is_in_hidden_row: false,
    };
    cells.reader.config_mut().expand_empty_elements = true;
    read(&mut cells)
}

impl<R: BufRead> RawCells<R> {
    pub(super) fn is_column_hidden(&self, column: u32) -> bool {
        self.hidden_columns
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&column))
    }

    /// The next cell, `None` at the end of the sheet. It belongs to the cell that calamine reports next.
    pub(super) fn next_cell(&mut self) -> Result<Option<RawCell>, ReadError> {
        loop {
            self.buffer.clear();
            let is_cell = match self.reader.read_event_into(&mut self.buffer).map_err(damaged)? {
                Event::Start(element) => match element.local_name().as_ref() {
                    "col" => {
                        let has_no_width = attribute(&element, "width")?.is_some_and(|width| width == "0");
                        let is_hidden = has_no_width || is_true(&element, "hidden")?;
                        let range = number(&element, "min")?.zip(number(&element, "max")?);
                        if let Some((first, last)) = range.filter(|_| is_hidden) {
                            self.hidden_columns
                                .push((first.saturating_sub(1), last.saturating_sub(1)));
                        }
                        false
                    }
                    "row" => {
                        let has_no_height = attribute(&element, "ht")?.is_some_and(|height| height == "0");
                        self.is_in_hidden_row = has_no_height || is_true(&element, "hidden")?;
                        false
                    }
                    name => name == "c",
                },
                Event::End(element) if element.local_name().as_ref() == "sheetData" => return Ok(None),
                Event::Eof => return Ok(None),
                _ => false,
            };
            if is_cell {
                return self.read_cell().map(Some);
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

    fn read_cell(&mut self) -> Result<RawCell, ReadError> {
        let mut cell = RawCell {
            is_in_hidden_row: self.is_in_hidden_row,
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
