//! XML spreadsheets of Excel 2003, which shops and accounting programs export under the name `.xls`.

use super::{
    CellKind, ReadError, Table,
    decimal::Decimal,
    error::damaged,
    number_format::NumberFormat,
    sheet::{HiddenCount, ParsedSheet, ReadSheets},
    xlsx_parts::{attribute, push_text},
};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use shared_types::imports::limits;
use std::collections::HashMap;

/// The namespace of the format.
const NAMESPACE: &str = "urn:schemas-microsoft-com:office:spreadsheet";
/// Where a file names it.
const HEAD_BYTES: usize = 4_096;
const MAX_SHEETS: usize = 200;

pub(super) fn is_spreadsheet(text: &str) -> bool {
    let head = text.get(..text.floor_char_boundary(HEAD_BYTES)).unwrap_or(text);
    head.trim_start().starts_with('<') && head.contains(NAMESPACE)
}

pub(super) fn open(text: &str) -> Result<ReadSheets, ReadError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut book = Book::default();
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(element) => book.start(&element)?,
            Event::End(element) => book.end(element.local_name().as_ref())?,
            Event::Eof => break,
            other => {
                if book.is_in_data {
                    push_text(&mut book.cell.text, &other);
                }
            }
        }
    }
    Ok(ReadSheets(book.sheets))
}

/// The file as far as it was read.
#[derive(Default)]
struct Book {
    formats: HashMap<String, NumberFormat>,
    style: String,
    sheets: Vec<(String, bool, ParsedSheet)>,
    rows: Table,
    hidden: HiddenCount,
    /// Row and column count from 0; both are the next ones to be read.
    row: u32,
    column: usize,
    cell: Cell,
    is_in_data: bool,
    is_in_options: bool,
}

#[derive(Default)]
struct Cell {
    kind: String,
    text: String,
    style: String,
    link: Option<String>,
    formula: Option<String>,
    /// Further columns and rows that the cell covers.
    more_columns: usize,
    more_rows: u32,
}

fn position(element: &BytesStart<'_>, name: &str) -> Result<Option<u32>, ReadError> {
    Ok(attribute(element, name)?.and_then(|text| text.parse().ok()))
}

fn columns(value: Option<u32>) -> usize {
    usize::try_from(value.unwrap_or_default()).unwrap_or(limits::COLUMNS)
}

impl Book {
    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), ReadError> {
        match element.local_name().as_ref() {
            "Style" => self.style = attribute(element, "ID")?.unwrap_or_default(),
            "NumberFormat" => {
                if let Some(format) = attribute(element, "Format")? {
                    self.formats.insert(self.style.clone(), parse_format(&format));
                }
            }
            "Worksheet" => {
                if self.sheets.len() == MAX_SHEETS {
                    return Err(ReadError::TooLarge);
                }
                let name = attribute(element, "Name")?.unwrap_or_default();
                self.sheets.push((name, true, ParsedSheet::default()));
                *self = Self {
                    formats: std::mem::take(&mut self.formats),
                    sheets: std::mem::take(&mut self.sheets),
                    ..Self::default()
                };
            }
            "WorksheetOptions" => self.is_in_options = true,
            "Visible" if self.is_in_options => {
                if let Some((_, is_visible, _)) = self.sheets.last_mut() {
                    *is_visible = false;
                }
            }
            "Column" => {
                let first = match position(element, "Index")? {
                    Some(index) => columns(Some(index)).saturating_sub(1),
                    None => self.column,
                };
                let last = first
                    .saturating_add(columns(position(element, "Span")?))
                    .min(limits::COLUMNS);
                if is_hidden(element)? {
                    self.hidden.hide_columns(first..=last);
                }
                self.column = last + 1;
            }
            "Row" => {
                if let Some(index) = position(element, "Index")? {
                    self.row = index.saturating_sub(1);
                }
                self.column = 0;
                self.hidden.start_row(is_hidden(element)?);
            }
            "Cell" => {
                if let Some(index) = position(element, "Index")? {
                    self.column = columns(Some(index)).saturating_sub(1);
                }
                self.cell = Cell {
                    style: attribute(element, "StyleID")?.unwrap_or_default(),
                    link: attribute(element, "HRef")?,
                    formula: attribute(element, "Formula")?,
                    more_columns: columns(position(element, "MergeAcross")?),
                    more_rows: position(element, "MergeDown")?.unwrap_or_default(),
                    ..Cell::default()
                };
            }
            "Data" => {
                self.is_in_data = true;
                self.cell.kind = attribute(element, "Type")?.unwrap_or_default();
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), ReadError> {
        match name {
            "Data" => self.is_in_data = false,
            "Cell" => {
                self.end_cell()?;
                self.column = self.column.saturating_add(1 + self.cell.more_columns);
            }
            "Row" => self.row = self.row.saturating_add(1),
            "WorksheetOptions" => self.is_in_options = false,
            "Worksheet" => {
                if let Some((.., sheet)) = self.sheets.last_mut() {
                    sheet.rows = std::mem::take(&mut self.rows);
                    sheet.hidden = std::mem::take(&mut self.hidden).total();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end_cell(&mut self) -> Result<(), ReadError> {
        let (text, kind) = self.show();
        if text.trim().is_empty() || self.hidden.hides(self.column) {
            return Ok(());
        }
        self.rows.push_cell(self.row, self.column, &text, kind)?;
        self.rows.merge_down(self.row, self.column, self.cell.more_rows)?;
        if let Some(link) = &self.cell.link {
            self.rows.link_last(link);
        }
        Ok(())
    }

    /// The text that a person sees in the cell.
    fn show(&self) -> (String, CellKind) {
        let cell = &self.cell;
        match (cell.kind.as_str(), &cell.formula) {
            (_, Some(formula)) if cell.text.is_empty() => (formula.clone(), CellKind::NotCalculated),
            ("Number", _) => match Decimal::parse(&cell.text) {
                Some(number) if number.has_lost_digits(&cell.text) => (number.to_string(), CellKind::DigitsLost),
                Some(number) => match self.formats.get(&cell.style) {
                    Some(format) => format.show_number(&number),
                    None => NumberFormat::parse("General", None).show_number(&number),
                },
                None => (cell.text.clone(), CellKind::Text),
            },
            ("DateTime", _) => {
                let day = cell.text.split('T').next().unwrap_or_default();
                (day.to_owned(), CellKind::Date)
            }
            ("Error", _) => (cell.text.clone(), CellKind::Error),
            _ => (cell.text.clone(), CellKind::Text),
        }
    }
}

fn is_hidden(element: &BytesStart<'_>) -> Result<bool, ReadError> {
    Ok(attribute(element, "Hidden")?.is_some_and(|value| value == "1"))
}

/// Excel writes names for some of its formats.
fn parse_format(format: &str) -> NumberFormat {
    let code = match format {
        "Fixed" => "0.00",
        "Standard" => "#,##0.00",
        "Percent" => "0.00%",
        "Scientific" => "0.00E+00",
        "General Number" => "General",
        other => other,
    };
    NumberFormat::parse(code, None)
}

#[cfg(test)]
mod tests {
    use super::{super::sheet::Sheets, *};
    use shared_types::imports::HiddenCells;

    const FILE: &str = r##"<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="s1"><NumberFormat ss:Format="#,##0.00\ &quot;₽&quot;"/></Style>
<Style ss:ID="s2"><NumberFormat ss:Format="00000"/></Style></Styles>
<Worksheet ss:Name="Скрытый"><Table><Row><Cell><Data ss:Type="String">нет</Data></Cell></Row></Table>
<WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>
<Worksheet ss:Name="Заказ"><Table><Column/><Column ss:Hidden="1"/>
<Row><Cell ss:MergeAcross="1"><Data ss:Type="String">Товар &amp; цена</Data></Cell><Cell><Data ss:Type="String">Код</Data></Cell></Row>
<Row ss:Index="4"><Cell ss:HRef="https://detail.1688.com/offer/1.html"><Data ss:Type="String">Открыть</Data></Cell>
<Cell><Data ss:Type="Number">7</Data></Cell><Cell ss:StyleID="s2"><Data ss:Type="Number">123</Data></Cell>
<Cell ss:StyleID="s1"><Data ss:Type="Number">1250</Data></Cell><Cell ss:Formula="=RC[-1]*2"/></Row>
<Row ss:Hidden="1"><Cell><Data ss:Type="String">x</Data></Cell><Cell><Data ss:Type="String">y</Data></Cell></Row>
</Table></Worksheet></Workbook>"##;

    #[test]
    fn cells_are_what_the_sheet_shows() {
        assert!(is_spreadsheet(FILE));
        let mut sheets = open(FILE).expect("readable");
        assert_eq!(
            sheets.names(),
            [("Скрытый".to_owned(), false), ("Заказ".to_owned(), true)]
        );
        let sheet = sheets.read("Заказ").expect("a sheet");
        let rows: Vec<_> = sheet.rows.rows().collect();
        let texts = |row: usize| rows[row].1.iter().map(|cell| cell.text.to_string()).collect::<Vec<_>>();
        assert_eq!(
            (rows[0].0, texts(0)),
            (1, vec!["Товар & цена".to_owned(), String::new(), "Код".to_owned()])
        );
        assert_eq!(rows[1].0, 4);
        assert_eq!(texts(1), ["Открыть", "", "00123", "1250.00 ₽", "=RC[-1]*2"]);
        assert_eq!(
            rows[1].1[0].link.as_deref(),
            Some("https://detail.1688.com/offer/1.html")
        );
        assert_eq!(rows[1].1[4].kind, CellKind::NotCalculated);
        assert_eq!(
            sheet.hidden,
            HiddenCells {
                rows: 1,
                columns: 1,
                pictures: 0
            }
        );
    }
}
