//! Reading a pasted bank statement: which line may be the money of which request. It only suggests; a person confirms.

/// What is known of an open request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) index: usize,
    pub(super) amount_minor: i64,
    /// Words that name it: its code, the client's code and name, folded.
    pub(super) words: Vec<String>,
}

/// Amounts in a line, in minor units: `1 234,50`, `1,234.50`, `1234.5`, `1234`.
pub(super) fn amounts(line: &str) -> Vec<i64> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let run = rest.get(start..).unwrap_or_default();
        let end = run
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '.' | ',' | '\'')))
            .unwrap_or(run.len());
        let (number, after) = run.split_at(end);
        found.extend(amount(number));
        // A run of digits and spaces may be several columns.
        found.extend(number.split([' ', '\u{a0}', '\u{202f}']).filter_map(amount));
        rest = after;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// One amount: the last separator with one or two digits behind it is the decimal point.
fn amount(text: &str) -> Option<i64> {
    let text = text.trim_matches(|c: char| !c.is_ascii_digit());
    let point = text
        .rfind(['.', ','])
        .filter(|at| (1..=2).contains(&(text.len() - at - 1)));
    let (whole, fraction) = match point {
        Some(at) => (text.get(..at)?, text.get(at + 1..)?),
        None => (text, ""),
    };
    let digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() || digits.len() > 13 {
        return None;
    }
    format!("{digits}{fraction:0<2}").parse().ok()
}

/// The requests a line may be the money of, likeliest first, and whether the first is named by it.
pub(super) fn candidates(line: &str, wanted: &[Wanted]) -> (Vec<usize>, bool) {
    let amounts = amounts(line);
    let folded = line.to_lowercase();
    let named = |request: &Wanted| {
        request
            .words
            .iter()
            .filter(|word| folded.contains(word.as_str()))
            .count()
    };
    let mut found: Vec<(usize, usize)> = wanted
        .iter()
        .filter(|request| amounts.contains(&request.amount_minor))
        .map(|request| (named(request), request.index))
        .collect();
    found.sort_by_key(|(names, index)| (std::cmp::Reverse(*names), *index));
    let certain = match found.as_slice() {
        [(only, _)] => *only > 0,
        [(first, _), (second, _), ..] => first > second,
        [] => false,
    };
    (found.into_iter().map(|(_, index)| index).collect(), certain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_found_as_banks_write_them() {
        for (line, minor) in [
            ("21.11.2026;Зачисление;1 234,50;RUB", 123_450),
            ("21.11.2026\tПеревод СБП\t+15\u{a0}000,00 ₽\tИванов И.", 1_500_000),
            ("2026-11-21,transfer,\"1,234.50\"", 123_450),
            ("поступление 975 руб", 97_500),
            ("97.5", 9750),
        ] {
            assert!(amounts(line).contains(&minor), "{line}: {:?}", amounts(line));
        }
        assert!(amounts("без чисел").is_empty());
    }

    #[test]
    fn a_named_request_comes_first_and_a_tie_is_not_certain() {
        let wanted = |index, words: &[&str]| Wanted {
            index,
            amount_minor: 97_500,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        let both = [wanted(0, &["k1"]), wanted(1, &["k2", "мария"])];
        assert_eq!(candidates("975,00 Мария П.", &both), (vec![1, 0], true));
        assert_eq!(candidates("975,00", &both), (vec![0, 1], false));
        assert_eq!(candidates("974,00 K1", &both), (vec![], false));
    }
}
