//! The files that exports write.

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
async fn filters_stand_on_a_first_sheet() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 29);
    let filters = Filters::new(Language::En)
        .with(filters::SEARCH, Some("=1+1"))
        .with(filters::FROM, day)
        .with(filters::TO, None::<NaiveDate>)
        .with_flag(filters::WAITING, Some(true));
    let export = XlsxExport::filtered(["Проба", "Sample", "样本"], COLUMNS, filters, TimeZone::default());
    let file = export.write_rows(vec![vec!["杯子".into()]]).await.expect("a file");
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(file)).expect("a workbook");
    assert_eq!(book.sheet_names(), ["Filters", "Sample"]);
    let mut rows = |name: &str| -> Vec<Vec<Data>> {
        let range = book.worksheet_range(name).expect("readable");
        range.rows().map(<[Data]>::to_vec).collect()
    };
    let filters = rows("Filters");
    let names: Vec<String> = filters.iter().map(|row| row[0].to_string()).collect();
    assert_eq!(names, ["Filter", "Search", "From", "Waiting for staff"]);
    assert_eq!(
        (&filters[1][1], &filters[3][1]),
        (&Data::String("=1+1".into()), &Data::String("yes".into()))
    );
    assert!(matches!(filters[2][1], Data::DateTime(_)), "{:?}", filters[2][1]);
    assert_eq!(rows("Sample")[1][0], Data::String("杯子".into()));
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
