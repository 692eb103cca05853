//! Templates of the import file: headers that the detection knows and one example row.

use platform::spreadsheet::template::{self, XlsxError};
use shared_types::translation::Language;

const HEADERS_RU: [&str; 11] = [
    "Название",
    "Ссылка на товар",
    "Цена",
    "Количество",
    "Вариант",
    "Комментарий",
    "Ссылка на фото",
    "Магазин",
    "Артикул",
    "Валюта",
    "Штук в цене",
];
const HEADERS_EN: [&str; 11] = [
    "Title",
    "Product link",
    "Price",
    "Quantity",
    "Variant",
    "Comment",
    "Image link",
    "Shop",
    "Product ID",
    "Currency",
    "Pieces per price",
];
const HEADERS_ZH: [&str; 11] = [
    "商品名称",
    "商品链接",
    "单价",
    "数量",
    "规格",
    "备注",
    "图片链接",
    "店铺",
    "商品编号",
    "币种",
    "计价数量",
];
const EXAMPLE_ROW: [&str; 11] = [
    "304不锈钢保温杯 500ml",
    "https://detail.1688.com/offer/610000000001.html",
    "28.50",
    "3",
    "黑色",
    "",
    "https://cbu01.alicdn.com/img/ibank/cup.jpg",
    "永康杯业",
    "610000000001",
    "CNY",
    "1",
];

const fn headers(language: Language) -> [&'static str; 11] {
    language.pick(HEADERS_RU, HEADERS_EN, HEADERS_ZH)
}

/// The columns of price, quantity and pieces per price.
const NUMBER_COLUMNS: [u16; 3] = [2, 3, 10];

/// Returns the template as an XLSX file.
pub(super) fn xlsx(language: Language) -> Result<Vec<u8>, XlsxError> {
    template::xlsx(&headers(language), &EXAMPLE_ROW, &NUMBER_COLUMNS)
}

/// Returns the template as CSV.
pub(super) fn csv(language: Language) -> Vec<u8> {
    template::csv(&headers(language), &EXAMPLE_ROW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::headers::HEADERS;
    use shared_types::imports::ImportField;

    #[test]
    fn template_headers_are_detected() {
        for language in Language::ALL {
            assert_eq!(
                HEADERS.map(&headers(language)),
                ImportField::ALL.map(Some),
                "{language:?}"
            );
        }
    }
}
