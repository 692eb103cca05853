//! Numbers, dates and times as a sheet shows them: the format codes of spreadsheet programs.
//!
//! Digits are written without groups and with a decimal point, regardless of the language of the person who made the file: so a number
//! stays readable in one way only.

use super::{CellKind, decimal::Decimal};
use calamine::ExcelDateTime;
use std::fmt::Write as _;

/// The formats that every program shows in the way of its own language.
const DATES_BY_LANGUAGE: [u32; 22] = [
    14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A place for a digit: `0`, `#` or `?`.
    Digit(char),
    Point,
    Percent,
    Exponent,
    Slash,
    Literal(String),
    /// A part of a date or time: its letter in lower case, and the number of letters.
    Date(char, usize),
    /// Hours, minutes or seconds that may exceed a day.
    Elapsed(char),
    AmPm,
    General,
    Thousandth,
}

/// A format code, with a section for each sign.
#[derive(Clone, Debug)]
pub(super) struct NumberFormat {
    sections: Vec<Vec<Token>>,
    id: Option<u32>,
}

impl NumberFormat {
    pub(super) fn parse(code: &str, id: Option<u32>) -> Self {
        let mut sections = vec![Vec::new()];
        let mut rest = code.chars().peekable();
        while let Some(character) = rest.next() {
            let Some(section) = sections.last_mut() else { break };
            let token = match character {
                ';' => {
                    sections.push(Vec::new());
                    continue;
                }
                '"' => Token::Literal(rest.by_ref().take_while(|next| *next != '"').collect()),
                '\\' => Token::Literal(rest.next().into_iter().collect()),
                // A gap of the width of a character, and a character that fills the cell.
                '_' | '*' => {
                    rest.next();
                    continue;
                }
                '[' => match parse_brackets(&rest.by_ref().take_while(|next| *next != ']').collect::<String>()) {
                    Some(token) => token,
                    None => continue,
                },
                '0' | '#' | '?' => Token::Digit(character),
                '.' => Token::Point,
                // Between digits a comma separates thousands. After the last one it shows a thousandth.
                ',' => match (section.last(), rest.peek()) {
                    (Some(Token::Digit(_)), next) if !matches!(next, Some('0' | '#' | '?')) => Token::Thousandth,
                    _ => continue,
                },
                '%' => Token::Percent,
                '/' => Token::Slash,
                'E' | 'e' if rest.next_if(|next| matches!(next, '+' | '-')).is_some() => Token::Exponent,
                'G' | 'g' if rest.clone().take(6).collect::<String>().eq_ignore_ascii_case("eneral") => {
                    rest.nth(5);
                    Token::General
                }
                'A' | 'a' if rest.clone().next().is_some_and(|next| matches!(next, 'M' | 'm' | '/')) => {
                    while rest
                        .next_if(|next| matches!(next, 'M' | 'm' | '/' | 'P' | 'p'))
                        .is_some()
                    {}
                    Token::AmPm
                }
                '@' => Token::General,
                letter @ ('y' | 'm' | 'd' | 'h' | 's' | 'e' | 'g' | 'b' | 'Y' | 'M' | 'D' | 'H' | 'S' | 'E' | 'G'
                | 'B') => {
                    let mut count = 1;
                    while rest.next_if(|next| next.eq_ignore_ascii_case(&letter)).is_some() {
                        count += 1;
                    }
                    Token::Date(letter.to_ascii_lowercase(), count)
                }
                other => Token::Literal(other.to_string()),
            };
            section.push(token);
        }
        Self { sections, id }
    }

    /// Shows a number. Zero, negative and other numbers may have sections of their own.
    pub(super) fn show_number(&self, number: &Decimal) -> (String, CellKind) {
        let (at, has_own_sign) = match (self.sections.len(), number.is_zero(), number.is_negative()) {
            (3.., true, _) => (2, true),
            (2.., false, true) => (1, true),
            _ => (0, false),
        };
        let Some(section) = self.sections.get(at) else {
            return (number.to_string(), CellKind::Number);
        };
        let has = |token: &Token| section.contains(token);
        let is_digit = |token: &Token| matches!(token, Token::Digit(_));
        let (Some(first), Some(last)) = (section.iter().position(is_digit), section.iter().rposition(is_digit)) else {
            if has(&Token::General) {
                return Self::general(section, number);
            }
            return (literals(section), CellKind::Text);
        };
        // Of a large number in thousands the cell shows a rounded part.
        if has(&Token::Exponent) || has(&Token::Thousandth) {
            return (number.to_string(), CellKind::Number);
        }
        let (before, after) = (literals(&section[..first]), literals(&section[last + 1..]));
        let sign_is_written = has_own_sign && (before.contains(['-', '(']) || number.is_zero());
        let sign = if number.is_negative() && !sign_is_written {
            "-"
        } else {
            ""
        };
        let places = &section[first..=last];
        if let Some(slash) = places.iter().position(|token| *token == Token::Slash) {
            let width = places[slash..].iter().filter(|token| is_digit(token)).count();
            return (
                format!("{before}{sign}{}{after}", number.to_fraction(width)),
                CellKind::Text,
            );
        }
        let point = places
            .iter()
            .position(|token| *token == Token::Point)
            .unwrap_or(places.len());
        let (whole, fraction) = places.split_at(point);
        let most = fraction.iter().filter(|token| is_digit(token)).count();
        let fewest = fraction.iter().filter(|token| **token == Token::Digit('0')).count();
        let shift = 2 * section.iter().filter(|token| **token == Token::Percent).count();
        let digits = number.shifted(shift).rounded(most, fewest);
        let zeros = whole.iter().filter(|token| **token == Token::Digit('0')).count();
        let has_inner_text = whole
            .iter()
            .any(|token| matches!(token, Token::Literal(text) if !text.trim().is_empty()));
        if shift == 0 && zeros <= 1 && !has_inner_text {
            return (format!("{before}{sign}{digits}{after}"), CellKind::Number);
        }
        // Codes such as 00000 or 000-000: digits fill the places from the right.
        let (whole_digits, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
        let filled = fill_places(whole, whole_digits);
        (format!("{before}{sign}{filled}{rest}{after}"), CellKind::Text)
    }

    fn general(section: &[Token], number: &Decimal) -> (String, CellKind) {
        let at = section
            .iter()
            .position(|token| *token == Token::General)
            .unwrap_or_default();
        let (before, after) = (literals(&section[..at]), literals(&section[at + 1..]));
        (format!("{before}{number}{after}"), CellKind::Number)
    }

    /// Shows a date or a time. A date whose look depends on a language, or that begins with the month, is written as `2026-04-03`.
    pub(super) fn show_date(&self, at: &ExcelDateTime) -> (String, CellKind) {
        let section = self.sections.first().map_or(&[][..], Vec::as_slice);
        let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
        let letters: String = section
            .iter()
            .filter_map(|token| match token {
                Token::Date(letter, _) => Some(*letter),
                _ => None,
            })
            .collect();
        let is_month = |at: usize| matches!(section.get(at), Some(Token::Date('m', _))) && !is_minute(section, at);
        let is_part = |token: &Token| matches!(token, Token::Date(..) | Token::Elapsed(_));
        let has_parts = section.iter().any(is_part);
        let has_day = letters.contains(['y', 'd', 'e', 'g', 'b']) || (0..section.len()).any(is_month);
        let has_words = section
            .iter()
            .any(|token| matches!(token, Token::Date('m' | 'd', 3..) | Token::Date('e' | 'g' | 'b', _)));
        let is_month_first = letters.starts_with("md") && letters.contains('y');
        if self.is_by_language() || has_words || is_month_first || !has_parts {
            let mut text = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) != (0, 0, 0) {
                let _ = write!(text, " {hour:02}:{minute:02}");
            }
            return (text, CellKind::Date);
        }
        // A day without a year, such as 3-4, is a text that the person typed.
        let is_day = has_day && letters.contains('y');
        let kind = if is_day { CellKind::Date } else { CellKind::Text };
        (clock(section, at), kind)
    }

    /// Whether numbers are shown as dates or times.
    pub(super) fn is_date(&self) -> bool {
        let is_part = |token: &Token| match token {
            Token::Date(letter, _) => !matches!(letter, 'g' | 'b'),
            Token::Elapsed(_) => true,
            _ => false,
        };
        self.is_by_language() || self.sections.first().is_some_and(|section| section.iter().any(is_part))
    }

    pub(super) fn is_duration(&self) -> bool {
        let mut first = self.sections.iter().take(1).flatten();
        first.any(|token| matches!(token, Token::Elapsed(_)))
    }

    /// A file may give such an id a format of its own, which then shows numbers.
    fn is_by_language(&self) -> bool {
        let shows_digits = || {
            self.sections
                .iter()
                .flatten()
                .any(|token| matches!(token, Token::Digit(_)))
        };
        self.id.is_some_and(|id| DATES_BY_LANGUAGE.contains(&id)) && !shows_digits()
    }
}

/// The meaning of a text in brackets: a currency, or a time that may exceed a day. Colours, conditions and languages have none.
fn parse_brackets(text: &str) -> Option<Token> {
    if let Some(currency) = text.strip_prefix('$') {
        let sign = currency.split('-').next().unwrap_or_default();
        return (!sign.is_empty()).then(|| Token::Literal(sign.to_owned()));
    }
    let letter = text.chars().next()?.to_ascii_lowercase();
    let is_time = matches!(letter, 'h' | 'm' | 's') && text.chars().all(|next| next.eq_ignore_ascii_case(&letter));
    is_time.then_some(Token::Elapsed(letter))
}

fn literals(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Literal(literal) => text.push_str(literal),
            Token::Percent => text.push('%'),
            _ => {}
        }
    }
    text
}

fn fill_places(places: &[Token], digits: &str) -> String {
    let mut rest = digits.chars().rev().peekable();
    let mut reversed = String::new();
    let count = places.iter().filter(|token| matches!(token, Token::Digit(_))).count();
    let mut seen = 0;
    for token in places.iter().rev() {
        match token {
            Token::Digit(place) => {
                seen += 1;
                match rest.next() {
                    Some(digit) => reversed.push(digit),
                    None if *place == '0' => reversed.push('0'),
                    None => {}
                }
                if seen == count {
                    reversed.extend(rest.by_ref());
                }
            }
            Token::Literal(text) => reversed.extend(text.chars().rev()),
            _ => {}
        }
    }
    reversed.chars().rev().collect()
}

/// Whether an `m` is a minute: it follows an hour, or precedes a second.
fn is_minute(section: &[Token], at: usize) -> bool {
    let is_part = |token: &&Token| matches!(token, Token::Date(..) | Token::Elapsed(_));
    let before = section[..at].iter().rev().find(is_part);
    let after = section[at + 1..].iter().find(is_part);
    matches!(before, Some(Token::Date('h', _) | Token::Elapsed('h'))) || matches!(after, Some(Token::Date('s', _)))
}

/// Writes the parts of a date or time in the order of the format.
fn clock(section: &[Token], at: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
    let (hour, minute, second) = (u32::from(hour), u32::from(minute), u32::from(second));
    let has_half = section.contains(&Token::AmPm);
    // Whole seconds: a time of day is a fraction that is rarely exact.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::float_arithmetic,
        reason = "a sheet has no longer times, and holds them as fractions of a day"
    )]
    let total = (at.as_f64().max(0.0) * 86_400.0).round() as u64;
    let mut text = String::new();
    for (position, token) in section.iter().enumerate() {
        let _ = match token {
            Token::Date('y', 1..=2) => write!(text, "{:02}", year % 100),
            Token::Date('y', _) => write!(text, "{year:04}"),
            Token::Date('m', count) => {
                let number = if is_minute(section, position) {
                    minute
                } else {
                    month.into()
                };
                write!(text, "{number:0count$}", count = (*count).min(2))
            }
            Token::Date('d', count) => write!(text, "{day:0count$}", count = (*count).min(2)),
            Token::Date('h', count) => {
                let shown = if has_half { (hour + 11) % 12 + 1 } else { hour };
                write!(text, "{shown:0count$}", count = (*count).min(2))
            }
            Token::Date('s', count) => write!(text, "{second:0count$}", count = (*count).min(2)),
            Token::Elapsed('h') => write!(text, "{}", total / 3600),
            Token::Elapsed('m') => write!(text, "{}", total / 60),
            Token::Elapsed(_) => write!(text, "{total}"),
            Token::AmPm => write!(text, "{}", if hour < 12 { "AM" } else { "PM" }),
            Token::Literal(literal) => write!(text, "{literal}"),
            Token::Slash => write!(text, "/"),
            Token::Point => write!(text, "."),
            _ => Ok(()),
        };
    }
    text
}

#[cfg(test)]
mod tests;
