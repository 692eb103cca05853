//! What the columns hold, and what a row says, as plain functions on plain data.

use crate::items::{Checked, check};
use shared_types::{
    imports::{CellFault, ImportField},
    items::{NewItem, Shop},
    money::{Currency, PriceText},
};

pub(super) type Mapping = Vec<Option<ImportField>>;

/// Beginnings of headers in three languages; the longest that fits wins.
const WORDS: &[(ImportField, &[&str])] = &[
    (
        ImportField::Title,
        &[
            "название",
            "наименование",
            "товар",
            "продукт",
            "title",
            "name",
            "product",
            "item",
            "商品名",
            "品名",
            "名称",
            "产品",
            "商品",
            "标题",
        ],
    ),
    (
        ImportField::Url,
        &[
            "ссылка",
            "ссылка на товар",
            "адрес",
            "url",
            "link",
            "product link",
            "product url",
            "商品链接",
            "产品链接",
            "链接",
            "网址",
        ],
    ),
    (
        ImportField::Price,
        &[
            "цена",
            "стоимость",
            "price",
            "unit price",
            "cost",
            "价格",
            "单价",
            "价钱",
        ],
    ),
    (
        ImportField::Quantity,
        &[
            "количество",
            "кол-во",
            "кол",
            "шт",
            "quantity",
            "qty",
            "pcs",
            "count",
            "数量",
            "件数",
            "采购数量",
        ],
    ),
    (
        ImportField::ImageUrl,
        &[
            "фото",
            "картинка",
            "изображение",
            "ссылка на фото",
            "ссылка на изображение",
            "image",
            "photo",
            "picture",
            "图片",
            "图片链接",
            "照片",
        ],
    ),
    (
        ImportField::Variant,
        &[
            "вариант",
            "размер",
            "цвет",
            "характеристик",
            "variant",
            "option",
            "size",
            "color",
            "colour",
            "sku",
            "规格",
            "颜色",
            "尺码",
            "型号",
        ],
    ),
    (
        ImportField::Shop,
        &[
            "магазин",
            "продавец",
            "поставщик",
            "shop",
            "store",
            "seller",
            "supplier",
            "店铺",
            "卖家",
            "供应商",
            "商家",
        ],
    ),
    (
        ImportField::Comment,
        &[
            "комментарий",
            "примечание",
            "заметка",
            "пожелание",
            "comment",
            "note",
            "remark",
            "备注",
            "说明",
            "留言",
        ],
    ),
    (
        ImportField::ExternalId,
        &[
            "артикул",
            "код товара",
            "id товара",
            "id",
            "external id",
            "external_id",
            "article",
            "product id",
            "item id",
            "商品id",
            "商品编号",
            "编号",
            "货号",
        ],
    ),
    (ImportField::Currency, &["валюта", "currency", "币种", "货币"]),
];

/// How far down headers are looked for.
const HEADER_DEPTH: usize = 20;

/// What a header names.
fn field_of(header: &str) -> Option<ImportField> {
    let header = header.trim().to_lowercase().replace('ё', "е").replace('_', " ");
    WORDS
        .iter()
        .flat_map(|(field, words)| words.iter().map(move |word| (*field, *word)))
        .filter(|(_, word)| header.starts_with(&word.replace('_', " ")))
        .max_by_key(|(_, word)| word.chars().count())
        .map(|(field, _)| field)
}

/// What each column of a row of headers holds; the first column of a kind wins.
pub(super) fn map_headers(headers: &[String]) -> Mapping {
    let mut mapping = Mapping::new();
    for header in headers {
        let field = field_of(header).filter(|field| !mapping.contains(&Some(*field)));
        mapping.push(field);
    }
    mapping
}

/// The row of the headers among the first ones, by how many it names; without any, the columns stand as pasted rows do.
pub(super) fn guess(rows: &[(u32, Vec<String>)]) -> (u32, Mapping) {
    let known = |mapping: &Mapping| mapping.iter().flatten().count();
    let mut best = (0, Mapping::new());
    for (number, cells) in rows.iter().take(HEADER_DEPTH) {
        let mapping = map_headers(cells);
        if known(&mapping) > known(&best.1) {
            best = (*number, mapping);
        }
    }
    if known(&best.1) >= 2 {
        return best;
    }
    let usual = [
        ImportField::Title,
        ImportField::Url,
        ImportField::Price,
        ImportField::Quantity,
        ImportField::Comment,
    ];
    let width = rows.first().map_or(0, |(_, cells)| cells.len());
    (0, (0..width).map(|column| usual.get(column).copied()).collect())
}

/// What a row comes to.
pub(super) enum Outcome {
    /// Nothing in the mapped columns.
    Skipped,
    /// A line.
    Good(Box<Checked>),
    /// Faults, by cell.
    Faulty(Vec<CellFault>),
}

/// Reads a row by the mapping; all faults at once.
pub(super) fn read_row(mapping: &Mapping, cells: &[String]) -> Outcome {
    let column = |field| mapping.iter().position(|mapped| *mapped == Some(field));
    let cell = |field| {
        column(field)
            .and_then(|column| cells.get(column))
            .map_or("", |cell| cell.trim())
    };
    let text = |field| Some(cell(field).to_owned()).filter(|text| !text.is_empty());
    if ImportField::ALL.into_iter().all(|field| cell(field).is_empty()) {
        return Outcome::Skipped;
    }
    let mut faults = Vec::new();
    let mut fault = |field, message: &str| {
        faults.push(CellFault {
            field,
            column: column(field).and_then(|column| u32::try_from(column).ok()),
            message: message.to_owned(),
        });
    };
    let price = price(cell(ImportField::Price));
    let currency = match cell(ImportField::Currency) {
        "" => price.1,
        code => {
            let known = Currency::from_code(&code.to_uppercase()).or_else(|| currency_of(code));
            if known.is_none() {
                fault(ImportField::Currency, "is not one of the known values");
            }
            known
        }
    };
    let quantity = quantity(cell(ImportField::Quantity));
    if quantity.is_none() {
        fault(ImportField::Quantity, "is not a whole number");
    }
    let url = cell(ImportField::Url);
    let checked = check(NewItem {
        title: cell(ImportField::Title).to_owned(),
        url: url.to_owned(),
        price: PriceText(price.0),
        currency,
        quantity: Some(quantity.unwrap_or(1)),
        image_url: text(ImportField::ImageUrl),
        marketplace: marketplace(url).map(ToOwned::to_owned),
        external_id: text(ImportField::ExternalId),
        variant: text(ImportField::Variant),
        shop: text(ImportField::Shop).map(|name| Shop { name, url: None }),
        comment: text(ImportField::Comment),
        price_uncertain: None,
    });
    match checked {
        Ok(line) if faults.is_empty() => Outcome::Good(Box::new(line)),
        Ok(_) => Outcome::Faulty(faults),
        Err(errors) => {
            for (name, messages) in errors.0 {
                let field = name.split('.').next().and_then(ImportField::from_name);
                for message in messages {
                    let empty = field == Some(ImportField::Price) && cell(ImportField::Price).is_empty();
                    faults.push(CellFault {
                        field: field.unwrap_or(ImportField::Title),
                        column: field.and_then(column).and_then(|column| u32::try_from(column).ok()),
                        message: if empty { "is required".to_owned() } else { message },
                    });
                }
            }
            Outcome::Faulty(faults)
        }
    }
}

/// Full-width digits and signs as the plain ones; no spaces of any kind.
fn plain(text: &str) -> String {
    let narrow = |sign: char| match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        '￥' => '¥',
        other => other,
    };
    text.chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '\'' | '’'))
        .map(narrow)
        .collect()
}

/// The currency of a sign or a word beside an amount.
fn currency_of(sign: &str) -> Option<Currency> {
    match sign.to_lowercase().trim_end_matches('.') {
        "¥" | "元" | "人民币" | "юань" | "юаней" | "rmb" | "cny" => Some(Currency::Cny),
        "₽" | "р" | "руб" | "рублей" | "rub" => Some(Currency::Rub),
        "$" | "usd" => Some(Currency::Usd),
        "€" | "eur" => Some(Currency::Eur),
        "₸" | "kzt" | "тг" => Some(Currency::Kzt),
        "£" | "gbp" => Some(Currency::Gbp),
        _ => None,
    }
}

/// The decimal text of an amount as people write it, and the currency they wrote beside it.
fn price(text: &str) -> (String, Option<Currency>) {
    let text = plain(text);
    let is_amount = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',' | '-');
    let start = text
        .find(|sign: char| sign.is_ascii_digit() || sign == '-')
        .unwrap_or(0);
    let (before, rest) = text.split_at(start);
    let (amount, after) = rest.split_at(rest.find(|sign| !is_amount(sign)).unwrap_or(rest.len()));
    let beside = if before.is_empty() { after } else { before };
    let currency = currency_of(beside);
    let clutter = !before.is_empty() && !after.is_empty() || !beside.is_empty() && currency.is_none();
    if clutter {
        return (text, None);
    }
    (decimal(amount.trim_end_matches(['.', ','])), currency)
}

/// One decimal point and no other marks: the last of two kinds is the point; a lone comma before three digits parts thousands.
fn decimal(amount: &str) -> String {
    let (commas, points) = (amount.matches(',').count(), amount.matches('.').count());
    let last = amount.rfind([',', '.']);
    let point = match (commas, points) {
        (0, 1) => last,
        (1, 0) => last.filter(|at| amount.len() - at != 4),
        (0, _) | (_, 0) => None,
        _ => last,
    };
    amount
        .char_indices()
        .filter_map(|(at, sign)| match sign {
            ',' | '.' if Some(at) == point => Some('.'),
            ',' | '.' => None,
            other => Some(other),
        })
        .collect()
}

/// Pieces: a whole number, with or without the word for pieces; one where nothing is said.
fn quantity(text: &str) -> Option<i64> {
    let text = plain(text).to_lowercase();
    if text.is_empty() {
        return Some(1);
    }
    let bare = ["штук", "шт.", "шт", "pieces", "pcs", "件", "个", "双", "套"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
        .unwrap_or(&text);
    bare.parse().ok()
}

/// The marketplace of a product's page.
fn marketplace(url: &str) -> Option<&'static str> {
    let host = url.split("://").nth(1)?.split(['/', '?', '#']).next()?.to_lowercase();
    [
        ("1688.com", "1688"),
        ("taobao.com", "taobao"),
        ("tmall.com", "tmall"),
        ("poizon.com", "poizon"),
        ("dewu.com", "poizon"),
    ]
    .into_iter()
    .find(|(domain, _)| {
        host.strip_suffix(domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
    .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_read_as_people_write_them() {
        for (text, amount, currency) in [
            ("12,50 ¥", "12.50", Some(Currency::Cny)),
            ("￥12.5", "12.5", Some(Currency::Cny)),
            ("1 234,50", "1234.50", None),
            ("1\u{a0}234,50 руб.", "1234.50", Some(Currency::Rub)),
            ("１２．５", "12.5", None),
            ("1,234.50", "1234.50", None),
            ("1.234,50", "1234.50", None),
            ("1,234", "1234", None),
            ("28.9元", "28.9", Some(Currency::Cny)),
            ("$5", "5", Some(Currency::Usd)),
        ] {
            assert_eq!(price(text), (amount.to_owned(), currency), "{text}");
        }
        for text in ["около 5", "5-6 дней", "12x"] {
            assert_eq!(price(text).1, None, "{text}");
        }
    }

    #[test]
    fn headers_are_known_in_three_languages() {
        use ImportField::{Comment, ExternalId, ImageUrl, Price, Quantity, Shop, Title, Url, Variant};
        let headers = |text: &str| map_headers(&text.split('|').map(ToOwned::to_owned).collect::<Vec<_>>());
        let expected = [
            Title, Url, Price, Quantity, Variant, Comment, ImageUrl, Shop, ExternalId,
        ]
        .map(Some);
        for text in [
            "Название|Ссылка на товар|Цена, ¥|Кол-во|Размер|Комментарий|Ссылка на фото|Магазин|Артикул",
            "Product name|Link|Unit price|Qty|Color|Note|Image URL|Shop|Product ID",
            "商品名称|商品链接|单价|数量|规格|备注|图片链接|店铺|商品编号",
        ] {
            assert_eq!(headers(text), expected, "{text}");
        }
    }
}
