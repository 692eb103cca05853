//! Detection of the delimiter of a text file: the one that splits many lines in the same way.

/// The number of lines that are looked at.
const SAMPLE_LINES: usize = 200;
/// The candidates. The first one wins a tie.
const DELIMITERS: [u8; 4] = *b"\t;,|";

/// Splits off a first line such as `sep=;`, which names the delimiter for Excel.
pub(super) fn declared(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n')?;
    let line = line.trim_end_matches('\r').trim_matches('"');
    match line.as_bytes() {
        [s, e, p, b'=', delimiter] if [*s, *e, *p].eq_ignore_ascii_case(b"sep") => Some((*delimiter, rest)),
        _ => None,
    }
}

/// Returns the most likely delimiter.
pub(super) fn detect(text: &str) -> u8 {
    let end = text
        .match_indices('\n')
        .nth(SAMPLE_LINES)
        .map_or(text.len(), |(at, _)| at);
    let sample = &text[..end];
    let mut best = (0.0, DELIMITERS[1]);
    for delimiter in DELIMITERS {
        let score = score(sample, delimiter);
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    best.1
}

/// How well a delimiter fits: the more lines have the same number of cells, and the more cells they have, the better. A cell that
/// contains another candidate is a sign of the wrong delimiter, unless it is a number.
#[expect(clippy::float_arithmetic, reason = "a score that is only compared")]
fn score(sample: &str, delimiter: u8) -> f64 {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(sample.as_bytes());
    let mut widths: Vec<(usize, u32)> = Vec::new();
    let (mut filled, mut clean) = (0_u32, 0_u32);
    for record in reader.records().map_while(Result::ok) {
        match widths.iter_mut().find(|(width, _)| *width == record.len()) {
            Some((_, count)) => *count += 1,
            None => widths.push((record.len(), 1)),
        }
        for cell in record.iter().filter(|cell| !cell.trim().is_empty()) {
            filled += 1;
            clean += u32::from(is_clean(cell));
        }
    }
    let kinds = u32::try_from(widths.len()).unwrap_or(u32::MAX);
    let consistent: f64 = widths
        .iter()
        .map(|(width, count)| {
            let width = f64::from(u32::try_from(*width).unwrap_or(u32::MAX));
            f64::from(*count) * (width - 1.0) / width
        })
        .sum();
    if filled == 0 {
        return 0.0;
    }
    consistent / f64::from(kinds) * f64::from(clean) / f64::from(filled)
}

/// Whether a cell is a number or contains no candidate.
fn is_clean(cell: &str) -> bool {
    !cell.bytes().any(|byte| DELIMITERS.contains(&byte)) || shared_types::number_text::read(cell).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiter_splits_many_lines_in_the_same_way() {
        for (text, delimiter) in [
            (
                "Название;Ссылка;Цена\nКружка;https://a.cn/1;12,50\nНоски;https://a.cn/2;4,20\n",
                b';',
            ),
            (
                "title,url,price\nCup,https://a.cn/1,12.5\nSocks,https://a.cn/2,4.2\n",
                b',',
            ),
            (
                "title\turl\tprice\nCup, white\thttps://a.cn/1\t12,5\nSocks\thttps://a.cn/2\t4,2\n",
                b'\t',
            ),
            // A title line with commas.
            (
                "Заказ на март, апрель, май\n\nНазвание;Ссылка;Цена\nКружка;https://a.cn/1;12\nНоски;https://a.cn/2;4\n",
                b';',
            ),
            // A tab within a header.
            (
                "Название\tтовара;Ссылка;Цена\nКружка;https://a.cn/1;12,50\nНоски;https://a.cn/2;4,20\n",
                b';',
            ),
            // Headers with commas in brackets.
            (
                "Название (рус, англ);Ссылка (полная, без сокращений);Цена (¥, за штуку, с точкой)\nКружка;https://a.cn/1;12,5\n\
                 Носки;https://a.cn/2;4,25\n",
                b';',
            ),
            // Comments are left out at the end of some lines.
            (
                "Кружка;https://a.cn/1;12,50;3;белая\nНоски;https://a.cn/2;4,20;2\nШарф;https://a.cn/3;7,10;1\n",
                b';',
            ),
            // One line.
            ("Кружка;https://a.cn/1;12,50;3", b';'),
            ("Cup,https://a.cn/1,12.5", b','),
            ("title|url|price\nCup|https://a.cn/1|12.5\n", b'|'),
            // Titles with semicolons, and quoted commas.
            (
                "title,url,price\n\"Cup; white, big\",https://a.cn/1,12.5\n\"Socks; red\",https://a.cn/2,4.2\n",
                b',',
            ),
            // Numbers without any other sign of the delimiter.
            ("a;b\n1,5;2,5\n3,5;4,5\n", b';'),
        ] {
            assert_eq!(char::from(detect(text)), char::from(delimiter), "{text}");
        }
    }

    #[test]
    fn delimiter_can_be_declared() {
        assert_eq!(declared("sep=,\r\na;b,c"), Some((b',', "a;b,c")));
        assert_eq!(declared("\"SEP=;\"\na"), Some((b';', "a")));
        assert_eq!(declared("sep=\t\na"), Some((b'\t', "a")));
        assert_eq!(declared("separator;x\n"), None);
    }
}
