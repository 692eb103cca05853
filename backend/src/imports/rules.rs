//! Detection of the columns and parsing of the rows, as pure functions.

use crate::imports::cell_values::{detect_marketplace, parse_currency, parse_price, parse_quantity};
use platform::spreadsheet::{Table, detect_columns};
use shared_types::{
    fields::{Expected, Rule},
    imports::{CellFault, ImportField},
    items::{NewItem, Shop},
    money::{Currency, PriceText},
};
use trade::orders::items::{CheckedItem, check_item};

pub(super) type Mapping = Vec<Option<ImportField>>;

/// Prefixes of headers in three languages. The longest match wins.
pub(super) const HEADER_PREFIXES: &[(ImportField, &[&str])] = &[
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

/// The fields of the columns of a sheet without headers: the order of pasted rows.
const DEFAULT_FIELDS: &[ImportField] = &[
    ImportField::Title,
    ImportField::Url,
    ImportField::Price,
    ImportField::Quantity,
    ImportField::Comment,
];

/// Finds the header row of a sheet and the fields of its columns.
pub(super) fn detect_mapping(table: &Table) -> (u32, Mapping) {
    detect_columns(table, HEADER_PREFIXES, DEFAULT_FIELDS)
}

/// The result of parsing a row.
pub(super) enum RowOutcome {
    /// All mapped cells are empty.
    Empty,
    /// A valid item.
    Valid(Box<CheckedItem>),
    /// The errors of the cells.
    Invalid(Vec<CellFault>),
}

/// Parses a row by the mapping and collects all errors.
pub(super) fn parse_row(mapping: &Mapping, cells: &[impl AsRef<str>]) -> RowOutcome {
    let column = |field| mapping.iter().position(|mapped| *mapped == Some(field));
    let cell = |field| {
        column(field)
            .and_then(|column| cells.get(column))
            .map_or("", |cell| cell.as_ref().trim())
    };
    let text = |field| Some(cell(field).to_owned()).filter(|text| !text.is_empty());
    if ImportField::ALL.into_iter().all(|field| cell(field).is_empty()) {
        return RowOutcome::Empty;
    }
    let mut faults = Vec::new();
    let mut fault = |field, rule: Rule| {
        faults.push(CellFault {
            field,
            column: column(field).and_then(|column| u32::try_from(column).ok()),
            error: rule.into(),
        });
    };
    let price = parse_price(cell(ImportField::Price));
    let currency = match cell(ImportField::Currency) {
        "" => price.1,
        code => {
            let known = Currency::from_code(&code.to_uppercase()).or_else(|| parse_currency(code));
            if known.is_none() {
                fault(ImportField::Currency, Rule::UnknownValue);
            }
            known
        }
    };
    let quantity = parse_quantity(cell(ImportField::Quantity));
    if quantity.is_none() {
        fault(ImportField::Quantity, Rule::WrongType(Expected::Integer));
    }
    let url = cell(ImportField::Url);
    let checked = check_item(NewItem {
        currency: currency.map(Into::into),
        quantity: Some(quantity.unwrap_or(1)),
        image_url: text(ImportField::ImageUrl),
        marketplace: detect_marketplace(url).map(ToOwned::to_owned),
        external_id: text(ImportField::ExternalId),
        variant: text(ImportField::Variant),
        shop: text(ImportField::Shop).map(|name| Shop { name, url: None }),
        comment: text(ImportField::Comment),
        ..NewItem::new(cell(ImportField::Title).to_owned(), url.to_owned(), PriceText(price.0))
    });
    match checked {
        Ok(item) if faults.is_empty() => RowOutcome::Valid(Box::new(item)),
        Ok(_) => RowOutcome::Invalid(faults),
        Err(errors) => {
            for (name, field_errors) in errors.0 {
                let field = name.split('.').next().and_then(ImportField::from_name);
                for error in field_errors {
                    let empty = field == Some(ImportField::Price) && cell(ImportField::Price).is_empty();
                    faults.push(CellFault {
                        field: field.unwrap_or(ImportField::Title),
                        column: field.and_then(column).and_then(|column| u32::try_from(column).ok()),
                        error: if empty { Rule::Required.into() } else { error },
                    });
                }
            }
            RowOutcome::Invalid(faults)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::spreadsheet::map_headers;

    #[test]
    fn headers_are_detected_in_three_languages() {
        use ImportField::{Comment, ExternalId, ImageUrl, Price, Quantity, Shop, Title, Url, Variant};
        let headers = |text: &str| map_headers(HEADER_PREFIXES, &text.split('|').collect::<Vec<_>>());
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
