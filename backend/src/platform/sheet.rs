//! Tables as XLSX files: plain values only, so that no cell of ours is ever run as a formula.

use super::http::Failure;
use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};
use rust_xlsxwriter::{Format, Workbook, XlsxError};
use shared_types::money::Money;

/// Rows of one file.
pub const ROWS: usize = 100_000;

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A text; one that looks like a formula stays a text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// An amount, as a number with two decimals.
    Amount(Money),
    /// Nothing.
    Empty,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Option<Money>> for Cell {
    fn from(money: Option<Money>) -> Self {
        money.map_or(Self::Empty, Self::Amount)
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::float_arithmetic,
    reason = "a spreadsheet knows no other numbers; nothing is read back from it"
)]
fn build(heads: &[&str], rows: &[Vec<Cell>]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let (bold, amounts) = (Format::new().set_bold(), Format::new().set_num_format("#,##0.00"));
    let sheet = book.add_worksheet();
    for (column, head) in (0_u16..).zip(heads) {
        sheet.set_column_width(column, 18)?;
        sheet.write_string_with_format(0, column, *head, &bold)?;
    }
    for (line, row) in (1_u32..).zip(rows) {
        for (column, cell) in (0_u16..).zip(row) {
            match cell {
                Cell::Text(text) => sheet.write_string(line, column, text)?,
                Cell::Number(number) => sheet.write_number(line, column, *number as f64)?,
                Cell::Amount(money) => {
                    let scale = 10_f64.powi(i32::try_from(money.currency.decimals()).unwrap_or(2));
                    sheet.write_number_with_format(line, column, money.minor as f64 / scale, &amounts)?
                }
                Cell::Empty => continue,
            };
        }
    }
    book.save_to_buffer()
}

/// The file as an answer; built beside the requests, since it takes a while.
pub async fn answer(name: &str, heads: &'static [&'static str], rows: Vec<Vec<Cell>>) -> Result<Response, Failure> {
    let built = tokio::task::spawn_blocking(move || build(heads, &rows)).await;
    let bytes = built.map_err(Failure::internal)?.map_err(Failure::internal)?;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let disposition = format!("attachment; filename=\"{name}.xlsx\"");
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_str(&disposition).map_err(Failure::internal)?,
    );
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::{Data, Reader, Xlsx};
    use shared_types::money::Currency;
    use std::io::Cursor;

    #[test]
    fn a_formula_stays_a_text_and_an_amount_is_a_number() {
        let rows = vec![vec![
            Cell::Text("=HYPERLINK(\"http://evil\")".to_owned()),
            Cell::Amount(Money::new(123_456, Currency::Rub)),
        ]];
        let bytes = build(&["a", "b"], &rows).expect("a file");
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).expect("it opens");
        let sheet = book.worksheet_range_at(0).expect("a sheet").expect("it reads");
        assert_eq!(
            sheet.get((1, 0)),
            Some(&Data::String("=HYPERLINK(\"http://evil\")".to_owned()))
        );
        assert_eq!(sheet.get((1, 1)), Some(&Data::Float(1234.56)));
        let formulas = book.worksheet_formula("Sheet1").expect("formulas");
        assert!(formulas.used_cells().next().is_none());
    }
}
