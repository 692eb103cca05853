//! XLSX exports: read page by page and written row by row, so that a long list takes no more memory than a short one.

mod cell;
pub mod filters;
#[cfg(test)]
mod tests;

pub use cell::{Cell, Column, ColumnKind, LocalizedText, localized};
pub use filters::Filters;

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
pub type Sheet = (LocalizedText, Vec<Column>);

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
    pub fn new(sheet: LocalizedText, columns: &[Column], language: Language, zone: TimeZone) -> Self {
        Self::filtered(sheet, columns, Filters::new(language), zone)
    }

    /// Starts an export of what filters let through.
    pub fn filtered(sheet: LocalizedText, columns: &[Column], filters: Filters, zone: TimeZone) -> Self {
        Self::of_sheets(vec![(sheet, columns.to_vec())], filters, zone)
    }

    /// Starts an export with several sheets. The filters that are set have a sheet of their own before them.
    pub fn of_sheets(sheets: Vec<Sheet>, filters: Filters, zone: TimeZone) -> Self {
        let (blocks, receiver) = mpsc::channel(QUEUED_BLOCKS);
        Self {
            blocks,
            taken: vec![0; sheets.len()],
            cut: localized(TRUNCATED, filters.language()),
            file: tokio::task::spawn_blocking(move || write_workbook(&sheets, filters, zone, receiver)),
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
    filters: Filters,
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
    let language = filters.language();
    let first = usize::from(!filters.is_empty());
    if first > 0 {
        let sheet = book.add_worksheet();
        for (row, value) in (1..).zip(filters.write_names(sheet, &bold)?) {
            write_cell(sheet, &formats, (row, 1), ColumnKind::Text, local_cell(value, zone))?;
        }
    }
    for (name, columns) in sheets {
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name(localized(*name, language))?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, (title, width)) in (0..).zip(headers(columns, language, zone)) {
            sheet.set_column_width(column, width)?;
            sheet.write_with_format(0, column, title, &bold)?;
        }
    }
    // The file opens on the rows.
    book.worksheet_from_index(first)?.set_active(true);
    let mut rows = vec![0; sheets.len()];
    while let Some((number, block)) = blocks.blocking_recv() {
        let sheet = book.worksheet_from_index(first + number)?;
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
