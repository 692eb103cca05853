//! The meaning of the headers and of the lines above them: sizes, currencies, and the shop of product ids.

use super::{cell_values::parse_size, known_words::SUMMARY};
use platform::spreadsheet::amounts::{currency_in, find_currency, pieces_in};
use platform::spreadsheet::{Cell, CellKind, begins_with_any};
use shared_types::{imports::ImportField, money::Currency, web_address};

/// The words before a currency that holds for the sheet.
const CURRENCY_NAMES: &[&str] = &[
    "валюта$",
    "валюта цен",
    "валюта заказа",
    "валюта сделки",
    "цены указаны",
    "все цены",
    "currency",
    "all prices",
    "币种",
    "币别",
    "货币",
    "价格单位",
];

/// The addresses of goods by their id, and the headers that only exports of the shop have: parts of them, and their beginnings.
const SHOPS: [(&str, &str, &[&str], &[&str]); 2] = [
    ("https://detail.1688.com/offer/", ".html", &["1688"], &["货品"]),
    (
        "https://item.taobao.com/item.htm?id=",
        "",
        &["淘宝", "taobao", "天猫", "tmall"],
        &["宝贝", "买家应付货款", "买家支付宝"],
    ),
];

/// The headers of ids that an export has without its name.
const PRODUCT_IDS: &[&str] = &["offer id", "offerid", "商品id", "货品id", "宝贝id"];

/// The rows of a sheet down to its headers.
#[derive(Default)]
pub(super) struct Heads {
    /// The texts of the header row. A column without one has the text of the row above.
    headers: Vec<String>,
    /// The currency that a line above the headers names.
    currency: Option<Currency>,
}

impl Heads {
    /// Reads the rows down to the header row.
    pub(super) fn read<'a>(header_row: u32, rows: impl Iterator<Item = (u32, Vec<Cell<'a>>)>) -> Self {
        let mut heads = Self::default();
        for (number, cells) in rows.take_while(|(number, _)| *number <= header_row) {
            if number < header_row {
                heads.currency = heads.currency.or_else(|| stated_currency(&cells));
            }
            if number + 1 >= header_row {
                heads
                    .headers
                    .resize(cells.len().max(heads.headers.len()), String::new());
                let filled = heads
                    .headers
                    .iter_mut()
                    .zip(cells)
                    .filter(|(_, cell)| !cell.text.is_empty());
                filled.for_each(|(text, cell)| *text = cell.text.into_owned());
            }
        }
        heads
    }

    pub(super) fn headers(&self) -> &[String] {
        &self.headers
    }

    fn header(&self, column: usize) -> &str {
        self.headers.get(column).map_or("", String::as_str)
    }

    /// The size that a column of quantities is for.
    pub(super) fn size(&self, column: usize) -> Option<&str> {
        parse_size(self.header(column))
    }

    /// The currency that the header of the prices names.
    pub(super) fn price_currency(&self, mapping: &[Option<ImportField>]) -> Option<Currency> {
        let price = mapping.iter().position(|field| *field == Some(ImportField::Price))?;
        currency_in([self.header(price)])
    }

    /// Whether the header of the prices names conventional units (`у.е.`), whose rate only the seller knows.
    pub(super) fn prices_are_conventional(&self, mapping: &[Option<ImportField>]) -> bool {
        let price = mapping.iter().position(|field| *field == Some(ImportField::Price));
        price.is_some_and(|price| names_conventional_units(self.header(price)))
    }

    /// The number of pieces that the header of the prices names: `Цена за 1000 шт`, `Price per 100 pcs`.
    pub(super) fn price_per(&self, mapping: &[Option<ImportField>]) -> Option<i64> {
        let price = mapping.iter().position(|field| *field == Some(ImportField::Price))?;
        pieces_in(self.header(price))
    }

    /// The currency that a line above the headers names.
    pub(super) const fn sheet_currency(&self) -> Option<Currency> {
        self.currency
    }

    /// Whether columns of sizes can be neighbours: numbers of pieces, as in prices for 50 and 100, are farther apart.
    pub(super) fn are_near(&self, mut columns: std::ops::Range<usize>) -> bool {
        let number = |column| self.size(column).and_then(|size| size.parse::<u32>().ok());
        let first = columns.next().and_then(number);
        let mut last = first;
        columns.all(|column| {
            let (before, size) = (last, number(column));
            last = size;
            before
                .zip(size)
                .is_none_or(|(before, size)| size.abs_diff(before) <= 10)
        })
    }

    /// The address of goods by their id, if the header of the ids names a shop, or the headers are of the export of one shop.
    pub(super) fn link(&self, column: usize, id: &str) -> Option<String> {
        let is_id = (9..=14).contains(&id.len()) && id.bytes().all(|digit| digit.is_ascii_digit());
        let own = self.header(column);
        if !is_id || !own.to_lowercase().contains("id") {
            return None;
        }
        let of_export = || shop_of(&self.headers, false).filter(|_| begins_with_any(own, PRODUCT_IDS));
        let (before, after) = shop_of(&[own.to_owned()], true).or_else(of_export)?;
        Some(format!("{before}{id}{after}"))
    }

    /// Whether a row below the headers is a total, or a line of text such as a section or a note. A row with an address is goods.
    pub(super) fn is_no_goods(&self, cells: &[Cell<'_>]) -> bool {
        let mut filled = cells.iter().filter(|cell| !cell.text.is_empty());
        let Some(first) = filled.next().filter(|_| !self.headers.is_empty()) else {
            return false;
        };
        let is_text = first.kind == CellKind::Text && first.text.contains(char::is_alphabetic);
        let is_alone = filled.next().is_none() && is_text;
        let has_address = || cells.iter().any(|cell| web_address::host(cell.address()).is_some());
        (is_alone || begins_with_any(&first.text, SUMMARY)) && !has_address()
    }
}

/// The only shop that headers name, or have in their parts.
fn shop_of(headers: &[String], in_parts: bool) -> Option<(&'static str, &'static str)> {
    let is_named = |(.., parts, beginnings): &&(&str, &str, &[&str], &[&str])| {
        headers.iter().any(|header| {
            let lower = header.to_lowercase();
            let has_part = in_parts && parts.iter().any(|part| lower.contains(part));
            has_part || begins_with_any(header, beginnings)
        })
    };
    let mut named = SHOPS.iter().filter(is_named);
    let (before, after, ..) = named.next()?;
    named.next().is_none().then_some((*before, *after))
}

fn names_conventional_units(header: &str) -> bool {
    let lower = header.to_lowercase();
    let words: Vec<&str> = lower
        .split(|sign: char| !sign.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    let is_pair = |pair: &[&str]| pair == ["у", "е"] || (pair[0].starts_with("условн") && pair[1].starts_with("един"));
    // `Цена, т.` may be in tenge, or of a ton.
    ["уе", "usdt", "т"].iter().any(|unit| words.contains(unit)) || words.windows(2).any(is_pair)
}

/// The currency that a row states for the sheet: `Currency: USD`, in one cell or in two.
fn stated_currency(cells: &[Cell<'_>]) -> Option<Currency> {
    let mut filled = cells.iter().filter(|cell| !cell.text.is_empty());
    let named = filled.find(|cell| begins_with_any(&cell.text, CURRENCY_NAMES))?;
    currency_in([&*named.text]).or_else(|| find_currency(&filled.next()?.text))
}

#[cfg(test)]
mod tests {
    use super::names_conventional_units;

    #[test]
    fn conventional_units_are_no_currency() {
        for header in [
            "Цена, у.е.",
            "Цена у. е.",
            "Цена (УЕ)",
            "Price, USDT",
            "Цена, т.",
            "цена в условных единицах",
        ] {
            assert!(names_conventional_units(header), "{header}");
        }
        for header in ["Цена", "Цена за ед.", "Единица", "Price USD", "Цена у Елены"] {
            assert!(!names_conventional_units(header), "{header}");
        }
    }
}
