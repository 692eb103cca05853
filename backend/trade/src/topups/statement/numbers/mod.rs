//! Numbers, dates and currencies in a line of a bank statement.
//!
//! A digit is part of an amount only if it is not part of a date, a time, a phone number, an account or a code such as `K1017`.

use chrono::{Datelike, NaiveDate};
use platform::currency_words;
use shared_types::money::Currency;

/// A number in a line that can be an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// In hundredths: statements print amounts of all currencies with two decimals.
    pub(super) minor: i64,
    pub(super) currency: Option<Currency>,
    /// The sign that is printed before or after it.
    pub(super) sign: Option<Sign>,
    /// Whether it has decimals, a currency or a sign. Other numbers may count or name something.
    pub(super) is_marked: bool,
    /// Whether the text has nothing else.
    pub(super) is_whole_text: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// The numbers of a text, and its first date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) numbers: Vec<Number>,
    pub(super) date: Option<NaiveDate>,
}

/// Words before a number that is not an amount of the operation.
const OTHER_NUMBERS: [&str; 40] = [
    "ндс",
    "vat",
    "комиссия",
    "комиссии",
    "fee",
    "остаток",
    "остатка",
    "баланс",
    "balance",
    "余额",
    "手续费",
    "инн",
    "кпп",
    "бик",
    "bic",
    "iban",
    "счет",
    "счёт",
    "счета",
    "счету",
    "счёту",
    "сч",
    "account",
    "acc",
    "card",
    "карта",
    "карты",
    "карту",
    "卡号",
    "договор",
    "договору",
    "договора",
    "дог",
    "тел",
    "номер",
    "no",
    "nr",
    "n",
    "ref",
    "id",
];

/// Words before a day without its year, such as `от 28.11`.
const DATE_WORDS: [&str; 4] = ["от", "за", "from", "dated"];

/// The currency that a word or a sign stands for. After an amount, `бел.` says which rubles follow.
pub(super) fn currency_of(word: &str) -> Option<Currency> {
    currency_words::of_word(word).or_else(|| currency_words::is_belarusian(word).then_some(Currency::Byn))
}

/// The same text with one kind of spaces, dashes, digits and Latin letters.
pub(super) fn normalize(text: &str) -> String {
    let normalize_char = |c: char| match c {
        '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{3000}' => ' ',
        '\u{2212}' | '–' | '—' | '－' => '-',
        '！'..='～' => u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(c),
        _ => c,
    };
    text.chars().map(normalize_char).collect()
}

const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_ideograph(c)
}

const fn is_currency_sign(c: char) -> bool {
    matches!(c, '₽' | '¥' | '￥' | '$' | '€' | '₸' | '£' | '元')
}

/// Finds the numbers and the first date of a normalized text.
pub(super) fn find_numbers(text: &str) -> Numbers {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Numbers::default();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
        } else if let Some((date, end)) = read_date(&chars, at) {
            found.date.get_or_insert(date);
            at = end;
        } else {
            let (number, end) = read_amount(&chars, at);
            found.numbers.extend(number);
            at = end;
        }
    }
    found
}

/// The end of a run of characters.
fn end_of(chars: &[char], start: usize, is_part: impl Fn(char) -> bool) -> usize {
    let rest = chars.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|c| is_part(**c)).count()
}

fn text_of(chars: &[char]) -> String {
    chars.iter().collect()
}

/// The end of a code, a time or a phone number that contains digits.
fn end_of_code(chars: &[char], start: usize) -> usize {
    end_of(chars, start, |c| {
        c.is_alphanumeric() && !is_ideograph(c) || matches!(c, '_' | '-' | '/' | ':' | '*')
    })
}

/// Reads `20261128`, as Chinese banks write a day. Amounts of this length have decimals.
fn read_compact_date(chars: &[char], start: usize) -> Option<(NaiveDate, usize)> {
    let end = end_of(chars, start, |c| c.is_ascii_digit());
    let is_alone = start == 0 && chars.get(end).is_none_or(|next| *next == ' ');
    let text = text_of(chars.get(start..end).filter(|digits| is_alone && digits.len() == 8)?);
    let date = NaiveDate::parse_from_str(&text, "%Y%m%d").ok()?;
    (2000..2100).contains(&date.year()).then_some((date, end))
}

/// Reads `28.11.2026`, `28.11.26`, `28/11/2026`, `2026-11-28` and the like, with a following time.
fn read_date(chars: &[char], start: usize) -> Option<(NaiveDate, usize)> {
    if let Some(compact) = read_compact_date(chars, start) {
        return Some(compact);
    }
    if start > 0 && (chars[start - 1].is_alphanumeric() && !is_ideograph(chars[start - 1])) {
        return None;
    }
    let mut parts = Vec::new();
    let mut lengths = Vec::new();
    let (mut at, mut separator) = (start, None);
    for index in 0..3 {
        let end = end_of(chars, at, |c| c.is_ascii_digit());
        parts.push(text_of(&chars[at..end]).parse::<i32>().ok()?);
        lengths.push(end - at);
        at = end;
        if index < 2 {
            let next = *chars.get(at).filter(|c| matches!(c, '.' | '-' | '/' | '年' | '月'))?;
            let is_chinese = matches!(next, '年' | '月');
            if !is_chinese && separator.is_some_and(|other| other != next) {
                return None;
            }
            separator = Some(next);
            at += 1;
        }
    }
    if chars.get(at).is_some_and(char::is_ascii_digit) {
        return None;
    }
    let (year, month, day) = match lengths.as_slice() {
        [4, 1..=2, 1..=2] => (parts[0], parts[1], parts[2]),
        [1..=2, 1..=2, 4] => (parts[2], parts[1], parts[0]),
        [2, 2, 2] => (2000 + parts[2], parts[1], parts[0]),
        _ => return None,
    };
    let date = NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)?;
    let time = match chars.get(at) {
        Some('日') => at + 1,
        Some('T') => end_of_code(chars, at),
        _ => at,
    };
    Some((date, time))
}

/// The digits of a number with groups of thousands, and its decimals.
fn read_digits(chars: &[char], start: usize) -> (String, String, usize) {
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut end = end_of(chars, start, |c| c.is_ascii_digit());
    let mut whole = text_of(&chars[start..end]);
    let mut group = None;
    if whole.len() <= 3 {
        while let Some(separator) = chars.get(end).copied().filter(|c| matches!(c, ' ' | '\'' | ',' | '.'))
            && group.is_none_or(|other| other == separator)
            && (1..=3).all(|digit| is_digit(end + digit))
            && !is_digit(end + 4)
        {
            whole.extend(&chars[end + 1..end + 4]);
            group = Some(separator);
            end += 4;
        }
    }
    let mut fraction = String::new();
    if let Some(point) = chars
        .get(end)
        .copied()
        .filter(|c| matches!(c, '.' | ',' | '-' | '=') && group != Some(*c))
    {
        let after = end_of(chars, end + 1, |c| c.is_ascii_digit());
        let repeats = chars.get(after) == Some(&point) && is_digit(after + 1);
        let is_decimal = match point {
            '.' | ',' => (1..=2).contains(&(after - end - 1)),
            // `5000-00` and `5000=00` are rubles and kopecks; `12-45` is a number of something.
            _ => {
                after - end == 3
                    && whole.len() > 2
                    && !chars.get(after).is_some_and(|c| c.is_alphanumeric() || *c == point)
            }
        };
        if is_decimal && !repeats {
            fraction = text_of(&chars[end + 1..after]);
            end = after;
        }
    }
    (whole, fraction, end)
}

/// Reads the number that starts here, and returns where it ends. `None` if it is not an amount.
fn read_amount(chars: &[char], start: usize) -> (Option<Number>, usize) {
    let code = || (None, end_of_code(chars, start).max(start + 1));
    // Before the number: a sign, a currency, or a word that says that it is another number.
    let mut before = start;
    let mut sign = None;
    let mut currency = None;
    for _ in 0..2 {
        match before.checked_sub(1).map(|at| chars[at]) {
            Some('-') => (sign, before) = (Some(Sign::Minus), before - 1),
            Some('+') => (sign, before) = (Some(Sign::Plus), before - 1),
            Some(c) if is_currency_sign(c) => (currency, before) = (currency_of(&c.to_string()), before - 1),
            _ => break,
        }
    }
    let opened = before > 0 && chars[before - 1] == '(';
    let previous = before.checked_sub(1).map(|at| chars[at]);
    if previous.is_some_and(|c| matches!(c, '/' | '*' | '•' | '_' | '@' | '№' | '#' | ':' | '-') || c.is_ascii_digit())
    {
        return code();
    }
    let word_end = end_of_gap(chars, before);
    let word_start = word_end - chars[..word_end].iter().rev().take_while(|c| c.is_alphabetic()).count();
    let word = text_of(&chars[word_start..word_end]);
    let named = currency_of(&word).or_else(|| {
        let sign = word_end
            .checked_sub(1)
            .map(|at| chars[at])
            .filter(|c| is_currency_sign(*c))?;
        currency_of(&sign.to_string())
    });
    let is_glued = word_end == before && previous.is_some_and(is_letter);
    let is_numbered = word_end > 0 && matches!(chars[word_end - 1], '№' | '#');
    if is_glued && named.is_none() {
        return code();
    }
    if sign == Some(Sign::Plus)
        && let Some(end) = end_of_phone(chars, start)
    {
        return (None, end);
    }
    let (whole, fraction, end) = read_digits(chars, start);
    let word = word.to_lowercase();
    let is_day =
        DATE_WORDS.contains(&word.as_str()) && whole.len() <= 2 && fraction.len() == 2 && fraction.as_str() <= "12";
    if is_numbered || is_day || OTHER_NUMBERS.contains(&word.as_str()) {
        return (None, end);
    }
    let next = chars.get(end).copied();
    let follows = |at: usize, is: fn(char) -> bool| chars.get(at).copied().is_some_and(is);
    if next.is_some_and(|c| matches!(c, '/' | '-' | '*' | ':' | '_'))
        && follows(end + 1, |c| c.is_alphanumeric() || c == '*')
    {
        return code();
    }
    // After the number: a currency, a unit, a percent sign, or a minus.
    let gap = end_of(chars, end, |c| c == ' ');
    if chars.get(gap) == Some(&'%') || (gap < chars.len() && chars[gap] == '*') {
        return (None, gap + 1);
    }
    let after_end = match chars.get(gap) {
        Some(c) if is_currency_sign(*c) => gap + 1,
        _ => end_of(chars, gap, is_letter),
    };
    let unit = text_of(&chars[gap..after_end]);
    let after = currency_of(&unit);
    let side = match unit.to_lowercase().as_str() {
        "dr" | "дт" | "debit" => Some(Sign::Minus),
        "cr" | "кт" | "credit" => Some(Sign::Plus),
        _ => None,
    };
    if gap == end && next.is_some_and(is_letter) && after.is_none() && side.is_none() {
        return code();
    }
    sign = sign.or(side);
    if sign.is_none() && next == Some('-') {
        sign = Some(Sign::Minus);
    }
    if sign.is_none() && opened && next == Some(')') && !fraction.is_empty() {
        sign = Some(Sign::Minus);
    }
    if sign.is_none() {
        // A minus at the start of the text may be followed by a space.
        let mut before_it = chars[..before].iter().filter(|c| **c != ' ' && **c != '"');
        sign = match (before_it.next(), before_it.next()) {
            (Some('-'), None) => Some(Sign::Minus),
            (Some('+'), None) => Some(Sign::Plus),
            _ => None,
        };
    }
    // A dash between words is not a sign.
    let is_punctuation =
        sign.is_some() && previous.is_some_and(|c| !matches!(c, ' ' | '\t' | ';' | ',' | '"' | '(' | '='));
    let currency = after.or(currency).or(named);
    let last = if after.is_some() { after_end } else { end };
    let first = if named.is_some() {
        word_start.min(word_end.saturating_sub(1))
    } else {
        before
    };
    let is_rest_empty = |rest: &[char]| {
        rest.iter()
            .all(|c| matches!(c, ' ' | '"' | '\'' | '(' | ')' | '-' | '.'))
    };
    let is_whole_text = is_rest_empty(&chars[..first]) && is_rest_empty(&chars[last..]);
    // `28.11` is a day or an amount; only the rest of the line can tell.
    let may_be_day = !is_whole_text
        && chars.get(start + whole.len()) == Some(&'.')
        && currency.is_none()
        && sign.is_none()
        && (1..=31).contains(&whole.parse::<i64>().unwrap_or_default())
        && fraction.len() == 2
        && (1..=12).contains(&fraction.parse::<i64>().unwrap_or_default());
    let is_marked = (!fraction.is_empty() && !may_be_day) || currency.is_some() || (sign.is_some() && !is_punctuation);
    if whole.len() > if is_marked { 13 } else { 9 } {
        return (None, end);
    }
    let minor = format!("{whole}{fraction:0<2}").parse().ok();
    let number = minor.map(|minor| Number {
        minor,
        currency,
        sign: sign.filter(|_| !is_punctuation),
        is_marked,
        is_whole_text,
    });
    (number, end)
}

/// Where the text ends that is followed by spaces and punctuation only before a number.
fn end_of_gap(chars: &[char], before: usize) -> usize {
    before
        - chars[..before]
            .iter()
            .rev()
            .take_while(|c| matches!(c, ' ' | '.' | ':' | '='))
            .count()
}

/// The end of a phone number with its country code, without the plus.
fn end_of_phone(chars: &[char], start: usize) -> Option<usize> {
    let end = end_of(chars, start, |c| {
        c.is_ascii_digit() || matches!(c, ' ' | '(' | ')' | '-')
    });
    let digits = chars[start..end].iter().filter(|c| c.is_ascii_digit()).count();
    ((11..=13).contains(&digits) && !chars.get(end).is_some_and(|c| matches!(c, ',' | '.'))).then_some(end)
}

#[cfg(test)]
mod tests;
