//! Detection of the columns of a sheet by their headers.

use super::{Cell, Table};

/// The number of rows in which headers are searched for.
const HEADER_SEARCH_ROWS: usize = 20;
/// The number of columns that a header row names at least.
const HEADER_FIELDS: usize = 2;

/// The headers that an import knows.
pub struct Headers<F: 'static> {
    /// The prefixes of the headers of each field. The longest match decides. A prefix that ends with `$` is the whole name: no word
    /// follows it.
    pub prefixes: &'static [(F, &'static [&'static str])],
    /// The prefixes that yield to another column of their field. The column then has the field `yielded`.
    pub weak: &'static [&'static str],
    pub yielded: Option<F>,
    /// The prefixes of headers that begin like a field and are none.
    pub unknown: &'static [&'static str],
    /// The field of a header that is a value, such as a size.
    pub value: fn(&str) -> Option<F>,
    /// The fields of the columns of a sheet without headers, in their order.
    pub defaults: &'static [F],
    /// The fields that several columns may have. Of other columns with the same field, the first one has it.
    pub repeatable: &'static [F],
    /// The fields that don't make a row a row of headers.
    pub uncounted: &'static [F],
}

impl<F: Copy + PartialEq> Headers<F> {
    /// The headers of an import that knows prefixes only.
    pub const fn new(prefixes: &'static [(F, &'static [&'static str])], defaults: &'static [F]) -> Self {
        Self {
            prefixes,
            weak: &[],
            yielded: None,
            unknown: &[],
            value: |_| None,
            defaults,
            repeatable: &[],
            uncounted: &[],
        }
    }

    /// Returns the field that a header names, with the prefix that it begins with. A header may have its name in two languages.
    fn named(&self, header: &str) -> Option<(F, &'static str)> {
        let other = || header.split_once(" / ").and_then(|(_, other)| self.named_once(other));
        self.named_once(header).or_else(other)
    }

    fn named_once(&self, header: &str) -> Option<(F, &'static str)> {
        let header = normalized(header);
        let known = self
            .prefixes
            .iter()
            .flat_map(|(field, words)| words.iter().map(move |word| (Some(*field), *word)));
        let unknown = self.unknown.iter().map(|word| (None, *word));
        let (field, word) = known
            .chain(unknown)
            .filter(|(_, word)| begins_with(&header, word))
            .max_by_key(|(_, word)| word.trim_end_matches('$').chars().count())?;
        Some((field?, word))
    }

    /// Returns the field that a header names by its words.
    pub fn field_of(&self, header: &str) -> Option<F> {
        self.named(header).map(|(field, _)| field)
    }

    /// Maps a row of headers to fields.
    pub fn map(&self, headers: &[impl AsRef<str>]) -> Vec<Option<F>> {
        let found: Vec<_> = headers
            .iter()
            .map(|header| match (self.value)(header.as_ref()) {
                Some(field) => Some((field, "")),
                None => self.named(header.as_ref()),
            })
            .collect();
        let is_weak = |word: &str| self.weak.contains(&word);
        let first_of = |field: F| {
            let mut columns = found
                .iter()
                .enumerate()
                .filter(|(_, found)| found.is_some_and(|(other, _)| other == field));
            let first = columns.clone().next();
            let strong = columns.find(|(_, found)| found.is_some_and(|(_, word)| !is_weak(word)));
            strong.or(first).map(|(at, _)| at)
        };
        let field_at = |(at, found): (usize, &Option<(F, &str)>)| {
            let (field, word) = (*found)?;
            if self.repeatable.contains(&field) || first_of(field) == Some(at) {
                return Some(field);
            }
            self.yielded.filter(|_| is_weak(word))
        };
        found.iter().enumerate().map(field_at).collect()
    }

    /// Counts the fields that make a row a row of headers.
    fn count(&self, fields: &[Option<F>]) -> usize {
        let counted = |field: &&F| !self.uncounted.contains(field);
        fields.iter().flatten().filter(counted).count()
    }

    /// Finds the header row among the first rows: the one that names most fields, at least two. A second row of headers below it
    /// belongs to it, and the row above names the columns that it leaves empty.
    fn find_row(&self, table: &Table) -> Option<(u32, Vec<Option<F>>)> {
        let rows: Vec<_> = table.filled_rows().take(HEADER_SEARCH_ROWS).collect();
        let fields: Vec<_> = rows.iter().map(|(_, cells)| self.map(cells)).collect();
        let mut best = None;
        let mut most = HEADER_FIELDS - 1;
        for (at, fields) in fields.iter().enumerate() {
            let count = self.count(fields);
            if count > most {
                (best, most) = (Some(at), count);
            }
        }
        let mut at = best?;
        let is_next = |upper: usize| {
            rows.get(upper + 1)
                .is_some_and(|(number, _)| *number == rows[upper].0 + 1)
        };
        if is_next(at) && self.is_second_line(&rows[at].1, &rows[at + 1].1) {
            at += 1;
        }
        let (number, mut cells) = rows[at].clone();
        let above = at.checked_sub(1).filter(|above| is_next(*above));
        if let Some(above) = above.filter(|above| self.count(&fields[*above]) >= HEADER_FIELDS) {
            let upper = &rows[above].1;
            cells.resize(cells.len().max(upper.len()), Cell::default());
            for (cell, upper) in cells.iter_mut().zip(upper) {
                if cell.text.is_empty() {
                    *cell = upper.clone();
                }
            }
        }
        Some((number, self.map(&cells)))
    }

    /// Whether the row below the headers is a second line of them: it names at least two columns, has more names than other texts, and
    /// no text with a digit. Values such as sizes are names where the first line is empty.
    fn is_second_line(&self, first: &[Cell<'_>], second: &[Cell<'_>]) -> bool {
        let (mut named, mut others) = (0, 0);
        for (at, cell) in second.iter().enumerate() {
            let above = first.get(at).map_or("", |cell| &cell.text);
            if cell.text.is_empty() || (cell.is_merged && cell.text == above) {
                continue;
            }
            let field = |text: &str| self.named(text).map(|(field, _)| field);
            let repeats = field(&cell.text).is_some_and(|named| field(above) == Some(named));
            match (self.value)(&cell.text) {
                Some(_) if above.is_empty() => named += 1,
                // The first size is below the name of all.
                Some(_) => {}
                // The same name in another language is a header, and in the same one it may be a value: `Цвет`, `Цвет чёрный`.
                None if repeats && script(&cell.text) == script(above) => {}
                None if field(&cell.text).is_some() => named += 1,
                None if cell.text.contains(|sign: char| sign.is_ascii_digit()) => return false,
                None => others += 1,
            }
        }
        named >= HEADER_FIELDS && others < named
    }

    /// Whether a sheet has a header row.
    pub fn are_in(&self, table: &Table) -> bool {
        self.find_row(table).is_some()
    }

    /// Returns the number of the header row and the field of each column. Without a header row the number is 0, and the columns have
    /// the default fields.
    pub fn detect(&self, table: &Table) -> (u32, Vec<Option<F>>) {
        self.find_row(table).unwrap_or_else(|| {
            let width = table.rows().next().map_or(0, |(_, cells)| cells.len());
            let fields = (0..width).map(|column| self.defaults.get(column).copied());
            (0, fields.collect())
        })
    }
}

/// Headers of columns that number the rows.
const ROW_NUMBERS: [&str; 8] = ["№", "№ п/п", "№п/п", "п/п", "#", "no", "no.", "序号"];

/// The headers of columns that have values below the header row and no field, or their positions. Columns that number the rows are left
/// out.
pub fn unread_columns<F>(table: &Table, header_row: u32, columns: &[Option<F>]) -> Vec<String> {
    let (mut headers, mut is_filled) = (Vec::new(), Vec::new());
    for (number, cells) in table.rows().filter(|(number, _)| *number >= header_row) {
        if number == header_row {
            headers = cells;
            continue;
        }
        is_filled.resize(is_filled.len().max(cells.len()), false);
        for (filled, cell) in is_filled.iter_mut().zip(&cells) {
            *filled |= !cell.text.is_empty();
        }
    }
    let unread = (0..is_filled.len()).filter(|at| is_filled[*at] && columns.get(*at).is_none_or(Option::is_none));
    let names = unread.map(|at| match headers.get(at) {
        Some(header) if !header.text.is_empty() => header.text.clone().into_owned(),
        _ => (at + 1).to_string(),
    });
    names
        .filter(|name| !ROW_NUMBERS.contains(&name.to_lowercase().as_str()))
        .collect()
}

/// A header in the writing of the prefixes.
fn normalized(header: &str) -> String {
    let sign = |sign| match sign {
        'ё' => 'е',
        '_' => ' ',
        '（' => '(',
        '，' => ',',
        _ => simplified(sign),
    };
    let header = header.trim().to_lowercase();
    // `1. Товар` and `1) Товар` number the columns.
    let unnumbered = header.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let is_numbered = unnumbered.len() < header.len() && unnumbered.starts_with(['.', ')']);
    let name = if is_numbered {
        unnumbered[1..].trim_start()
    } else {
        &header
    };
    let name = if name.starts_with(char::is_alphabetic) {
        name
    } else {
        &header
    };
    name.chars().map(sign).collect()
}

/// Traditional Chinese characters of headers, each followed by its simplified form.
const TRADITIONAL: &str = "單单價价數数連连結结鏈链網网圖图顏颜規规備备註注稱称貨货編编號号賣卖買买鋪铺幣币運运體体積积淨净總总額额計计碼码標标題题寶宝貝贝選选購购產产訂订類类狀状態态時时間间實实應应庫库條条採采別别項项";

fn simplified(sign: char) -> char {
    let mut pairs = TRADITIONAL
        .chars()
        .step_by(2)
        .zip(TRADITIONAL.chars().skip(1).step_by(2));
    pairs.find(|(old, _)| *old == sign).map_or(sign, |(_, new)| new)
}

/// The script of the first letter: Latin, Cyrillic, or another one.
fn script(text: &str) -> Option<(bool, bool)> {
    let letter = text.chars().find(|sign| sign.is_alphabetic())?;
    Some((letter.is_ascii(), ('а'..='я').contains(&letter.to_lowercase().next()?)))
}

/// Whether a normalized header begins with a prefix.
fn begins_with(header: &str, prefix: &str) -> bool {
    let whole = prefix.strip_suffix('$');
    header
        .strip_prefix(whole.unwrap_or(prefix))
        .is_some_and(|rest| whole.is_none() || !rest.trim_start().starts_with(char::is_alphanumeric))
}

/// Whether a header begins with one of the prefixes.
pub fn begins_with_any(header: &str, prefixes: &[&str]) -> bool {
    let header = normalized(header);
    prefixes.iter().any(|prefix| begins_with(&header, prefix))
}

impl AsRef<str> for Cell<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::{super::CellKind, *};

    const HEADERS: Headers<char> = Headers {
        value: |text| (text == "XL").then_some('S'),
        repeatable: &['S'],
        uncounted: &['S'],
        ..Headers::new(
            &[
                ('T', &["название", "name"]),
                ('L', &["ссылка", "link"]),
                ('C', &["цвет", "color"]),
                ('N', &["шт$"]),
            ],
            &[],
        )
    };

    fn detect(rows: &[&[&str]]) -> (u32, String) {
        let mut table = Table::default();
        for (row, texts) in (0..).zip(rows) {
            for (column, text) in texts.iter().enumerate() {
                table
                    .push_cell(row, column, text, CellKind::Text)
                    .expect("within the bounds");
            }
        }
        let (row, fields) = HEADERS.detect(&table);
        (row, fields.into_iter().map(|field| field.unwrap_or('-')).collect())
    }

    #[test]
    fn traditional_characters_are_simplified() {
        assert_eq!(normalized("單價 _ 連結（數量）Ё"), "单价   连结(数量）е");
        assert_eq!(normalized("2) Цена"), "цена");
        assert_eq!(normalized("36.5"), "36.5");
    }

    #[test]
    fn headers_have_one_line_or_two() {
        for (rows, found) in [
            (
                &[&["Название", "Шт.", "Цвет"][..], &["Шарф", "2", "синий"]][..],
                (1, "TNC"),
            ),
            (
                &[&["Название", "Штрихкод", "Цвет"], &["Шарф", "2", "синий"]],
                (1, "T-C"),
            ),
            // Two languages, a common header, and sizes below their name.
            (&[&["Название", "Ссылка"], &["Name", "Link"]], (2, "TL")),
            (&[&["Название", "Ссылка", "Вид"], &["", "", "Цвет", "Шт"]], (2, "TLCN")),
            (
                &[&["Название", "Ссылка", "Размер"], &["", "", "XL", "XL", "XL"]],
                (2, "TLSSS"),
            ),
            // Goods whose texts begin like headers.
            (
                &[&["Название", "Ссылка", "Цвет"], &["Название 1", "", "Цвет чёрный"]],
                (1, "TLC"),
            ),
            (
                &[&["Название", "Ссылка", "Цвет"], &["Название", "", "Цвет чёрный"]],
                (1, "TLC"),
            ),
            (
                &[&["Название", "Ссылка", "Цвет"], &["Шарф", "", "XL", "XL"]],
                (1, "TLC"),
            ),
        ] {
            assert_eq!(detect(rows), (found.0, found.1.to_owned()), "{rows:?}");
        }
    }
}
