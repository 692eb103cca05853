//! Delimited text.

use super::{CellKind, ReadError, Table, delimiter, sheet::ParsedSheet};

pub(super) fn read(text: &str) -> Result<ParsedSheet, ReadError> {
    let (delimiter, text) = delimiter::declared(text).unwrap_or_else(|| (delimiter::detect(text), text));
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut rows = Table::default();
    let mut record = csv::StringRecord::new();
    let mut index = 0;
    while reader
        .read_record(&mut record)
        .map_err(|error| ReadError::Damaged(error.to_string()))?
    {
        for (column, cell) in record.iter().enumerate() {
            rows.push_cell(index, column, cell, CellKind::Text)?;
        }
        index += 1;
    }
    Ok(ParsedSheet {
        rows,
        ..ParsedSheet::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_encoding::decode;

    const TEXT: &str = "Название;Ссылка;Цена\nКружка белая;https://a.cn/1;12,50\nКурткa зимняя;https://a.cn/2;100";

    fn cells(bytes: &[u8]) -> Vec<String> {
        let sheet = read(&decode(bytes)).expect("a table");
        let (_, first) = sheet.rows.rows().next().expect("a row");
        first.into_iter().map(|cell| cell.text.into_owned()).collect()
    }

    #[test]
    fn encodings_are_detected() {
        let expected = ["Название", "Ссылка", "Цена"];
        let utf16: Vec<u8> = TEXT.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let marked = [&[0xFF, 0xFE], &utf16[..]].concat();
        let (cp1251, ..) = encoding_rs::WINDOWS_1251.encode(TEXT);
        let bom = format!("\u{feff}{TEXT}");
        for bytes in [TEXT.as_bytes(), bom.as_bytes(), &cp1251, &utf16, &marked] {
            assert_eq!(cells(bytes), expected);
        }
        let chinese =
            "商品名称,商品链接,价格,数量\n加绒加厚连帽卫衣,https://a.cn/1,12.5,3\n不锈钢保温杯,https://a.cn/2,8,1";
        let (gb, ..) = encoding_rs::GB18030.encode(chinese);
        assert_eq!(cells(&gb), ["商品名称", "商品链接", "价格", "数量"]);
    }
}
