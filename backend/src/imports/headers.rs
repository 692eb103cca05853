//! The headers of the columns of a sheet of items.

use super::columns::Mapping;
use platform::spreadsheet::{Headers, Table};
use shared_types::imports::ImportField;

/// The headers in three languages.
pub(super) const HEADERS: Headers<ImportField> = Headers {
    prefixes: HEADER_PREFIXES,
    defaults: DEFAULT_FIELDS,
    repeatable: &[ImportField::Variant],
};

const HEADER_PREFIXES: &[(ImportField, &[&str])] = &[
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
            "宝贝标题",
            "宝贝名称",
            "货品标题",
            "货品名称",
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
            "宝贝链接",
            "货品链接",
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
            "宝贝单价",
            "宝贝价格",
            "货品单价",
            "商品单价",
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
            "宝贝数量",
            "货品数量",
            "购买数量",
            "商品数量",
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
            "опци",
            "размер",
            "рост",
            "цвет",
            "расцветк",
            "материал",
            "комплектаци",
            "модификаци",
            "характеристик",
            "параметр",
            "атрибут",
            "variant",
            "variation",
            "option",
            "size",
            "color",
            "colour",
            "material",
            "style",
            "attribute",
            "specification",
            "sku",
            "product size",
            "product color",
            "product colour",
            "item size",
            "item color",
            "item colour",
            "规格",
            "颜色",
            "尺码",
            "尺寸",
            "型号",
            "款式",
            "材质",
            "属性",
            "选项",
            "商品规格",
            "商品颜色",
            "商品尺码",
            "商品属性",
            "货品属性",
            "销售属性",
            "产品规格",
            "产品颜色",
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
            "宝贝id",
            "货品id",
            "编号",
            "货号",
        ],
    ),
    (ImportField::Currency, &["валюта", "currency", "币种", "货币"]),
    (
        ImportField::PricePer,
        &[
            "цена за шт",
            "цена за, шт",
            "цена за количество",
            "штук в цене",
            "price per pieces",
            "price for, pcs",
            "pieces per price",
            "计价数量",
        ],
    ),
];

/// The fields of the columns of a sheet without headers: the order of pasted rows.
const DEFAULT_FIELDS: &[ImportField] = &[
    ImportField::Title,
    ImportField::Url,
    ImportField::Price,
    ImportField::Quantity,
    ImportField::Comment,
];

/// Headers of columns that number the rows.
const ROW_NUMBERS: [&str; 10] = ["№", "№ п/п", "№п/п", "n п/п", "п/п", "#", "no", "no.", "n", "序号"];

/// Whether a sheet has headers of items.
pub(super) fn has_headers(table: &Table) -> bool {
    HEADERS.are_in(table)
}

/// Finds the header row of a sheet and the fields of its columns. Row numbers are ignored without a question.
pub(super) fn detect_mapping(table: &Table) -> (u32, Mapping) {
    let (header_row, mut mapping) = HEADERS.detect(table);
    let headers = table.rows().find(|(number, _)| *number == header_row);
    for (field, cell) in mapping.iter_mut().zip(headers.into_iter().flat_map(|(_, cells)| cells)) {
        if field.is_none() && ROW_NUMBERS.contains(&cell.text.to_lowercase().as_str()) {
            *field = Some(ImportField::Ignored);
        }
    }
    (header_row, mapping)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_detected_in_three_languages() {
        use ImportField::{Comment, ExternalId, ImageUrl, Price, Quantity, Shop, Title, Url, Variant};
        let headers = |text: &str| HEADERS.map(&text.split('|').collect::<Vec<_>>());
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
