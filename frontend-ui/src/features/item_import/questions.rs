//! Questions of an import before it can be confirmed: numbers that can be read in two ways, and filled columns without a field.

use super::state::ImportState;
use super::texts::ImportTexts;
use crate::{
    features::sheet_import::hidden_cells,
    i18n::{Counted, counted},
    prelude::*,
};
use shared_types::{
    imports::{Import, ImportChange, ImportField, NumberQuestion},
    number_text::DecimalMark,
};

/// The name of a column: its header, or its number.
fn column_name(headers: &[String], at: usize) -> String {
    let header = headers.get(at).filter(|header| !header.is_empty());
    header.map_or_else(|| (at + 1).to_string(), |header| format!("«{header}»"))
}

/// The questions above the button.
pub(super) fn questions(state: ImportState, import: &Import, headers: &[String]) -> AnyView {
    let numbers: Vec<_> = import
        .columns
        .iter()
        .enumerate()
        .filter_map(|(at, column)| Some((at, column.question.as_ref()?)))
        .map(|(at, question)| number_question(state, import, headers, (at, question)))
        .collect();
    any_view! {
        {hidden_cells(import.counts.hidden)}
        {numbers}
        {undecided_columns(state, import, headers)}
    }
}

/// Asks how the numbers of a column are written. The answer holds for the whole column and can be changed.
fn number_question(
    state: ImportState,
    import: &Import,
    headers: &[String],
    (at, question): (usize, &NumberQuestion),
) -> AnyView {
    let chosen = import.columns.get(at).and_then(|column| column.decimal_mark);
    let label = format!("{}: {}", column_name(headers, at), question.text);
    let choice = |mark: DecimalMark, value: &'static str, reading: &str| {
        view! {
            <option value=value selected=chosen == Some(mark)>
                {format::decimal(reading)}
            </option>
        }
    };
    let options = [
        choice(DecimalMark::Comma, "comma", &question.with_comma),
        choice(DecimalMark::Point, "point", &question.with_point),
    ];
    let import = import.clone();
    let answer = move |event| {
        let mark = match event_target_value(&event).as_str() {
            "comma" => Some(DecimalMark::Comma),
            "point" => Some(DecimalMark::Point),
            _ => None,
        };
        let mut marks: Vec<_> = import.columns.iter().map(|column| column.decimal_mark).collect();
        if let Some(target) = marks.get_mut(at) {
            *target = mark;
        }
        let body = ImportChange {
            mapping: import.mapping.clone(),
            decimal_marks: Some(marks),
            ..ImportChange::default()
        };
        state.change(&import, body);
    };
    any_view! {
        <div class="note question" data-testid="import-question">
            <p>{t(ImportTexts::TwoReadings)} " " <strong dir="auto">{label}</strong></p>
            <label>
                {t(ImportTexts::WhichNumber)} " " <select data-testid=format!("import-mark-{at}") on:change=answer>
                    <option value="" selected=chosen.is_none()>
                        {t(ImportTexts::ChooseNumber)}
                    </option>
                    {options}
                </select>
            </label>
        </div>
    }
}

/// Names the filled columns without a field, and offers to ignore them.
fn undecided_columns(state: ImportState, import: &Import, headers: &[String]) -> Option<AnyView> {
    let undecided: Vec<usize> = import.undecided_columns().collect();
    if undecided.is_empty() {
        return None;
    }
    let name = |at: &usize| {
        let filled = import.columns.get(*at).map_or(0, |column| column.filled);
        format!(
            "{} ({})",
            column_name(headers, *at),
            counted(filled.into(), Counted::Cells)
        )
    };
    let names = undecided.iter().map(name).collect::<Vec<_>>().join(", ");
    let mut mapping = import.mapping.clone();
    for at in undecided {
        if let Some(target) = mapping.get_mut(at) {
            *target = Some(ImportField::Ignored);
        }
    }
    let import = import.clone();
    let ignore = move |_| {
        let body = ImportChange {
            mapping: mapping.clone(),
            ..ImportChange::default()
        };
        state.change(&import, body);
    };
    let view = view! {
        <div class="note question" data-testid="import-undecided">
            <p>
                {t(ImportTexts::NotImported)} " " <strong dir="auto">{names}</strong> ". "
                {t(ImportTexts::ChooseFields)}
            </p>
            <button class="button" data-testid="import-ignore" disabled=move || state.action.is_busy() on:click=ignore>
                {t(ImportTexts::IgnoreAll)}
            </button>
        </div>
    };
    Some(view.into_any())
}
