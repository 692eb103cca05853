//! Statements with a row of headers: exports of banks, Alipay and `WeChat`.

use super::{
    headers::{Field, HEADERS},
    numbers,
    operation::{Direction, Operation, State, direction_of, lower_case, state_of, state_of_booked},
};
use platform::spreadsheet::amounts::currency_in;
use shared_types::money::Currency;

/// States of operations that are done.
const DONE: [&str; 19] = [
    "交易成功",
    "支付成功",
    "已收",
    "已存入零钱",
    "已转账",
    "对方已收",
    "收款成功",
    "转账成功",
    "исполнен",
    "проведен",
    "успеш",
    "выполнен",
    "зачислен",
    "завершен",
    "ok",
    "book",
    "complete",
    "success",
    "done",
];

/// States of money that is only set aside.
const SET_ASIDE: [&str; 2] = ["hold", "холд"];

/// The columns of a table, and the facts that its headers state for all rows.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    delimiter: char,
    fields: Vec<Option<Field>>,
    currency: Option<Currency>,
    /// The direction of amounts without a sign.
    unsigned: Direction,
}

impl Columns {
    /// How many columns are known.
    pub(super) fn count(&self) -> usize {
        self.fields.iter().flatten().count()
    }

    /// Learns from the line below the headers which columns have accounts instead of sums, as in a card of an account of 1C.
    pub(super) fn leave_out_accounts(&mut self, line: &str) {
        let names = split_row(&numbers::normalize(line), self.delimiter);
        for (field, name) in self.fields.iter_mut().zip(&names) {
            if matches!(lower_case(name.trim()).as_str(), "счет" | "account") {
                *field = None;
            }
        }
    }

    /// Whether a line is a row of the table. One without a sum has none elsewhere.
    pub(super) fn is_row(&self, line: &str) -> bool {
        split_row(line, self.delimiter).len() > 2
    }

    /// Takes the currency that a line above the table states, if the headers name none.
    pub(super) fn state_currency(&mut self, title: &str) {
        self.currency = self.currency.or_else(|| stated_currency(title));
    }

    /// Learns from the rows below the headers what an amount without a sign is: where others have a plus and none a minus, it went out.
    pub(super) fn learn_signs<'a>(&mut self, rows: impl Iterator<Item = &'a str>) {
        let Some(column) = self.fields.iter().position(|field| *field == Some(Field::Amount)) else {
            return;
        };
        let sign = |line: &str| {
            let cells = split_row(&numbers::normalize(line), self.delimiter);
            numbers::find_numbers(cells.get(column)?.trim()).numbers.first()?.sign
        };
        let signs: Vec<_> = rows.filter_map(sign).collect();
        if !signs.is_empty() && signs.iter().all(|sign| *sign == numbers::Sign::Plus) {
            self.unsigned = Direction::Out;
        }
    }
}

/// Splits a row. Delimiters inside quotes are text.
fn split_row(line: &str, delimiter: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if c == delimiter && !is_quoted => cells.push(String::new()),
            _ => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(c);
                }
            }
        }
    }
    cells
}

/// The currency that a title states: its code in a line about an account, or a word after `Валюта`.
fn stated_currency(title: &str) -> Option<Currency> {
    let lower = lower_case(title);
    let begins = ["валюта", "currency", "币种"]
        .iter()
        .any(|word| lower.trim_start().starts_with(word));
    let is_of_account = ["счет", "шот", "карт", "account", "账户", "卡号"]
        .iter()
        .any(|word| lower.contains(word));
    let codes = || {
        title
            .split(|sign: char| !sign.is_alphanumeric())
            .filter_map(Currency::from_code)
    };
    if begins {
        currency_in([title])
    } else {
        codes()
            .next()
            .filter(|code| is_of_account && codes().all(|other| other == *code))
    }
}

/// The columns, if the line is a row of headers: it names an amount and something else.
pub(super) fn find_columns(line: &str) -> Option<Columns> {
    let normalized = numbers::normalize(line);
    ['\t', ';', ','].into_iter().find_map(|delimiter| {
        let cells = split_row(&normalized, delimiter);
        let headers: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
        // A row that begins with the word of a header is not taken for one: it has an amount or a date.
        let is_value = |header: &&str| {
            let found = numbers::find_numbers(header);
            found.date.is_some()
                || found
                    .numbers
                    .iter()
                    .any(|number| number.is_marked || number.is_whole_text)
        };
        if headers.iter().any(is_value) {
            return None;
        }
        let fields = HEADERS.map(&headers);
        let is_sum = |field: &Option<Field>| matches!(field, Some(Field::Amount | Field::Credit | Field::Debit));
        if fields.iter().flatten().count() < 2 || !fields.iter().any(is_sum) {
            return None;
        }
        let sums = headers.iter().zip(&fields).filter(|(_, field)| is_sum(field));
        let named = currency_in(sums.map(|(header, _)| *header));
        // Exports of Alipay and WeChat name none.
        let currency = named.or_else(|| normalized.contains("金额").then_some(Currency::Cny));
        // The sums of a row are in the currency of the account, and the operation may have been in another one.
        let mut fields = fields;
        let is_of_account = |header: &&str| header.to_lowercase().contains("в валюте сч");
        if headers.iter().any(is_of_account) {
            for (field, header) in fields.iter_mut().zip(&headers) {
                if header.to_lowercase().starts_with("валюта операции") {
                    *field = None;
                }
            }
        }
        Some(Columns {
            delimiter,
            fields,
            currency,
            unsigned: Direction::Unknown,
        })
    })
}

/// Reads a row of the table. `None` if it has no amount in the columns of amounts, as titles and sums below a table.
pub(super) fn read_row(line: &str, columns: &Columns) -> Option<Operation> {
    let normalized = numbers::normalize(line);
    let cells = split_row(&normalized, columns.delimiter);
    let cell = |field: Field| -> Option<&str> {
        let column = columns.fields.iter().position(|found| *found == Some(field))?;
        let text = cells.get(column)?.trim();
        (!text.is_empty()).then_some(text)
    };
    let amount = |field: Field| -> Option<numbers::Number> {
        let found = numbers::find_numbers(cell(field)?).numbers;
        found
            .first()
            .copied()
            .filter(|number| number.minor != 0 && found.len() == 1)
    };
    let (number, of_column) = [
        (Field::Credit, Direction::In),
        (Field::Debit, Direction::Out),
        (Field::Amount, Direction::Unknown),
    ]
    .into_iter()
    .find_map(|(field, direction)| Some((amount(field)?, direction)))?;
    let lower = lower_case(&normalized);
    let named = cell(Field::Direction).map(|text| named_direction(&text.to_lowercase()));
    let direction = match (of_column, named) {
        (Direction::Unknown, _) if number.sign == Some(numbers::Sign::Minus) => Direction::Out,
        (Direction::Unknown, Some(Some(direction))) if direction != Direction::Unknown => direction,
        (Direction::Unknown, _) => match direction_of(&lower, std::iter::once(number.sign)) {
            Direction::Unknown => columns.unsigned,
            direction => direction,
        },
        (column, _) if number.sign == Some(numbers::Sign::Minus) => {
            if column == Direction::In {
                Direction::Out
            } else {
                column
            }
        }
        (column, _) => column,
    };
    let date = cell(Field::Date).and_then(|text| numbers::find_numbers(text).date);
    let refunded = amount(Field::Refunded).map_or(0, |refunded| refunded.minor);
    let named_state = cell(Field::State).map(lower_case);
    let is_done = named_state.is_some();
    let state = match named_state {
        // Alipay's and WeChat's neutral operations move money between a person's own accounts, or return it.
        _ if named == Some(None) => State::NotBooked,
        // A sum below the table has no date.
        _ if columns.fields.contains(&Some(Field::Date)) && date.is_none() => State::NotBooked,
        Some(state) if state_of(&state) == State::NotBooked || SET_ASIDE.contains(&state.as_str()) => State::NotBooked,
        Some(state) if !DONE.iter().any(|done| state.contains(done)) => State::Doubtful,
        // Alipay has a separate column for returned amounts.
        _ if refunded >= number.minor => State::NotBooked,
        _ if refunded > 0 => State::Doubtful,
        _ if is_done => state_of_booked(&lower),
        _ => state_of(&lower),
    };
    let currency = cell(Field::Currency).and_then(numbers::currency_of);
    Some(Operation {
        text: line.trim().to_owned(),
        amounts: vec![number.minor - refunded.min(number.minor - 1).max(0)],
        currency: currency.or(number.currency).or(columns.currency),
        direction,
        state,
        date,
        reference: cell(Field::Reference).map(ToOwned::to_owned),
        key: String::new(),
    })
}

/// The direction that a cell names. `None` if the operation is neither income nor expense.
fn named_direction(lower: &str) -> Option<Direction> {
    let contains = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if lower.contains("不计收支") || matches!(lower, "/" | "其他") {
        None
    } else if contains(&["支出", "付", "debit", "расход", "списан", "дебет", "out"])
        || matches!(lower, "d" | "dr" | "支" | "д" | "дт")
    {
        Some(Direction::Out)
    } else if contains(&["收入", "收款", "credit", "приход", "зачисл", "поступ", "кредит"])
        || matches!(lower, "c" | "cr" | "in" | "收" | "к" | "кт")
    {
        Some(Direction::In)
    } else {
        Some(Direction::Unknown)
    }
}
