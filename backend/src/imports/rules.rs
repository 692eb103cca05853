//! What the columns hold, and what a row says, as plain functions on plain data.

use super::{
    cells::{currency_of, marketplace, price, quantity},
    read::Table,
};
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
pub(super) fn map_headers(headers: &[&str]) -> Mapping {
    let mut mapping = Mapping::new();
    for header in headers {
        let field = field_of(header).filter(|field| !mapping.contains(&Some(*field)));
        mapping.push(field);
    }
    mapping
}

/// The row of the headers among the first ones, by how many it names; without any, the columns stand as pasted rows do.
pub(super) fn guess(table: &Table) -> (u32, Mapping) {
    let known = |mapping: &Mapping| mapping.iter().flatten().count();
    let mut best = (0, Mapping::new());
    for (number, cells) in table.rows().take(HEADER_DEPTH) {
        let mapping = map_headers(&cells);
        if known(&mapping) > known(&best.1) {
            best = (number, mapping);
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
    let width = table.rows().next().map_or(0, |(_, cells)| cells.len());
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
pub(super) fn read_row(mapping: &Mapping, cells: &[impl AsRef<str>]) -> Outcome {
    let column = |field| mapping.iter().position(|mapped| *mapped == Some(field));
    let cell = |field| {
        column(field)
            .and_then(|column| cells.get(column))
            .map_or("", |cell| cell.as_ref().trim())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_known_in_three_languages() {
        use ImportField::{Comment, ExternalId, ImageUrl, Price, Quantity, Shop, Title, Url, Variant};
        let headers = |text: &str| map_headers(&text.split('|').collect::<Vec<_>>());
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
