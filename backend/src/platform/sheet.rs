//! Tables as XLSX files: read page by page, written row by row, so that a long one costs no more memory than a short one.

use super::http::{Failure, Window, attachment};
use axum::response::Response;
use chrono::{DateTime, Utc};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use shared_types::{money::Money, page::Page};
use tokio::{sync::mpsc, task::JoinHandle};

/// Most rows of a file.
const ROWS: usize = 100_000;
/// Blocks of rows that wait to be written.
const WAITING: usize = 2;
/// What a file is.
const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CURRENCY: Words = ["Валюта", "Currency", "币种"];
const CUT: Words = [
    "Показаны первые 100 000 строк: сузьте отбор.",
    "Only the first 100,000 rows are here: narrow the filter.",
    "仅导出前100,000行，请缩小筛选范围。",
];

/// A text in Russian, English and Chinese.
pub type Words = [&'static str; 3];

/// The text in a person's language.
pub fn told(words: Words, locale: &str) -> &'static str {
    let [russian, english, chinese] = words;
    match locale {
        "en" => english,
        "zh" => chinese,
        _ => russian,
    }
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, whatever it looks like.
    Text,
    /// A whole number.
    Count,
    /// An amount, with its currency in a column of its own.
    Money,
    /// A moment, in UTC.
    Moment,
}

/// A column: its header and what is in it.
pub type Column = (Words, Kind);

/// A cell; what does not fit its column is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A whole number.
    Count(i64),
    /// An amount.
    Money(Money),
    /// A moment.
    Moment(DateTime<Utc>),
    /// Nothing, for a column of any kind.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Money> for Cell {
    fn from(money: Money) -> Self {
        Self::Money(money)
    }
}

impl From<DateTime<Utc>> for Cell {
    fn from(moment: DateTime<Utc>) -> Self {
        Self::Moment(moment)
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// A file in the making: a thread of its own writes what the handler reads.
pub struct Sheet {
    rows: mpsc::Sender<Vec<Vec<Cell>>>,
    file: JoinHandle<Result<Vec<u8>, XlsxError>>,
    cut: &'static str,
    taken: usize,
}

impl Sheet {
    /// Starts a file with its headers in a person's language.
    pub fn open(columns: &'static [Column], locale: &str) -> Self {
        let (rows, taken) = mpsc::channel(WAITING);
        let headers = headers(columns, locale);
        Self {
            rows,
            file: tokio::task::spawn_blocking(move || write(columns, &headers, taken)),
            cut: told(CUT, locale),
            taken: 0,
        }
    }

    /// Reads a list from its first block to its last, and sends it as a file of that name.
    pub async fn filled<T, E, F>(
        mut self,
        name: &str,
        first: Window,
        page: impl Fn(Window) -> F,
        row: impl Fn(T) -> Vec<Cell>,
    ) -> Result<Response, Failure>
    where
        F: Future<Output = Result<Page<T>, E>>,
        Failure: From<E>,
    {
        let mut next = Some(first);
        while let Some(window) = next {
            next = self.take(page(window).await?, &row).await?;
        }
        self.finish(name).await
    }

    /// Takes a page of rows and says where the next one begins; a file that is full says so in its last row.
    async fn take<T>(&mut self, page: Page<T>, row: impl Fn(T) -> Vec<Cell>) -> Result<Option<Window>, Failure> {
        let room = ROWS.saturating_sub(self.taken);
        let more = page.next_cursor.is_some() || page.data.len() > room;
        let mut block: Vec<Vec<Cell>> = page.data.into_iter().take(room).map(row).collect();
        self.taken = self.taken.saturating_add(block.len());
        let full = self.taken >= ROWS;
        if full && more {
            block.push(vec![self.cut.into()]);
        }
        // The other end is gone only when the writing failed, and `finish` says why.
        if self.rows.send(block).await.is_err() || full {
            return Ok(None);
        }
        page.next_cursor.as_deref().map(Window::block_after).transpose()
    }

    /// Ends the file and sends it.
    async fn finish(self, name: &str) -> Result<Response, Failure> {
        drop(self.rows);
        let file = self.file.await.map_err(Failure::internal)?.map_err(Failure::internal)?;
        Ok(attachment(name, KIND, file))
    }
}

fn headers(columns: &[Column], locale: &str) -> Vec<(String, u16)> {
    let mut headers = Vec::new();
    for (words, kind) in columns {
        let title = told(*words, locale);
        match kind {
            Kind::Text => headers.push((title.to_owned(), 24)),
            Kind::Count => headers.push((title.to_owned(), 10)),
            Kind::Money => headers.extend([(title.to_owned(), 14), (told(CURRENCY, locale).to_owned(), 8)]),
            Kind::Moment => headers.push((format!("{title} (UTC)"), 18)),
        }
    }
    headers
}

struct Formats {
    money: Format,
    moment: Format,
    quoted: Format,
}

fn write(
    columns: &[Column],
    headers: &[(String, u16)],
    mut blocks: mpsc::Receiver<Vec<Vec<Cell>>>,
) -> Result<Vec<u8>, XlsxError> {
    let formats = Formats {
        money: Format::new().set_num_format("#,##0.00"),
        moment: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
        quoted: Format::new().set_quote_prefix(),
    };
    let bold = Format::new().set_bold();
    let mut book = Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory()?;
    sheet.set_freeze_panes(1, 0)?;
    for (column, (title, width)) in (0..).zip(headers) {
        sheet.set_column_width(column, *width)?;
        sheet.write_with_format(0, column, title, &bold)?;
    }
    let mut row = 0;
    while let Some(block) = blocks.blocking_recv() {
        for cells in block {
            row += 1;
            let mut at = 0;
            for ((_, kind), cell) in columns.iter().zip(cells) {
                put(sheet, &formats, row, at, cell)?;
                at += if *kind == Kind::Money { 2 } else { 1 };
            }
        }
    }
    book.save_to_buffer()
}

fn put(sheet: &mut Worksheet, formats: &Formats, row: u32, at: u16, cell: Cell) -> Result<(), XlsxError> {
    match cell {
        Cell::Text(text) if looks_like_a_formula(&text) => {
            sheet.write_string_with_format(row, at, text, &formats.quoted)?;
        }
        Cell::Text(text) => {
            sheet.write_string(row, at, text)?;
        }
        Cell::Count(count) => {
            // A number of Excel's holds fifteen digits; a longer one stays whole as text.
            match i32::try_from(count) {
                Ok(count) => sheet.write_number(row, at, count)?,
                Err(_) => sheet.write_string(row, at, count.to_string())?,
            };
        }
        Cell::Money(money) => {
            match money.amount().parse::<f64>() {
                Ok(amount) => sheet.write_number_with_format(row, at, amount, &formats.money)?,
                Err(_) => sheet.write_string(row, at, money.amount())?,
            };
            sheet.write_string(row, at.saturating_add(1), money.currency.code())?;
        }
        Cell::Moment(moment) => {
            let moment = ExcelDateTime::from_timestamp(moment.timestamp())?;
            sheet.write_datetime_with_format(row, at, &moment, &formats.moment)?;
        }
        Cell::Empty => {}
    }
    Ok(())
}

/// Text is never written as a formula; this one gets the mark of text besides, so that editing the cell, or saving the table
/// as CSV and opening it again, makes no formula of it either (OWASP ASVS 1.2.10).
fn looks_like_a_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
    use shared_types::money::Currency;
    use std::io::Cursor;

    const COLUMNS: &[Column] = &[
        (["Текст", "Text", "文本"], Kind::Text),
        (["Сумма", "Amount", "金额"], Kind::Money),
        (["Когда", "When", "时间"], Kind::Moment),
        (["Штук", "Pieces", "件数"], Kind::Count),
    ];

    async fn made(pages: Vec<Page<Vec<Cell>>>) -> (Vec<u8>, Vec<Option<Window>>) {
        let mut sheet = Sheet::open(COLUMNS, "zh");
        let mut windows = Vec::new();
        for page in pages {
            windows.push(sheet.take(page, |row| row).await.expect("a page"));
        }
        let answer = sheet.finish("x.xlsx").await.expect("a file");
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await;
        (bytes.expect("bytes").to_vec(), windows)
    }

    fn cells(file: Vec<u8>) -> Vec<Vec<Data>> {
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(file)).expect("a workbook");
        let range = book.worksheet_range_at(0).expect("a sheet").expect("readable");
        range.rows().map(<[Data]>::to_vec).collect()
    }

    #[tokio::test]
    async fn cells_are_what_they_are_and_never_formulas() {
        let mut rows = vec![vec![
            "杯子".into(),
            Money::new(-123_450, Currency::Rub).into(),
            DateTime::from_timestamp(1_795_000_000, 0).into(),
            Cell::Count(7),
        ]];
        for text in ["=1+1", "+7 999", "-5", "@SUM(A1)", "\t=1"] {
            rows.push(vec![text.into(), Cell::Empty, Cell::Empty, Cell::Empty]);
        }
        let page = Page {
            data: rows,
            next_cursor: None,
        };
        let (file, windows) = made(vec![page]).await;
        assert!(windows[0].is_none());
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(file.clone())).expect("a workbook");
        assert!(book.worksheet_formula("Sheet1").expect("readable").is_empty());
        let cells = cells(file);
        let headers: Vec<String> = cells[0].iter().map(ToString::to_string).collect();
        assert_eq!(headers, ["文本", "金额", "币种", "时间 (UTC)", "件数"]);
        assert_eq!(cells[1][1], Data::Float(-1234.5));
        assert_eq!(cells[1][2], Data::String("RUB".into()));
        assert!(matches!(cells[1][3], Data::DateTime(_)));
        assert_eq!(cells[1][4], Data::Float(7.0));
        for (row, text) in (2..).zip(["=1+1", "+7 999", "-5", "@SUM(A1)", "\t=1"]) {
            assert_eq!(cells[row][0], Data::String(text.into()));
        }
    }

    #[tokio::test]
    async fn a_file_that_is_full_says_so() {
        let page = |rows: usize| Page {
            data: vec![vec!["строка".into()]; rows],
            next_cursor: Some(crate::platform::http::cursor::encode(1)),
        };
        let (file, windows) = made(vec![page(ROWS - 1), page(5)]).await;
        assert!(windows[0].is_some() && windows[1].is_none());
        let cells = cells(file);
        assert_eq!(cells.len(), ROWS + 2, "headers, rows and the last word");
        assert_eq!(cells[ROWS + 1][0], Data::String(CUT[2].into()));
    }
}
