//! Templates of the import file: headers that the detection knows and one example row.

use rust_xlsxwriter::{Format, Workbook, XlsxError};
use shared_types::translation::Language;

const HEADERS_RU: [&str; 10] = [
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
];
const HEADERS_EN: [&str; 10] = [
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
];
const HEADERS_ZH: [&str; 10] = [
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
];
const EXAMPLE_ROW: [&str; 10] = [
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
];

const fn headers(language: Language) -> [&'static str; 10] {
    language.pick(HEADERS_RU, HEADERS_EN, HEADERS_ZH)
}

/// Returns the template as an XLSX file.
pub(super) fn xlsx(language: Language) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(headers(language)) {
        sheet.write_with_format(0, column, header, &bold)?;
        sheet.set_column_width(column, 22)?;
    }
    for (column, value) in (0..).zip(EXAMPLE_ROW) {
        match (column, value.parse::<f64>()) {
            // Price and quantity are numbers. Other values stay text, because Excel would round a long id.
            (2 | 3, Ok(number)) => sheet.write(1, column, number)?,
            _ => sheet.write_string(1, column, value)?,
        };
    }
    sheet.set_freeze_panes(1, 0)?;
    book.save_to_buffer()
}

/// Returns the template as CSV that Excel opens: UTF-8 with a byte order mark, separated by semicolons.
pub(super) fn csv(language: Language) -> Vec<u8> {
    format!(
        "\u{feff}{}\r\n{}\r\n",
        headers(language).join(";"),
        EXAMPLE_ROW.join(";")
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::rules::map_headers;
    use shared_types::imports::ImportField;

    #[test]
    fn template_headers_are_detected() {
        for language in Language::ALL {
            let headers: Vec<String> = headers(language).map(ToOwned::to_owned).to_vec();
            assert_eq!(
                map_headers(&headers.iter().map(String::as_str).collect::<Vec<_>>()),
                ImportField::ALL.map(Some),
                "{language:?}"
            );
        }
    }
}
