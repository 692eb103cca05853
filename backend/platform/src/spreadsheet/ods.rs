//! Files of `.ods`, as office programs and Google Sheets save them. A cell has its value and also the text that the sheet shows.

use super::{
    CellKind, ReadError, Table,
    archive::{self, open_part},
    decimal::Decimal,
    error::damaged,
    ods_pictures::{OdsPictures, attribute},
    sheet::{HiddenCount, ParsedSheet, ReadSheets},
    xlsx::hyperlink,
    xlsx_parts::push_text,
};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use shared_types::imports::limits;
use std::{
    collections::HashSet,
    io::{BufRead, BufReader, Read},
};

const MAX_SHEETS: usize = 200;
/// Where a `.fods` file names its format.
const FLAT_HEAD: usize = 8_192;
const MAX_DECIMALS: usize = 20;
/// No cell that may be read is longer: a letter has at most four bytes.
const MAX_TEXT_BYTES: usize = 4 * limits::CELL;

pub(super) fn open(bytes: &[u8]) -> Result<ReadSheets, ReadError> {
    let mut archive = archive::open(bytes)?;
    let mut manifest = String::new();
    open_part(&mut archive, "META-INF/manifest.xml")?
        .read_to_string(&mut manifest)
        .map_err(damaged)?;
    if manifest.contains("encryption-data") {
        return Err(ReadError::Password);
    }
    let mut book = read_book(BufReader::new(open_part(&mut archive, "content.xml")?))?;
    book.pictures
        .load(&mut archive, book.sheets.iter_mut().map(|(.., sheet)| sheet));
    Ok(ReadSheets(book.sheets))
}

/// Whether a text is a file of `.fods`: the same sheets as a single XML document, without an archive.
pub(super) fn is_flat(text: &str) -> bool {
    let head = text.get(..text.floor_char_boundary(FLAT_HEAD));
    head.is_some_and(|head| head.trim_start().starts_with('<') && head.contains("<office:document "))
}

/// Opens it. Its pictures are not read.
pub(super) fn open_flat(text: &str) -> Result<ReadSheets, ReadError> {
    read_book(text.as_bytes()).map(|book| ReadSheets(book.sheets))
}

fn read_book(content: impl BufRead) -> Result<Book, ReadError> {
    let mut reader = Reader::from_reader(content);
    reader.config_mut().expand_empty_elements = true;
    let mut book = Book::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer).map_err(damaged)? {
            Event::Start(element) => book.start(&element)?,
            Event::End(element) => book.end(element.name().as_ref())?,
            Event::Eof => break,
            other if book.is_in_text() => push_text(&mut book.cell.text, &other),
            _ => {}
        }
    }
    Ok(book)
}

/// The value of a cell. Its attribute depends on its type.
fn value_of(element: &BytesStart<'_>) -> Result<String, ReadError> {
    for name in ["value", "date-value", "time-value", "boolean-value", "string-value"] {
        if let Some(value) = attribute(element, &format!("office:{name}"))? {
            return Ok(value);
        }
    }
    Ok(String::new())
}

/// Comments and shapes of any kind lie over cells, and have paragraphs of their own.
fn is_aside(name: &str) -> bool {
    name == "office:annotation" || name.starts_with("draw:")
}

fn repetitions(element: &BytesStart<'_>, name: &str) -> Result<u32, ReadError> {
    let count = attribute(element, name)?.and_then(|text| text.parse().ok());
    Ok(count.unwrap_or(1).max(1))
}

fn is_hidden(element: &BytesStart<'_>) -> Result<bool, ReadError> {
    Ok(attribute(element, "table:visibility")?.is_some_and(|value| value == "collapse" || value == "filter"))
}

/// The file as far as it was read. Rows and columns count from 0.
#[derive(Default)]
struct Book {
    style: String,
    hidden_styles: HashSet<String>,
    sheets: Vec<(String, bool, ParsedSheet)>,
    rows: Table,
    hidden: HiddenCount,
    row: u32,
    /// The current row stands so many times in the sheet: equal rows are written once.
    row_repetitions: u32,
    row_cells: Vec<(usize, Cell)>,
    is_row_hidden: bool,
    column: usize,
    cell: Cell,
    /// How many paragraphs and how many comments and shapes the reader is in. A comment has paragraphs, too.
    paragraphs: u32,
    asides: u32,
    is_in_cell: bool,
    pictures: OdsPictures,
}

#[derive(Default)]
struct Cell {
    kind: String,
    value: String,
    text: String,
    link: Option<String>,
    formula: Option<String>,
    is_error: bool,
    repetitions: usize,
    /// Further rows that the cell covers.
    more_rows: u32,
}

impl Book {
    const fn is_in_text(&self) -> bool {
        self.paragraphs > 0 && self.asides == 0
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), ReadError> {
        match element.name().as_ref() {
            "style:style" => self.style = attribute(element, "style:name")?.unwrap_or_default(),
            "style:table-properties" if attribute(element, "table:display")?.as_deref() == Some("false") => {
                self.hidden_styles.insert(self.style.clone());
            }
            "style:table-row-properties" | "style:table-column-properties" => {
                self.pictures.read_style(&self.style, element)?;
            }
            "table:table" => {
                if self.sheets.len() == MAX_SHEETS {
                    return Err(ReadError::TooLarge);
                }
                let style = attribute(element, "table:style-name")?;
                let is_visible = style.is_none_or(|style| !self.hidden_styles.contains(&style));
                let name = attribute(element, "table:name")?.unwrap_or_default();
                self.sheets.push((name, is_visible, ParsedSheet::default()));
                (self.row, self.column) = (0, 0);
            }
            "table:table-column" => {
                let count = as_columns(repetitions(element, "table:number-columns-repeated")?);
                let end = self.column.saturating_add(count).min(limits::COLUMNS);
                if is_hidden(element)? {
                    self.hidden.hide_columns(self.column..end);
                }
                let style = attribute(element, "table:style-name")?;
                self.pictures.add_columns(self.column..end, style.as_deref());
                self.column = end;
            }
            "table:table-row" => {
                self.row_repetitions = repetitions(element, "table:number-rows-repeated")?;
                self.column = 0;
                self.is_row_hidden = is_hidden(element)?;
                let style = attribute(element, "table:style-name")?;
                self.pictures.add_rows(self.row, self.row_repetitions, style.as_deref());
            }
            "table:table-cell" | "table:covered-table-cell" => {
                self.is_in_cell = true;
                let value = |kind: &str| attribute(element, kind);
                self.cell = Cell {
                    kind: value("office:value-type")?.unwrap_or_default(),
                    value: value_of(element)?,
                    formula: value("table:formula")?,
                    is_error: value("calcext:value-type")?.as_deref() == Some("error"),
                    repetitions: as_columns(repetitions(element, "table:number-columns-repeated")?),
                    more_rows: repetitions(element, "table:number-rows-spanned")? - 1,
                    ..Cell::default()
                };
            }
            name if is_aside(name) => {
                match name {
                    "draw:frame" if self.is_in_cell && self.asides == 0 => {
                        self.pictures.start(self.row, self.column, element)?;
                    }
                    "draw:image" if self.is_in_cell && self.asides == 1 => self.pictures.read_image(element)?,
                    _ => {}
                }
                self.asides += 1;
            }
            "text:p" if self.asides == 0 => {
                self.paragraphs += 1;
                if !self.cell.text.is_empty() {
                    self.cell.text.push('\n');
                }
            }
            // A longer text is refused when the cell ends.
            "text:s" if self.is_in_text() && self.cell.text.len() <= MAX_TEXT_BYTES => {
                let count = attribute(element, "text:c")?.and_then(|count| count.parse().ok());
                let count: usize = count.unwrap_or(1);
                self.cell.text.extend(std::iter::repeat_n(' ', count.min(limits::CELL)));
            }
            "text:tab" | "text:line-break" if self.is_in_text() => self.cell.text.push(' '),
            "text:a" if self.is_in_text() => self.cell.link = attribute(element, "xlink:href")?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), ReadError> {
        match name {
            "text:p" if self.asides == 0 => self.paragraphs = self.paragraphs.saturating_sub(1),
            name if is_aside(name) => self.asides = self.asides.saturating_sub(1),
            // The text of a covered cell is not shown.
            "table:covered-table-cell" => {
                self.is_in_cell = false;
                self.column = self.column.saturating_add(self.cell.repetitions);
            }
            "table:table-cell" => self.end_cell(),
            "table:table-row" => self.end_row()?,
            "table:table" => {
                if let Some((.., sheet)) = self.sheets.last_mut() {
                    sheet.rows = std::mem::take(&mut self.rows);
                    sheet.hidden = std::mem::take(&mut self.hidden).total();
                    self.pictures.finish_sheet();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end_cell(&mut self) {
        let cell = std::mem::take(&mut self.cell);
        let first = self.column;
        self.is_in_cell = false;
        self.pictures.merge(self.row, first, cell.more_rows);
        self.column = first.saturating_add(cell.repetitions);
        if !cell.show().0.trim().is_empty() {
            self.row_cells.push((first, cell));
        }
    }

    /// Adds the cells that are shown, once for each repetition. Hidden ones are only counted, however often they are repeated.
    fn end_row(&mut self) -> Result<(), ReadError> {
        let cells = std::mem::take(&mut self.row_cells);
        let (first_row, count) = (self.row, self.row_repetitions);
        self.row = self.row.saturating_add(count);
        if cells.is_empty() {
            return Ok(());
        }
        if self.is_row_hidden {
            self.hidden.hide_rows(count);
            return Ok(());
        }
        let mut shown = Vec::new();
        for (first, cell) in &cells {
            // The table refuses the first column beyond its limit.
            let end = first.saturating_add(cell.repetitions).min(limits::COLUMNS + 1);
            let (text, kind) = cell.show();
            let columns = (*first..end).filter(|column| !self.hidden.hides(*column));
            shown.extend(columns.map(|column| (column, text.clone(), kind, cell)));
        }
        if shown.is_empty() {
            return Ok(());
        }
        for row in first_row..self.row {
            for (column, text, kind, cell) in &shown {
                self.rows.push_cell(row, *column, text, *kind)?;
                self.rows.merge_down(row, *column, cell.more_rows)?;
                if let Some(link) = cell.link() {
                    self.rows.link_last(link);
                }
            }
        }
        Ok(())
    }
}

fn as_columns(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl Cell {
    fn link(&self) -> Option<&str> {
        self.link
            .as_deref()
            .or_else(|| self.hyperlink().map(|(address, _)| address))
    }

    /// The address and the text of a formula `HYPERLINK`.
    fn hyperlink(&self) -> Option<(&str, Option<&str>)> {
        hyperlink(self.formula.as_deref()?.split_once(":=")?.1, ';')
    }

    /// The text that a person sees in the cell. A number is written with a point, whatever the language of the file.
    fn show(&self) -> (String, CellKind) {
        if self.is_error {
            return (self.text.clone(), CellKind::Error);
        }
        match (self.kind.as_str(), &self.formula) {
            ("", Some(formula)) => match self.hyperlink() {
                // Its value is known without calculating.
                Some((address, text)) => (text.unwrap_or(address).to_owned(), CellKind::Text),
                None => (formula.clone(), CellKind::NotCalculated),
            },
            ("date", _) => self.show_date(),
            ("float" | "currency", _) => self.show_number(),
            // ezodf writes values without their texts.
            ("time", _) if self.text.is_empty() => (time_of_day(&self.value), CellKind::Text),
            _ if self.text.is_empty() => (self.value.clone(), CellKind::Text),
            _ => (self.text.clone(), CellKind::Text),
        }
    }

    fn show_date(&self) -> (String, CellKind) {
        let groups = digit_groups(&self.text);
        // A day without a year, such as 3-4, is a text that the person typed.
        if groups == 2 && !self.text.contains(char::is_alphabetic) {
            return (self.text.clone(), CellKind::Text);
        }
        let day = self.value.split('T').next().unwrap_or_default();
        (day.to_owned(), CellKind::Date)
    }

    fn show_number(&self) -> (String, CellKind) {
        let Some(number) = Decimal::parse(&self.value) else {
            return (self.text.clone(), CellKind::Text);
        };
        if number.has_lost_digits(&self.value) {
            return (number.to_string(), CellKind::DigitsLost);
        }
        let shown = self.text.trim();
        if shown.is_empty() {
            return (number.to_string(), CellKind::Number);
        }
        let is_digit = |character: char| character.is_ascii_digit();
        let (Some(first), Some(last)) = (shown.find(is_digit), shown.rfind(is_digit)) else {
            // A format without digits, such as a dash for zero.
            return (shown.to_owned(), CellKind::Text);
        };
        let (before, digits, after) = (&shown[..first], &shown[first..=last], &shown[last + 1..]);
        // SheetJS writes a percentage as its number: 5 for 500%.
        if after.contains('%') {
            return (shown.to_owned(), CellKind::Text);
        }
        if digits.contains(['E', 'e']) {
            return (number.to_string(), CellKind::Number);
        }
        let is_group_mark = |mark: char| mark.is_whitespace() || matches!(mark, '.' | ',' | '\'' | '’');
        let only: String = digits.chars().filter(|mark| !is_group_mark(*mark)).collect();
        let rounding = |number: &Decimal| {
            let mut roundings = (0..=MAX_DECIMALS).map(|places| number.rounded(places, places));
            roundings.find(|text| text.chars().filter(char::is_ascii_digit).eq(only.chars()))
        };
        let Some(rounded) = rounding(&number) else {
            let thousandth = number.thousandth();
            let is_part = rounding(&thousandth).is_some() || rounding(&thousandth.thousandth()).is_some();
            // A format that shows thousandths shows a rounded part of the number. Zeros in front belong to a code.
            if is_part && !only.starts_with('0') {
                return (number.to_string(), CellKind::Number);
            }
            // SheetJS writes a date as the number of its day, and the date as the text.
            let is_date = digit_groups(digits) == 3 && digits.contains(['-', '/']);
            let kind = if is_date { CellKind::Date } else { CellKind::Text };
            return (shown.to_owned(), kind);
        };
        let sign_is_written = before.contains(['-', '−', '(']);
        let sign = if number.is_negative() && !sign_is_written {
            "-"
        } else {
            ""
        };
        (format!("{before}{sign}{rounded}{after}"), CellKind::Number)
    }
}

/// `9:30` for `PT09H30M00S`.
fn time_of_day(duration: &str) -> String {
    let parts = duration.trim_start_matches("PT").split(['H', 'M']);
    let parts: Vec<&str> = parts.take(2).collect();
    match parts.as_slice() {
        [hours, minutes] => format!("{}:{minutes}", hours.trim_start_matches('0')),
        _ => duration.to_owned(),
    }
}

fn digit_groups(text: &str) -> usize {
    let groups = text.split(|character: char| !character.is_ascii_digit());
    groups.filter(|group| !group.is_empty()).count()
}

#[cfg(test)]
mod tests;
