//! How cells of `.ods` are shown.

use super::*;

#[test]
fn number_is_shown_as_its_text_rounds_it() {
    for (value, text, shown, kind) in [
        ("1250", "1 250,00 ₽", "1250.00 ₽", CellKind::Number),
        ("12.5", "", "12.5", CellKind::Number),
        ("1250.5", "1,250.50 ₽", "1250.50 ₽", CellKind::Number),
        ("99", "$99.00", "$99.00", CellKind::Number),
        ("-5", "-5,00", "-5.00", CellKind::Number),
        ("-5", "(5.00)", "(5.00)", CellKind::Number),
        ("33.3333333333333", "33,33", "33.33", CellKind::Number),
        ("0.05", "0,05", "0.05", CellKind::Number),
        ("123", "00123", "00123", CellKind::Text),
        ("12", "0012", "0012", CellKind::Text),
        // As LibreOffice 7.4 shows `0,`, `#,##0.0,` and `0\.0,"万"`.
        ("46115", "46", "46115", CellKind::Number),
        ("46115", "46.1", "46115", CellKind::Number),
        ("46115", "4.6万", "46115", CellKind::Number),
        ("0.5", "1/2", "1/2", CellKind::Text),
        ("5", "500%", "500%", CellKind::Text),
        ("6901234567890", "6.90123E+12", "6901234567890", CellKind::Number),
        (
            "1.23456789012346E+018",
            "1.23456789012346E+018",
            "1234567890123460000",
            CellKind::DigitsLost,
        ),
        ("46115", "2026-04-03", "2026-04-03", CellKind::Date),
        ("0", "-", "-", CellKind::Text),
    ] {
        let cell = Cell {
            kind: "float".to_owned(),
            value: value.to_owned(),
            text: text.to_owned(),
            ..Cell::default()
        };
        assert_eq!(cell.show(), (shown.to_owned(), kind), "{value} {text}");
    }
}

#[test]
fn date_without_a_year_is_a_text() {
    for (text, shown, kind) in [
        ("03.04.26", "2026-04-03", CellKind::Date),
        ("3. Apr", "2026-04-03", CellKind::Date),
        ("3-4", "3-4", CellKind::Text),
        ("", "2026-04-03", CellKind::Date),
    ] {
        let cell = Cell {
            kind: "date".to_owned(),
            value: "2026-04-03T00:00:00".to_owned(),
            text: text.to_owned(),
            ..Cell::default()
        };
        assert_eq!(cell.show(), (shown.to_owned(), kind), "{text}");
    }
}
