//! Matching of a bank statement, pasted or uploaded, with open top-up requests.
//!
//! The result is a suggestion; staff confirm each request.

/// What identifies an open request in a bank statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenRequest {
    /// The position in the caller's list of requests.
    pub(super) index: usize,
    pub(super) amount_minor: i64,
    /// The code of the request, the client's code and the client's name, in lower case.
    pub(super) keywords: Vec<String>,
}

/// Finds the amounts in a line and returns them in minor units: `1 234,50`, `1,234.50`, `1234.5`, `1234`.
pub(super) fn find_amounts(line: &str) -> Vec<i64> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let run = rest.get(start..).unwrap_or_default();
        let end = run
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '.' | ',' | '\'')))
            .unwrap_or(run.len());
        let (number, after) = run.split_at(end);
        found.extend(parse_amount(number));
        // Digits and spaces may also be several columns instead of one number with grouped thousands.
        found.extend(number.split([' ', '\u{a0}', '\u{202f}']).filter_map(parse_amount));
        rest = after;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Parses an amount. The last separator is the decimal point if one or two digits follow it.
fn parse_amount(text: &str) -> Option<i64> {
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

/// Returns the indexes of the requests that a line may pay, best match first, and whether the first one is certain: it
/// matches more keywords than any other.
pub(super) fn candidates(line: &str, requests: &[OpenRequest]) -> (Vec<usize>, bool) {
    let amounts = find_amounts(line);
    let folded = line.to_lowercase();
    let matching_keywords = |request: &OpenRequest| {
        request
            .keywords
            .iter()
            .filter(|word| folded.contains(word.as_str()))
            .count()
    };
    let mut ranked: Vec<(usize, usize)> = requests
        .iter()
        .filter(|request| amounts.contains(&request.amount_minor))
        .map(|request| (matching_keywords(request), request.index))
        .collect();
    ranked.sort_by_key(|(matches, index)| (std::cmp::Reverse(*matches), *index));
    let certain = match ranked.as_slice() {
        [(only, _)] => *only > 0,
        [(first, _), (second, _), ..] => first > second,
        [] => false,
    };
    (ranked.into_iter().map(|(_, index)| index).collect(), certain)
}

/// The first line of a file in the 1C bank exchange format.
const EXCHANGE_HEADER: &str = "1CClientBankExchange";
/// The fields of a payment in that format that contain dates, amounts, names and texts. Account numbers and codes are
/// left out, because their digits would be taken for amounts.
const EXCHANGE_FIELDS: [&str; 8] = [
    "Дата",
    "ДатаПоступило",
    "Сумма",
    "Плательщик",
    "Плательщик1",
    "НазначениеПлатежа",
    "НазначениеПлатежа1",
    "НазначениеПлатежа2",
];

/// Returns one line per operation: the lines of the file, or the joined fields of each document in the 1C format.
pub(super) fn extract_operations(lines: &[String]) -> Vec<String> {
    if !lines.first().is_some_and(|first| first.starts_with(EXCHANGE_HEADER)) {
        return lines.to_vec();
    }
    let mut operations = Vec::new();
    let mut document: Option<Vec<&str>> = None;
    for line in lines {
        match (line.split_once('='), &mut document) {
            (Some(("СекцияДокумент", _)), _) => document = Some(Vec::new()),
            (Some((key, value)), Some(fields)) if EXCHANGE_FIELDS.contains(&key.trim()) => fields.push(value.trim()),
            (None, Some(fields)) if line.starts_with("КонецДокумента") => {
                operations.push(fields.join("\t"));
                document = None;
            }
            _ => {}
        }
    }
    operations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_found_in_bank_formats() {
        for (line, minor) in [
            ("21.11.2026;Зачисление;1 234,50;RUB", 123_450),
            ("21.11.2026\tПеревод СБП\t+15\u{a0}000,00 ₽\tИванов И.", 1_500_000),
            ("2026-11-21,transfer,\"1,234.50\"", 123_450),
            ("поступление 975 руб", 97_500),
            ("97.5", 9750),
        ] {
            assert!(find_amounts(line).contains(&minor), "{line}: {:?}", find_amounts(line));
        }
        assert!(find_amounts("без чисел").is_empty());
    }

    #[test]
    fn exchange_document_becomes_one_line() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let file = "1CClientBankExchange\nВерсияФормата=1.03\nРасчСчет=40802810000000000001\nСекцияРасчСчет\n\
            ВсегоПоступило=1975.00\nКонецРасчСчет\nСекцияДокумент=Платежное поручение\nНомер=975\nДата=21.11.2026\n\
            Сумма=15000.00\nПлательщикСчет=40817810000000000002\nПлательщик1=ООО \"Маяк\"\n\
            НазначениеПлатежа=Пополнение k104, без НДС\nКонецДокумента\nКонецФайла";
        let found = extract_operations(&lines(file));
        assert_eq!(found, ["21.11.2026\t15000.00\tООО \"Маяк\"\tПополнение k104, без НДС"]);
        assert!(find_amounts(&found[0]).contains(&1_500_000));
        assert_eq!(extract_operations(&lines("a\tb\nc")), ["a\tb", "c"]);
        assert_eq!(extract_operations(&[]), Vec::<String>::new());
    }

    #[test]
    fn keyword_match_ranks_first_and_tie_is_not_certain() {
        let wanted = |index, words: &[&str]| OpenRequest {
            index,
            amount_minor: 97_500,
            keywords: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        let both = [wanted(0, &["k1"]), wanted(1, &["k2", "мария"])];
        assert_eq!(candidates("975,00 Мария П.", &both), (vec![1, 0], true));
        assert_eq!(candidates("975,00", &both), (vec![0, 1], false));
        assert_eq!(candidates("974,00 K1", &both), (vec![], false));
    }
}
