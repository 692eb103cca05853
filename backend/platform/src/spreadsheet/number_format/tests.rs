//! How numbers and dates are shown.

use super::*;
use calamine::ExcelDateTimeType;

fn number(raw: &str, code: &str) -> (String, CellKind) {
    NumberFormat::parse(code, None).show_number(&Decimal::parse(raw).expect("a number"))
}

fn date(serial: f64, code: &str, id: Option<u32>) -> (String, CellKind) {
    let kind = if code.starts_with("[h") {
        ExcelDateTimeType::TimeDelta
    } else {
        ExcelDateTimeType::DateTime
    };
    NumberFormat::parse(code, id).show_date(&ExcelDateTime::new(serial, kind, false))
}

#[test]
fn numbers_are_shown_as_their_format_says() {
    for (raw, code, shown, kind) in [
        ("12.5", "General", "12.5", CellKind::Number),
        ("1250", "# ##0.00\" ₽\"", "1250.00 ₽", CellKind::Number),
        ("1250", "#\\ ##0.00\\ [$₽-419]", "1250.00 ₽", CellKind::Number),
        ("99", "[$$-409]#,##0.00", "$99.00", CellKind::Number),
        (
            "12.5",
            "_-* #,##0.00\\ \"€\"_-;\\-* #,##0.00\\ \"€\"_-;_-* \"-\"??\\ \"€\"_-;_-@_-",
            "12.50 €",
            CellKind::Number,
        ),
        ("46115", "0\\.0,", "46115", CellKind::Number),
        ("46115", "0.00,,\"百万\"", "46115", CellKind::Number),
        ("46115", "#,##0.0", "46115.0", CellKind::Number),
        ("33.333333", "0.00", "33.33", CellKind::Number),
        ("1.005", "0.00", "1.01", CellKind::Number),
        ("-5", "0.00;[Red]0.00", "-5.00", CellKind::Number),
        ("-5", "0.00;(0.00)", "(5.00)", CellKind::Number),
        ("3", "0\" шт\"", "3 шт", CellKind::Number),
        ("12.5", "0.##", "12.5", CellKind::Number),
        ("12", "0.##", "12", CellKind::Number),
        ("123", "00000", "00123", CellKind::Text),
        ("123456", "000-000", "123-456", CellKind::Text),
        ("0.15", "0%", "15%", CellKind::Text),
        ("0.125", "0.0%", "12.5%", CellKind::Text),
        ("0.5", "# ?/?", "1/2", CellKind::Text),
        ("2.25", "# ??/??", "2 1/4", CellKind::Text),
        ("5", ";;;", "", CellKind::Text),
        ("6901234567890", "0.00E+00", "6901234567890", CellKind::Number),
    ] {
        assert_eq!(number(raw, code), (shown.to_owned(), kind), "{raw} {code}");
    }
}

#[test]
fn id_of_dates_may_have_a_format_of_numbers() {
    assert!(!NumberFormat::parse("0.00", Some(27)).is_date());
    assert!(NumberFormat::parse("yyyy\"年\"m\"月\"", Some(27)).is_date());
    assert!(NumberFormat::parse("General", Some(27)).is_date());
}

#[test]
fn dates_and_times_are_shown_as_their_format_says() {
    for (serial, code, id, shown, kind) in [
        (46_115.0, "mm-dd-yy", Some(14), "2026-04-03", CellKind::Date),
        (46_115.0, "d-mmm", Some(16), "2026-04-03", CellKind::Date),
        (46_115.0, "dd/mmm", None, "2026-04-03", CellKind::Date),
        (46_115.0, "yyyy\\-mm\\-dd", Some(165), "2026-04-03", CellKind::Date),
        (46_115.0, "dd.mm.yyyy", None, "03.04.2026", CellKind::Date),
        (46_115.0, "m/d/yy", None, "2026-04-03", CellKind::Date),
        (46_115.0, "d-m", None, "3-4", CellKind::Text),
        (46_115.5, "dd/mm/yy hh:mm", None, "03/04/26 12:00", CellKind::Date),
        (0.395_833_333_333_333, "h:mm", Some(20), "9:30", CellKind::Text),
        (
            0.395_833_333_333_333,
            "hh:mm:ss\\ AM/PM",
            None,
            "09:30:00 AM",
            CellKind::Text,
        ),
        (0.395_833_333_333_333, "mm:ss", Some(45), "30:00", CellKind::Text),
        (1.5, "[h]:mm:ss", Some(46), "36:00:00", CellKind::Text),
    ] {
        assert_eq!(date(serial, code, id), (shown.to_owned(), kind), "{serial} {code}");
    }
}
