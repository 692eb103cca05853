//! Reading of bank statements, pasted or uploaded, into operations.
//!
//! An operation has only data of the statement: an unknown direction, currency or date stays unknown. Nothing is left out:
//! operations that can't be payments of clients are marked, not dropped.

mod camt;
mod documents;
mod entry;
mod headers;
mod matching;
mod numbers;
pub(super) mod operation;
mod table;

pub(super) use matching::{OpenRequest, find_candidates, fold_code, possible_codes, rank};

use operation::{Direction, Operation, State, direction_of, lower_case, state_of, state_of_booked};

use numbers::Number;
use platform::rng;
use shared_types::topups::LINE_KEY;
use std::collections::HashMap;

/// The text of a 1C, MT940 or camt file with one operation per line; `None` for other texts.
pub(super) fn document_to_text(text: &str) -> Option<String> {
    documents::to_lines(&text.lines().collect::<Vec<_>>()).map(|lines| lines.join("\n"))
}

/// Whether a text has a table with headers. Without one, a comma is no delimiter of cells.
pub(super) fn has_table(text: &str) -> bool {
    text.lines().any(|line| table::find_columns(trim_line(line)).is_some())
}

/// A line without spaces around it. Tabs before it are empty cells.
fn trim_line(line: &str) -> &str {
    line.trim_end().trim_start_matches([' ', '\u{a0}', '\u{feff}'])
}

/// Reads the operations of a statement, in their order. Empty lines are not operations.
pub(super) fn parse(text: &str) -> Vec<Operation> {
    let document = document_to_text(text);
    let lines = document.as_deref().unwrap_or(text).lines();
    let mut lines = lines.map(trim_line).filter(|line| !line.trim().is_empty());
    let mut columns: Option<table::Columns> = None;
    let mut operations: Vec<Operation> = Vec::new();
    let mut is_below_headers = false;
    while let Some(line) = lines.next() {
        let headers = std::mem::take(&mut is_below_headers);
        if let Some(above) = columns.as_mut().filter(|_| headers) {
            above.leave_out_accounts(line);
        }
        if let Some(mut found) = table::find_columns(line) {
            // A second line of headers names parts of the first.
            if headers && columns.as_ref().is_some_and(|above| above.count() >= found.count()) {
                continue;
            }
            is_below_headers = true;
            found.learn_signs(lines.clone());
            if columns.is_none() {
                for title in &operations {
                    found.state_currency(&title.text);
                }
            }
            columns = Some(found);
            // The lines above a table are its title and balances.
            for title in &mut operations {
                title.state = State::NotBooked;
            }
            continue;
        }
        let in_table = columns.as_ref().and_then(|columns| table::read_row(line, columns));
        let table = columns.as_ref().filter(|_| in_table.is_none());
        let mut operation = in_table.unwrap_or_else(|| parse_line(line));
        // Sums and notes below a table have no day, and a row of it without a sum none at all.
        if table.is_some_and(|table| operation.date.is_none() || table.is_row(line)) {
            operation.state = State::NotBooked;
        }
        // The lines of a document may come back as text.
        if !documents::is_booked(line) {
            operation.state = State::NotBooked;
        } else if document.is_some() {
            operation.state = state_of_booked(&lower_case(&operation.text));
        }
        operation.convert_amounts();
        operations.push(operation);
    }
    if columns.is_none() {
        leave_out_unsigned(&mut operations);
    }
    let mut repeats = HashMap::<String, usize>::new();
    for operation in &mut operations {
        let content = operation.content();
        let repeat = repeats.entry(content.clone()).or_default();
        // The bank's id names one operation. A statement that has it twice repeats itself.
        if operation.reference.is_none() {
            *repeat += 1;
        }
        let amount = part_of_key(&format!("{:?}", operation.amounts));
        let day = operation
            .date
            .map_or(UNKNOWN_DAY.to_owned(), |day| part_of_key(&day.to_string()));
        operation.key = format!("{amount}{day}{}", rng::digest(format!("{content} {repeat}")));
        operation.key.truncate(LINE_KEY);
    }
    operations
}

/// Marks the operations that went out by the signs of the others, as in a table: where some have a plus and none a minus, an amount
/// next to a balance has none because it went out.
fn leave_out_unsigned(operations: &mut [Operation]) {
    let is_row = |operation: &&mut Operation| operation.date.is_some() && operation.state != State::NotBooked;
    let directions = || operations.iter().filter(|operation| operation.date.is_some());
    let has_plus = directions().any(|operation| operation.direction == Direction::In);
    let has_minus = directions().any(|operation| operation.direction == Direction::Out);
    if has_plus && !has_minus {
        let rows = operations.iter_mut().filter(is_row);
        rows.filter(|operation| operation.direction == Direction::Unknown && operation.amounts.len() > 1)
            .for_each(|operation| operation.direction = Direction::Out);
    }
}

/// The length of the parts of a key that stand for the amount and the day.
pub(super) const KEY_PART: usize = 8;
/// The day in the key of an operation without a date.
const UNKNOWN_DAY: &str = "00000000";

fn part_of_key(text: &str) -> String {
    let mut digest = rng::digest(text);
    digest.truncate(KEY_PART);
    digest
}

/// Whether two keys can be of the same operation in statements of different formats, whose texts differ: amount and day are equal. A
/// line without a day can be of any.
pub(super) fn is_similar(key: &str, other: &str) -> bool {
    let day = |key: &str| key.get(KEY_PART..2 * KEY_PART).unwrap_or(UNKNOWN_DAY).to_owned();
    let (own, others) = (day(key), day(other));
    key.get(..KEY_PART) == other.get(..KEY_PART)
        && (own == others || [own, others].iter().any(|day| day == UNKNOWN_DAY))
}

/// Reads a line without known columns.
fn parse_line(line: &str) -> Operation {
    let normalized = numbers::normalize(line);
    let lower = lower_case(&normalized);
    let without_balances = operation::without_balances(&normalized);
    let cells: Vec<&str> = split_cells(&without_balances);
    let mut found = Vec::new();
    let mut date = None;
    for cell in &cells {
        let in_cell = numbers::find_numbers(cell.trim());
        date = date.or(in_cell.date);
        found.extend(in_cell.numbers);
    }
    let signed = signed_amount(&found).map(|number| vec![number]);
    let chosen = signed.unwrap_or_else(|| choose_amounts(&found, cells.len() > 1));
    let mut amounts: Vec<i64> = chosen
        .iter()
        .map(|number| number.minor)
        .filter(|minor| *minor > 0)
        .collect();
    amounts.sort_unstable();
    amounts.dedup();
    let of_amount = chosen.iter().find_map(|number| number.currency);
    let of_cell = || cells.iter().find_map(|cell| numbers::currency_of(cell.trim()));
    let of_words = || {
        let words = lower.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| word.len() >= 3).find_map(numbers::currency_of)
    };
    Operation {
        text: line.trim().to_owned(),
        amounts,
        currency: of_amount.or_else(of_cell).or_else(of_words),
        direction: direction_of(&lower, chosen.iter().map(|number| number.sign)),
        state: if operation::is_summary(&lower) {
            State::NotBooked
        } else {
            state_of(&lower)
        },
        date,
        reference: cells.iter().find_map(|cell| documents::reference_of(cell)),
        key: String::new(),
    }
}

fn split_cells(line: &str) -> Vec<&str> {
    match ['\t', ';'].into_iter().find(|delimiter| line.contains(*delimiter)) {
        Some(delimiter) => line.split(delimiter).collect(),
        None => vec![line],
    }
}

/// The amount of a line with a balance: of several amounts, the only one with a sign.
fn signed_amount(found: &[Number]) -> Option<Number> {
    let marked = || found.iter().filter(|number| number.is_marked);
    let mut signed = marked().filter(|number| number.sign.is_some());
    let only = signed
        .next()
        .filter(|_| signed.next().is_none() && marked().count() > 1);
    only.copied()
}

/// The numbers that are most likely the amount: numbers that fill a cell, then numbers that are marked as amounts, then any.
fn choose_amounts(found: &[Number], has_cells: bool) -> Vec<Number> {
    let choices: [&dyn Fn(&Number) -> bool; 4] = [
        &|number| has_cells && number.is_marked && number.is_whole_text,
        &|number| number.is_marked,
        &|number| has_cells && number.is_whole_text,
        &|_| true,
    ];
    for is_chosen in choices {
        let chosen: Vec<Number> = found.iter().filter(|number| is_chosen(number)).copied().collect();
        if !chosen.is_empty() {
            return chosen;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests;
