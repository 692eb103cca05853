//! XLSX exports: read page by page and written row by row, so that a long list takes no more memory than a short one.

mod cell;

pub use cell::{Cell, Column, ColumnKind, LocalizedText};

use crate::{
    blocks::{BlockError, read_blocks},
    page::PageWindow,
    timezone::TimeZone,
};
use chrono::Datelike;
use futures::TryStreamExt;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use sea_orm::DbErr;
use shared_types::{fixed::Rate, page::Page, translation::Language};
use std::pin::pin;
use tokio::{sync::mpsc, task::JoinHandle};

/// Most rows of a file.
const MAX_ROWS: usize = 100_000;
/// Most blocks of rows queued for the writer.
const QUEUED_BLOCKS: usize = 2;
/// The media type of the file.
pub const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CURRENCY_HEADER: LocalizedText = ["Валюта", "Currency", "币种"];
const TRUNCATED: LocalizedText = [
    "Показаны первые 100 000 строк: сузьте отбор.",
    "Only the first 100,000 rows are here: narrow the filter.",
    "仅导出前100,000行，请缩小筛选范围。",
];

/// The text in a person's language.
pub const fn localized(text: LocalizedText, language: Language) -> &'static str {
    let [russian, english, chinese] = text;
    language.pick(russian, english, chinese)
}

/// Why a list was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError<E> {
    /// The list can't be read to its end.
    #[error(transparent)]
    List(#[from] BlockError<E>),
    /// The file can't be written.
    #[error(transparent)]
    Write(XlsxError),
    /// The thread that writes the file panicked. `rust_xlsxwriter` does it when its temporary file can't be written, as on a full disk.
    #[error("the writer panicked: is the disk full?")]
    Interrupted,
}

/// A sheet of a file: its name and its columns.
pub type Sheet = (LocalizedText, &'static [Column]);

/// An export in progress. A separate thread writes the rows that the handler reads.
pub struct XlsxExport {
    blocks: mpsc::Sender<Block>,
    file: JoinHandle<Result<Vec<u8>, XlsxError>>,
    cut: &'static str,
    /// The number of rows of each sheet.
    taken: Vec<usize>,
}

/// Rows of the sheet with a number.
type Block = (usize, Vec<Vec<Cell>>);

impl XlsxExport {
    /// Starts an export, with the name of the sheet and its headers in a person's language and times in their time zone.
    pub fn new(sheet: LocalizedText, columns: &'static [Column], language: Language, zone: TimeZone) -> Self {
        Self::of_sheets(vec![(sheet, columns)], language, zone)
    }

    /// Starts an export with several sheets.
    pub fn of_sheets(sheets: Vec<Sheet>, language: Language, zone: TimeZone) -> Self {
        let (blocks, receiver) = mpsc::channel(QUEUED_BLOCKS);
        Self {
            blocks,
            taken: vec![0; sheets.len()],
            file: tokio::task::spawn_blocking(move || write_workbook(&sheets, language, zone, receiver)),
            cut: localized(TRUNCATED, language),
        }
    }

    /// Reads a list from its first block to its last, and returns the file.
    pub async fn export<T, E, F>(
        mut self,
        first: PageWindow,
        page: impl Fn(PageWindow) -> F,
        row: impl FnMut(T) -> Vec<Cell>,
    ) -> Result<Vec<u8>, ExportError<E>>
    where
        F: Future<Output = Result<Page<T>, E>>,
    {
        self.add_list(first, page, row).await?;
        self.finish().await
    }

    /// Reads a list from its first block to its last into the first sheet.
    pub async fn add_list<T, E, F>(
        &mut self,
        first: PageWindow,
        page: impl Fn(PageWindow) -> F,
        mut row: impl FnMut(T) -> Vec<Cell>,
    ) -> Result<(), ExportError<E>>
    where
        F: Future<Output = Result<Page<T>, E>>,
    {
        let mut blocks = pin!(read_blocks(first, page));
        while let Some(block) = blocks.try_next().await? {
            let rows = block.data.into_iter().map(&mut row).collect();
            if !self.add_rows(0, rows, block.next_cursor.is_some()).await {
                break;
            }
        }
        Ok(())
    }

    /// Writes rows that are in memory already, and returns the file.
    pub async fn write_rows(mut self, rows: Vec<Vec<Cell>>) -> Result<Vec<u8>, ExportError<DbErr>> {
        self.add_rows(0, rows, false).await;
        self.finish().await
    }

    /// Adds rows to the sheet with a number and returns whether there is room for more. The last row of a sheet that is full says so, if
    /// more rows follow.
    pub async fn add_rows(&mut self, sheet: usize, mut rows: Vec<Vec<Cell>>, more: bool) -> bool {
        let Some(taken) = self.taken.get_mut(sheet) else {
            return false;
        };
        let room = MAX_ROWS.saturating_sub(*taken);
        let more = more || rows.len() > room;
        rows.truncate(room);
        *taken = taken.saturating_add(rows.len());
        let full = *taken >= MAX_ROWS;
        if full && more {
            rows.push(vec![self.cut.into()]);
        }
        // The receiver is gone only when writing failed, and `finish` reports why.
        self.blocks.send((sheet, rows)).await.is_ok() && !full
    }

    /// Completes the file.
    pub async fn finish<E>(self) -> Result<Vec<u8>, ExportError<E>> {
        drop(self.blocks);
        let file = self.file.await.map_err(|_| ExportError::Interrupted)?;
        file.map_err(ExportError::Write)
    }
}

fn headers(columns: &[Column], language: Language, zone: TimeZone) -> Vec<(String, u16)> {
    let mut headers = Vec::new();
    for (texts, kind) in columns {
        let title = localized(*texts, language);
        match kind {
            ColumnKind::Text => headers.push((title.to_owned(), 24)),
            ColumnKind::Integer | ColumnKind::Decimal => headers.push((title.to_owned(), 10)),
            ColumnKind::Day => headers.push((title.to_owned(), 12)),
            ColumnKind::Amount => headers.push((title.to_owned(), 14)),
            ColumnKind::Money => headers.extend([
                (title.to_owned(), 14),
                (localized(CURRENCY_HEADER, language).to_owned(), 8),
            ]),
            ColumnKind::Timestamp => headers.push((format!("{title} ({})", zone.as_str()), 24)),
        }
    }
    headers
}

struct Formats {
    money: Format,
    moment: Format,
    day: Format,
    quoted: Format,
}

fn write_workbook(
    sheets: &[Sheet],
    language: Language,
    zone: TimeZone,
    mut blocks: mpsc::Receiver<Block>,
) -> Result<Vec<u8>, XlsxError> {
    let formats = Formats {
        money: Format::new().set_num_format("#,##0.00"),
        moment: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
        // The short date of the reader's country.
        day: Format::new().set_num_format_index(14),
        quoted: Format::new().set_quote_prefix(),
    };
    let bold = Format::new().set_bold();
    let mut book = Workbook::new();
    for (name, columns) in sheets {
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name(localized(*name, language))?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, (title, width)) in (0..).zip(headers(columns, language, zone)) {
            sheet.set_column_width(column, width)?;
            sheet.write_with_format(0, column, title, &bold)?;
        }
    }
    let mut rows = vec![0; sheets.len()];
    while let Some((number, block)) = blocks.blocking_recv() {
        let sheet = book.worksheet_from_index(number)?;
        let (Some((_, columns)), Some(row)) = (sheets.get(number), rows.get_mut(number)) else {
            continue;
        };
        for cells in block {
            *row += 1;
            let mut at = 0;
            for ((_, kind), cell) in columns.iter().zip(cells) {
                write_cell(sheet, &formats, (*row, at), *kind, local_cell(cell, zone))?;
                at += if *kind == ColumnKind::Money { 2 } else { 1 };
            }
        }
    }
    book.save_to_buffer()
}

/// A time of UTC becomes the same time on the clock of the zone: a sheet has no time zones.
fn local_cell(cell: Cell, zone: TimeZone) -> Cell {
    match cell {
        Cell::Timestamp(moment) => Cell::Timestamp(moment.with_timezone(&zone.0).naive_local().and_utc()),
        other => other,
    }
}

fn write_cell(
    sheet: &mut Worksheet,
    formats: &Formats,
    (row, at): (u32, u16),
    kind: ColumnKind,
    cell: Cell,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Text(text) if looks_like_formula(&text) => {
            sheet.write_string_with_format(row, at, text, &formats.quoted)?;
        }
        Cell::Text(text) => {
            sheet.write_string(row, at, text)?;
        }
        Cell::Integer(count) => {
            // Excel's numbers have fifteen digits. A number beyond 32 bits is written as text.
            match i32::try_from(count) {
                Ok(count) => sheet.write_number(row, at, count)?,
                Err(_) => sheet.write_string(row, at, count.to_string())?,
            };
        }
        Cell::Thousandths(number) => {
            let text = Rate::from_millionths(number.saturating_mul(1_000)).to_string();
            match text.parse::<f64>() {
                Ok(number) => sheet.write_number(row, at, number)?,
                Err(_) => sheet.write_string(row, at, text)?,
            };
        }
        Cell::Money(money) => {
            match money.amount().parse::<f64>() {
                Ok(amount) => sheet.write_number_with_format(row, at, amount, &formats.money)?,
                Err(_) => sheet.write_string(row, at, money.amount())?,
            };
            if kind == ColumnKind::Money {
                sheet.write_string(row, at.saturating_add(1), money.currency.code())?;
            }
        }
        Cell::Timestamp(moment) => {
            let moment = ExcelDateTime::from_timestamp(moment.timestamp())?;
            sheet.write_datetime_with_format(row, at, &moment, &formats.moment)?;
        }
        Cell::Day(day) => {
            let part = |number: u32| u8::try_from(number).unwrap_or_default();
            let year = u16::try_from(day.year()).unwrap_or_default();
            let day = ExcelDateTime::from_ymd(year, part(day.month()), part(day.day()))?;
            sheet.write_datetime_with_format(row, at, &day, &formats.day)?;
        }
        Cell::Empty => {}
    }
    Ok(())
}

/// Whether a text looks like a formula. Text is never written as a formula; such a text also gets the quote prefix, so that
/// editing the cell, or saving the table as CSV and opening it again, makes no formula of it either (OWASP ASVS 1.2.10).
fn looks_like_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
    use chrono::{DateTime, NaiveDate};
    use shared_types::money::{Currency, Money};
    use std::io::Cursor;

    const COLUMNS: &[Column] = &[
        (["Текст", "Text", "文本"], ColumnKind::Text),
        (["Сумма", "Amount", "金额"], ColumnKind::Money),
        (["Когда", "When", "时间"], ColumnKind::Timestamp),
        (["Штук", "Pieces", "件数"], ColumnKind::Integer),
        (["Итого", "Total", "合计"], ColumnKind::Amount),
        (["День", "Day", "日期"], ColumnKind::Day),
    ];

    /// Exports pages. Returns the file, and after which pages there was room for more.
    async fn export_pages(pages: Vec<Page<Vec<Cell>>>) -> (Vec<u8>, Vec<bool>) {
        let mut sheet = XlsxExport::new(["Проба", "Sample", "样本"], COLUMNS, Language::Zh, TimeZone::default());
        let mut has_room = Vec::new();
        for page in pages {
            has_room.push(sheet.add_rows(0, page.data, page.next_cursor.is_some()).await);
        }
        let file = sheet.finish::<DbErr>().await.expect("a file");
        (file, has_room)
    }

    fn cells(file: Vec<u8>) -> Vec<Vec<Data>> {
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(file)).expect("a workbook");
        let range = book.worksheet_range_at(0).expect("a sheet").expect("readable");
        range.rows().map(<[Data]>::to_vec).collect()
    }

    #[tokio::test]
    async fn cells_keep_their_types_and_are_never_formulas() {
        let mut rows = vec![vec![
            "杯子".into(),
            Money::new(-123_450, Currency::Rub).into(),
            DateTime::from_timestamp(1_795_000_000, 0).into(),
            Cell::Integer(7),
            Money::new(50, Currency::Cny).into(),
            NaiveDate::from_ymd_opt(2026, 11, 29).into(),
        ]];
        for text in ["=1+1", "+7 999", "-5", "@SUM(A1)", "\t=1"] {
            rows.push(vec![text.into(), Cell::Empty, Cell::Empty, Cell::Empty]);
        }
        let page = Page {
            data: rows,
            next_cursor: None,
        };
        let (file, has_room) = export_pages(vec![page]).await;
        assert_eq!(has_room, [true]);
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(file.clone())).expect("a workbook");
        assert!(book.worksheet_formula("样本").expect("readable").is_empty());
        let cells = cells(file);
        let headers: Vec<String> = cells[0].iter().map(ToString::to_string).collect();
        assert_eq!(
            headers,
            ["文本", "金额", "币种", "时间 (Europe/Moscow)", "件数", "合计", "日期"]
        );
        assert_eq!(cells[1][1], Data::Float(-1234.5));
        assert_eq!(cells[1][2], Data::String("RUB".into()));
        let Data::DateTime(moment) = &cells[1][3] else {
            panic!("a time");
        };
        let seconds = (moment.as_f64().fract() * 86_400.0).round();
        let on_the_clock = f64::from(14 * 3_600 + 6 * 60 + 40);
        assert!(
            (seconds - on_the_clock).abs() < 1.0,
            "14:06:40 in Moscow, not {seconds}"
        );
        assert_eq!(cells[1][4], Data::Float(7.0));
        assert_eq!(cells[1][5], Data::Float(0.5));
        let Data::DateTime(day) = &cells[1][6] else {
            panic!("a day");
        };
        assert_eq!(day.to_ymd_hms_milli(), (2026, 11, 29, 0, 0, 0, 0));
        for (row, text) in (2..).zip(["=1+1", "+7 999", "-5", "@SUM(A1)", "\t=1"]) {
            assert_eq!(cells[row][0], Data::String(text.into()));
        }
    }

    #[tokio::test]
    async fn full_file_says_so_in_its_last_row() {
        let page = |rows: usize| Page {
            data: vec![vec!["строка".into()]; rows],
            next_cursor: Some(crate::page::encode("", 1)),
        };
        let (file, has_room) = export_pages(vec![page(MAX_ROWS - 1), page(5)]).await;
        assert_eq!(has_room, [true, false]);
        let cells = cells(file);
        assert_eq!(cells.len(), MAX_ROWS + 2, "headers, rows and the final notice");
        assert_eq!(cells[MAX_ROWS + 1][0], Data::String(TRUNCATED[2].into()));
    }
}
