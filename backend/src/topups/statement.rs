//! Reading a bank's statement, pasted or of a file: which line may be the money of which request. It only suggests; a person confirms.

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

/// How a file of 1C's exchange with banks begins.
const EXCHANGE: &str = "1CClientBankExchange";
/// What is told of a payment there that names somebody or an amount; the others are accounts and codes.
const TOLD: [&str; 8] = [
    "Дата",
    "ДатаПоступило",
    "Сумма",
    "Плательщик",
    "Плательщик1",
    "НазначениеПлатежа",
    "НазначениеПлатежа1",
    "НазначениеПлатежа2",
];

/// The operations of a file, a line each: its rows, or the documents of 1C's exchange format.
pub(super) fn operations(lines: &[String]) -> Vec<String> {
    if !lines.first().is_some_and(|first| first.starts_with(EXCHANGE)) {
        return lines.to_vec();
    }
    let mut operations = Vec::new();
    let mut document: Option<Vec<&str>> = None;
    for line in lines {
        match (line.split_once('='), &mut document) {
            (Some(("СекцияДокумент", _)), _) => document = Some(Vec::new()),
            (Some((key, value)), Some(told)) if TOLD.contains(&key.trim()) => told.push(value.trim()),
            (None, Some(told)) if line.starts_with("КонецДокумента") => {
                operations.push(told.join("\t"));
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
    fn a_document_of_the_exchange_is_one_line() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let file = "1CClientBankExchange\nВерсияФормата=1.03\nРасчСчет=40802810000000000001\nСекцияРасчСчет\n\
            ВсегоПоступило=1975.00\nКонецРасчСчет\nСекцияДокумент=Платежное поручение\nНомер=975\nДата=21.11.2026\n\
            Сумма=15000.00\nПлательщикСчет=40817810000000000002\nПлательщик1=ООО \"Маяк\"\n\
            НазначениеПлатежа=Пополнение k104, без НДС\nКонецДокумента\nКонецФайла";
        let found = operations(&lines(file));
        assert_eq!(found, ["21.11.2026\t15000.00\tООО \"Маяк\"\tПополнение k104, без НДС"]);
        assert!(amounts(&found[0]).contains(&1_500_000));
        assert_eq!(operations(&lines("a\tb\nc")), ["a\tb", "c"]);
        assert_eq!(operations(&[]), Vec::<String>::new());
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
