//! Marks that people write instead of a value: a dash for none, and a ditto mark for the one above.

/// Words for the value above.
const SAME: [&str; 21] = [
    "тот же",
    "та же",
    "то же",
    "те же",
    "такой же",
    "такая же",
    "такое же",
    "то же самое",
    "так же",
    "как выше",
    "как и выше",
    "см. выше",
    "см выше",
    "аналогично",
    "ditto",
    "same",
    "same as above",
    "as above",
    "see above",
    "同上",
    "同前",
];

const fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '−' | '－' | '\u{2010}'..='\u{2015}')
}

/// Whether a text stands for no value: dashes only, or a slash as in Chinese lists.
fn is_blank_mark(text: &str) -> bool {
    !text.is_empty() && (text.chars().all(is_dash) || matches!(text, "/" | "／"))
}

/// Whether a text stands for the value above: `-//-`, `—»—`, `〃`, `тот же`, `同上`.
pub fn is_ditto(text: &str) -> bool {
    // Most cells begin with another sign.
    let may_be_word = || {
        text.trim_start()
            .starts_with(|sign: char| "тсакТСАКdsaDSA同".contains(sign))
    };
    let signs = text.trim_matches(|sign: char| is_dash(sign) || sign.is_whitespace());
    let is_quote = |sign| matches!(sign, '"' | '\'' | '“' | '”' | '„' | '″' | '«' | '»' | '〃');
    let is_sign = matches!(signs, "//" | "\\\\") || (!signs.is_empty() && signs.chars().all(is_quote));
    is_sign || may_be_word() && SAME.contains(&text.trim().trim_end_matches('.').to_lowercase().as_str())
}

/// Empties the cells with a dash, and gives cells with a ditto mark the value of the row above. `read` returns the text of a cell, and
/// whether it is no number.
pub(super) fn fill_marks<T: Clone + Default>(cells: &mut [T], above: &[T], read: impl Fn(&T) -> (&str, bool)) {
    for (at, cell) in cells.iter_mut().enumerate() {
        let (text, is_text) = read(cell);
        if is_text && is_blank_mark(text) {
            *cell = T::default();
        } else if is_text
            && is_ditto(text)
            && let Some(above) = above.get(at).filter(|above| !read(above).0.is_empty())
        {
            cell.clone_from(above);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_for_no_value_or_the_one_above() {
        for text in ["-", "—", "--", "–", "/"] {
            assert!(is_blank_mark(text), "{text}");
        }
        for text in [
            "-//-",
            "—»—",
            "\"",
            "〃",
            "- \" -",
            "То же",
            "как выше.",
            "同上",
            "Same",
        ] {
            assert!(is_ditto(text) && !is_blank_mark(text), "{text}");
        }
        for text in [
            "",
            "1",
            "M",
            "-5",
            "тот же цвет, но темнее",
            "https://a.cn//b",
            "5\"",
            "N/A",
        ] {
            assert!(!is_ditto(text) && !is_blank_mark(text), "{text}");
        }
    }

    #[test]
    fn ditto_mark_takes_the_value_above() {
        let mut cells = ["-//-", "—", "同上", "XL", "тот же"].map(ToOwned::to_owned);
        let above = ["Брюки", "хаки", "", "M"].map(ToOwned::to_owned);
        fill_marks(&mut cells, &above, |text: &String| (text.as_str(), true));
        assert_eq!(cells, ["Брюки", "", "同上", "XL", "тот же"]);
    }
}
