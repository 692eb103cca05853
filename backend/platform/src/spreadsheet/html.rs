//! Tables in HTML. Back offices of shops and accounting programs export them under the name `.xls`, and spreadsheet programs open them.
//!
//! Each table of the page is a sheet. A cell takes the columns and rows that it spans, and counts as the first one of them.

use super::{
    CellKind, ReadError,
    sheet::{ParsedSheet, Sheets},
};
use html5gum::{StartTag, Token, Tokenizer};
use shared_types::{
    imports::{HiddenCells, limits},
    web_address,
};
use std::collections::BTreeSet;

/// Most tables of a page, and most tables inside one another.
const MAX_TABLES: usize = 200;

/// The tables of a page, in the order of their ends: an inner table comes before the outer one.
pub(super) struct HtmlSheets(Vec<ParsedSheet>);

pub(super) fn open(text: &str) -> Result<HtmlSheets, ReadError> {
    let mut done = Vec::new();
    let mut open: Vec<OpenTable> = Vec::new();
    let mut started = 0;
    for token in Tokenizer::new(text).flatten() {
        match token {
            Token::StartTag(tag) if tag.name.as_slice() == b"table" => {
                started += 1;
                if started > MAX_TABLES {
                    return Err(ReadError::TooLarge);
                }
                open.push(OpenTable::default());
            }
            Token::EndTag(tag) if tag.name.as_slice() == b"table" => {
                if let Some(table) = open.pop() {
                    done.push(table.finish()?);
                }
            }
            other => {
                if let Some(table) = open.last_mut() {
                    table.take(&other)?;
                }
            }
        }
    }
    // A page that was cut off.
    while let Some(table) = open.pop() {
        done.push(table.finish()?);
    }
    done.retain(|sheet| !sheet.rows.is_empty());
    Ok(HtmlSheets(done))
}

impl Sheets for HtmlSheets {
    fn names(&self) -> Vec<(String, bool)> {
        (1..=self.0.len()).map(|number| (number.to_string(), true)).collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let index = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let sheet = index
            .and_then(|index| self.0.get_mut(index))
            .ok_or(ReadError::NoSuchSheet)?;
        Ok(std::mem::take(sheet))
    }
}

/// A table whose end was not read yet.
#[derive(Default)]
struct OpenTable {
    sheet: ParsedSheet,
    /// The row, counted from 1; 0 before the first one.
    row: u32,
    is_row_hidden: bool,
    /// Rows and columns with values that the page hides.
    hidden_rows: BTreeSet<u32>,
    hidden_columns: BTreeSet<usize>,
    /// The next column.
    column: usize,
    /// For each column, the last row that a cell above reaches.
    taken_until: Vec<u32>,
    cell: Option<OpenCell>,
    /// Cells with a picture only, which is not on the web.
    lost_pictures: u32,
    /// A script or a style sheet, whose text is not shown.
    is_in_code: bool,
}

#[derive(Default)]
struct OpenCell {
    text: String,
    link: Option<String>,
    /// The address of its first picture.
    picture: Option<String>,
    has_picture: bool,
    columns: usize,
    rows: u32,
    is_hidden: bool,
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The web address of a picture. A page that was saved has the others in a folder of its own.
fn picture_address(source: &str) -> Option<String> {
    let source = source.trim();
    let address = match source.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => source.to_owned(),
    };
    web_address::host(&address).is_some().then_some(address)
}

fn is_hidden(tag: &StartTag<()>) -> bool {
    let style = attribute(tag, b"style").unwrap_or_default();
    let style: String = style.chars().filter(|sign| !sign.is_whitespace()).collect();
    style.to_ascii_lowercase().contains("display:none")
}

impl OpenTable {
    fn take(&mut self, token: &Token) -> Result<(), ReadError> {
        match token {
            Token::StartTag(tag) => match tag.name.as_slice() {
                b"tr" => {
                    self.end_cell()?;
                    self.row += 1;
                    self.column = 0;
                    self.is_row_hidden = is_hidden(tag);
                }
                b"td" | b"th" => {
                    self.end_cell()?;
                    let span = |name| {
                        attribute(tag, name)
                            .and_then(|text| text.trim().parse::<u32>().ok())
                            .unwrap_or(1)
                    };
                    self.cell = Some(OpenCell {
                        columns: usize::try_from(span(b"colspan")).unwrap_or(1).clamp(1, limits::COLUMNS),
                        rows: span(b"rowspan").max(1),
                        is_hidden: is_hidden(tag),
                        ..OpenCell::default()
                    });
                }
                b"a" => {
                    if let Some(cell) = &mut self.cell {
                        cell.link = cell.link.take().or_else(|| attribute(tag, b"href"));
                    }
                }
                b"img" => {
                    if let Some(cell) = &mut self.cell {
                        // Pages that show pictures later keep the address elsewhere.
                        let sources = [&b"data-src"[..], b"data-original", b"src"].into_iter();
                        let mut addresses = sources.filter_map(|name| picture_address(&attribute(tag, name)?));
                        cell.picture = cell.picture.take().or_else(|| addresses.next());
                        cell.has_picture = true;
                    }
                }
                b"br" | b"p" | b"div" | b"li" => self.add_text(" "),
                b"script" | b"style" => self.is_in_code = true,
                _ => {}
            },
            Token::EndTag(tag) => match tag.name.as_slice() {
                b"td" | b"th" | b"tr" => self.end_cell()?,
                b"script" | b"style" => self.is_in_code = false,
                _ => {}
            },
            Token::String(text) if !self.is_in_code => self.add_text(&String::from_utf8_lossy(text)),
            _ => {}
        }
        Ok(())
    }

    fn add_text(&mut self, text: &str) {
        if let Some(cell) = &mut self.cell {
            cell.text.push_str(text);
        }
    }

    fn end_cell(&mut self) -> Result<(), ReadError> {
        let Some(cell) = self.cell.take() else { return Ok(()) };
        self.row = self.row.max(1);
        while self.taken_until.get(self.column).is_some_and(|row| *row >= self.row) {
            self.column += 1;
        }
        let first = self.column;
        self.column += cell.columns;
        if cell.rows > 1 && self.column <= limits::COLUMNS {
            let until = self.row.saturating_add(cell.rows - 1);
            self.taken_until.resize(self.taken_until.len().max(self.column), 0);
            self.taken_until[first..self.column].fill(until);
        }
        let text = cell.text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A cell that has nothing but a picture has its address, as the pictures of a workbook do.
        let text = Some(text).filter(|text| !text.is_empty()).or(cell.picture);
        let Some(text) = text else {
            self.lost_pictures += u32::from(cell.has_picture);
            return Ok(());
        };
        if self.is_row_hidden {
            self.hidden_rows.insert(self.row);
            return Ok(());
        }
        if cell.is_hidden {
            self.hidden_columns.insert(first);
            return Ok(());
        }
        let rows = &mut self.sheet.rows;
        rows.push_cell(self.row - 1, first, &text, CellKind::Text)?;
        rows.merge_down(self.row - 1, first, cell.rows - 1)?;
        if let Some(link) = &cell.link {
            rows.link_last(link);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<ParsedSheet, ReadError> {
        self.end_cell()?;
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Ok(ParsedSheet {
            hidden: HiddenCells {
                rows: count(self.hidden_rows.len()),
                columns: count(self.hidden_columns.len()),
                pictures: self.lost_pictures,
            },
            ..self.sheet
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(html: &str) -> Vec<Vec<String>> {
        let mut sheets = open(html).expect("readable").0;
        let sheet = sheets.pop().expect("a table");
        let texts = |(_, cells): (u32, Vec<super::super::Cell<'_>>)| {
            cells.into_iter().map(|cell| cell.text.into_owned()).collect()
        };
        sheet.rows.rows().map(texts).collect()
    }

    #[test]
    fn spans_keep_their_columns_and_rows() {
        let html = "<table><tr><td colspan=2>Заказ<td>Цена</tr>
            <tr><td rowspan='2'>Кружка<td>белая<td>12,5</tr>
            <tr><td>чёрная<td>13&nbsp;¥</tr><tr><td>Итого</table>";
        assert_eq!(
            rows(html),
            [
                vec!["Заказ", "", "Цена"],
                vec!["Кружка", "белая", "12,5"],
                vec!["", "чёрная", "13 ¥"],
                vec!["Итого"]
            ]
        );
    }

    #[test]
    fn hidden_rows_and_columns_are_counted_once() {
        let html = "<table><tr style='display:none'><td>a<td>b<td>c</tr>
            <tr><td>d<td style='display:none'>e</tr><tr><td>f<td style='display:none'>g</tr></table>";
        let sheet = open(html).expect("readable").0.pop().expect("a table");
        assert_eq!(
            sheet.hidden,
            HiddenCells {
                rows: 1,
                columns: 1,
                pictures: 0
            }
        );
        assert_eq!(sheet.rows.rows().len(), 2);
    }

    #[test]
    fn cell_of_a_picture_has_its_address() {
        let html = "<table><tr><td><img src='//img.cn/1.jpg'><td><img src=https://img.cn/2.jpg> Кружка
            <td><img src='p.gif' data-src='https://img.cn/3.jpg'><td><img src='order.files/4.png'></tr></table>";
        assert_eq!(rows(html), [["https://img.cn/1.jpg", "Кружка", "https://img.cn/3.jpg"]]);
        let sheet = open(html).expect("readable").0.pop().expect("a table");
        assert_eq!(sheet.hidden.pictures, 1);
    }

    #[test]
    fn text_is_what_the_page_shows() {
        let html = "<table><style>td { color: red }</style><tr style='display : none'><td>скрыто</tr>
            <tr><td>a&amp;b<br>c<td style=\"DISPLAY:NONE\">x<td><!-- y -->  z\n </table>";
        assert_eq!(rows(html), [["a&b c", "", "z"]]);
    }
}
