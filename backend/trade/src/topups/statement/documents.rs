//! Formats in which an operation takes several lines: the exchange format of 1C, MT940 and camt. Each operation becomes one line:
//! date, amount with its sign and currency, counterparty, purpose, number, and the bank's id.

use super::{
    camt,
    entry::{Entry, PENDING, REFERENCE, REVERSAL},
};
use chrono::{Datelike, NaiveDate};
use shared_types::{cash::BankAccount, money::Currency};
use std::collections::HashMap;

/// The first line of a file in the exchange format of 1C.
const EXCHANGE_HEADER: &str = "1CClientBankExchange";
/// Texts that banks write instead of a missing id.
const NO_REFERENCES: [&str; 3] = ["", "NONREF", "NOTPROVIDED"];
/// The length of a line of MT940.
const MT940_LINE: usize = 65;

/// The bank's id, if the cell has one.
pub(super) fn reference_of(cell: &str) -> Option<String> {
    let reference = cell.trim().strip_prefix(REFERENCE)?.trim();
    (!NO_REFERENCES.contains(&reference)).then(|| reference.to_owned())
}

/// Whether the operation of a line of a document is booked.
pub(super) fn is_booked(line: &str) -> bool {
    !line.ends_with(REVERSAL) && !line.ends_with(PENDING)
}

/// Returns one line per operation of a document; `None` for other texts.
pub(super) fn to_lines(lines: &[&str]) -> Option<Vec<String>> {
    let is_first = |line: &&&str| !line.trim().is_empty();
    let first = lines
        .iter()
        .find(is_first)
        .map(|line| line.trim_start_matches('\u{feff}').trim());
    if first.is_some_and(|first| first.starts_with(EXCHANGE_HEADER)) {
        return Some(read_exchange(lines));
    }
    if lines.iter().any(|line| line.starts_with(":61:")) {
        return Some(read_mt940(lines));
    }
    let entries = first
        .filter(|first| first.starts_with('<'))
        .map(|_| camt::read(&lines.join("\n")))?;
    (!entries.is_empty()).then_some(entries)
}

/// Reads the documents of a 1C file. The own accounts say which of them are incoming; without them, the dates do.
fn read_exchange(lines: &[&str]) -> Vec<String> {
    let mut own_accounts = Vec::new();
    let mut operations = Vec::new();
    let mut document: Option<HashMap<&str, String>> = None;
    let mut last = "";
    for line in lines.iter().map(|line| line.trim()) {
        let field = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
        // The names of fields are words. Another line goes on with the text of the last field.
        let field = field.filter(|(key, _)| key.chars().all(char::is_alphanumeric));
        match (field, &mut document) {
            (Some(("СекцияДокумент", _)), _) => document = Some(HashMap::new()),
            (Some((key, value)), Some(fields)) => {
                fields.insert(key, value.to_owned());
                last = key;
            }
            (Some(("РасчСчет", value)), None) => own_accounts.push(account(value)),
            (None, Some(fields)) if line.starts_with("КонецДокумента") => {
                operations.push(exchange_entry(fields, &own_accounts).into_line());
                document = None;
            }
            (None, Some(fields)) => {
                if let Some(text) = fields.get_mut(last) {
                    text.push(' ');
                    text.push_str(line);
                }
            }
            _ => {}
        }
    }
    operations
}

fn account(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn exchange_entry(fields: &HashMap<&str, String>, own_accounts: &[String]) -> Entry {
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let is_own = |names: [&str; 3]| names.iter().any(|name| own_accounts.contains(&account(field(name))));
    let from_own = is_own(["ПлательщикСчет", "ПлательщикРасчСчет", "ПлательщикИИК"]);
    let to_own = is_own(["ПолучательСчет", "ПолучательРасчСчет", "ПолучательИИК"]);
    let has = |names: [&str; 2]| names.iter().any(|name| !field(name).is_empty());
    let (came, went) = (
        has(["ДатаПоступило", "СуммаПриход"]),
        has(["ДатаСписано", "СуммаРасход"]),
    );
    let is_outgoing = from_own || (!to_own && went && !came);
    let side = if is_outgoing {
        "Получатель"
    } else {
        "Плательщик"
    };
    let joined = |name: &str, numbers: std::ops::RangeInclusive<u8>| {
        let mut parts: Vec<&str> = Vec::new();
        let numbered = numbers.map(|number| format!("{name}{number}"));
        for part in std::iter::once(name.to_owned())
            .chain(numbered)
            .map(|name| field(&name))
        {
            // Banks repeat the whole text in the first numbered field.
            if !part.is_empty() && !parts.iter().any(|other| other.contains(part)) {
                parts.push(part);
            }
        }
        parts.join(" ")
    };
    let (own, booked) = if is_outgoing {
        ("ПлательщикСчет", "ДатаСписано")
    } else {
        ("ПолучательСчет", "ДатаПоступило")
    };
    let mut dates = [booked, "Дата", "ДатаДокумента"].into_iter();
    let date = dates.find_map(|name| NaiveDate::parse_from_str(field(name), "%d.%m.%Y").ok());
    Entry {
        date,
        amount: ["Сумма", "СуммаПриход", "СуммаРасход"]
            .iter()
            .map(|name| field(name))
            .find(|amount| !amount.is_empty())
            .unwrap_or_default()
            .to_owned(),
        currency: BankAccount::parse(&account(field(own))).and_then(|account| account.currency()),
        is_outgoing,
        counterparty: joined(side, 1..=4),
        purpose: vec![joined("НазначениеПлатежа", 1..=6)],
        number: field("Номер").to_owned(),
        ..Entry::default()
    }
}

/// Reads the entries of an MT940 statement: `:61:` with the lines of its `:86:`.
fn read_mt940(lines: &[&str]) -> Vec<String> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut currency = None;
    let mut tag = "";
    for line in lines.iter().map(|line| line.trim_end()) {
        let rest = match line.strip_prefix(':').and_then(|rest| rest.split_once(':')) {
            Some((name, rest)) if !name.is_empty() && name.len() <= 3 => {
                tag = name;
                rest
            }
            _ if line.starts_with('-') || line.starts_with('{') => {
                tag = "";
                continue;
            }
            _ => line,
        };
        match tag {
            // The opening balance: direction, date, currency, amount.
            "60F" | "60M" => currency = rest.get(7..10).and_then(Currency::from_code).or(currency),
            "61" if line.starts_with(":61:") => entries.extend(mt940_entry(rest, currency)),
            "61" | "86" => {
                if let Some(entry) = entries.last_mut() {
                    add_purpose(&mut entry.purpose, rest, line.starts_with(':'));
                }
            }
            _ => {}
        }
    }
    for part in entries.iter_mut().flat_map(|entry| &mut entry.purpose) {
        *part = without_part_codes(part);
    }
    entries.into_iter().map(Entry::into_line).collect()
}

/// Adds a line of `:86:`. A line of full length continues in the next one, in the middle of a word too.
fn add_purpose(purpose: &mut Vec<String>, line: &str, is_first: bool) {
    match purpose.last_mut() {
        Some(last) if !is_first && last.chars().count() % MT940_LINE == 0 && !last.is_empty() => last.push_str(line),
        _ => purpose.push(line.to_owned()),
    }
}

/// The text without the codes `?20` to `?63` of its parts, which also stand inside of words.
fn without_part_codes(text: &str) -> String {
    let mut parts = text.split('?');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut text, part| {
        let is_code = |code: &str| code.bytes().all(|byte| byte.is_ascii_digit());
        match part.split_at_checked(2) {
            // Parts 20 to 29 are one text.
            Some((code, rest)) if is_code(code) => {
                let is_continued = ("21"..="29").contains(&code);
                text.push_str(if is_continued { "" } else { " " });
                text.push_str(rest);
            }
            _ => {
                text.push('?');
                text.push_str(part);
            }
        }
        text
    })
}

/// The day `MMDD` of the booking, which may be in the year before or after the one of the value date.
fn booking_date(value_date: NaiveDate, day: &str) -> Option<NaiveDate> {
    let year = value_date.year();
    let dates =
        [year - 1, year, year + 1].map(|year| NaiveDate::parse_from_str(&format!("{year:04}{day}"), "%Y%m%d").ok());
    dates
        .into_iter()
        .flatten()
        .min_by_key(|date| (*date - value_date).num_days().abs())
}

/// Reads `YYMMDD[MMDD](C|D|RC|RD)[letter]amount,NTTTreference[//bank reference]`.
fn mt940_entry(field: &str, currency: Option<Currency>) -> Option<Entry> {
    let value_date = NaiveDate::parse_from_str(field.get(..6)?, "%y%m%d").ok();
    let rest = field.get(6..)?;
    let booked = rest
        .get(..4)
        .filter(|day| day.bytes().all(|byte| byte.is_ascii_digit()));
    let date = value_date.and_then(|date| booking_date(date, booked?)).or(value_date);
    let rest = rest.get(4..).filter(|_| booked.is_some()).unwrap_or(rest);
    let (direction, rest) = ["RC", "RD", "EC", "ED", "C", "D"]
        .iter()
        .find_map(|mark| Some((*mark, rest.strip_prefix(mark)?)))?;
    // The third letter of the currency may stand before the amount.
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let end = rest
        .find(|c: char| !(c.is_ascii_digit() || c == ','))
        .unwrap_or(rest.len());
    let (amount, rest) = rest.split_at(end);
    let references = rest.get(4..).unwrap_or_default();
    let (own, bank) = references.split_once("//").unwrap_or((references, ""));
    Some(Entry {
        date,
        amount: amount.trim_end_matches(',').to_owned(),
        currency,
        // A reversed credit takes money out; a reversed debit returns the agent's own.
        is_outgoing: matches!(direction, "D" | "RC" | "ED"),
        mark: match direction {
            "RC" | "RD" => REVERSAL,
            "EC" | "ED" => PENDING,
            _ => "",
        },
        purpose: vec![
            Some(own)
                .filter(|own| !own.is_empty() && *own != "NONREF")
                .unwrap_or_default()
                .to_owned(),
        ],
        reference: bank.trim().to_owned(),
        ..Entry::default()
    })
}
