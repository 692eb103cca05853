//! Template files for imports: a row of headers and one example row.

use rust_xlsxwriter::{Format, Workbook};

pub use rust_xlsxwriter::XlsxError;

/// The width of a column, in characters.
const COLUMN_WIDTH: u32 = 22;

/// Returns the template as an XLSX file. The cells of `number_columns` are numbers. Others are text, because Excel would round a
/// long number.
pub fn xlsx(headers: &[&str], example: &[&str], number_columns: &[u16]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(headers) {
        sheet.write_with_format(0, column, *header, &bold)?;
        sheet.set_column_width(column, COLUMN_WIDTH)?;
    }
    for (column, value) in (0..).zip(example) {
        match value.parse::<f64>() {
            Ok(number) if number_columns.contains(&column) => sheet.write(1, column, number)?,
            _ => sheet.write_string(1, column, *value)?,
        };
    }
    sheet.set_freeze_panes(1, 0)?;
    book.save_to_buffer()
}

/// Returns the template as CSV that Excel opens: UTF-8 with a byte order mark, separated by semicolons.
pub fn csv(headers: &[&str], example: &[&str]) -> Vec<u8> {
    format!("\u{feff}{}\r\n{}\r\n", headers.join(";"), example.join(";")).into_bytes()
}
