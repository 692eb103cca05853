//! The columns of a sheet of clients: their headers in three languages, the rows, and the template.

use platform::spreadsheet::{
    Table, detect_columns,
    template::{self, XlsxError},
};
use shared_types::{clients::ClientSheetRow, translation::Language};

/// The field that a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Phone,
    Company,
    Language,
}

/// Prefixes of headers. The longest match wins.
const HEADER_PREFIXES: &[(Column, &[&str])] = &[
    (
        Column::Name,
        &[
            "имя",
            "фио",
            "ф.и.о",
            "клиент",
            "контакт",
            "контактное лицо",
            "name",
            "full name",
            "client",
            "customer",
            "contact",
            "姓名",
            "客户",
            "联系人",
            "名字",
        ],
    ),
    (
        Column::Phone,
        &[
            "телефон",
            "тел",
            "моб",
            "номер телефона",
            "контактный телефон",
            "phone",
            "mobile",
            "tel",
            "cell",
            "contact phone",
            "手机",
            "电话",
            "联系电话",
            "客户电话",
            "客户手机",
        ],
    ),
    (
        Column::Company,
        &[
            "компания",
            "организация",
            "фирма",
            "юрлицо",
            "company",
            "organization",
            "organisation",
            "公司",
            "客户公司",
            "单位",
        ],
    ),
    (Column::Language, &["язык", "language", "locale", "语言"]),
];

/// The fields of the columns of a sheet without headers.
const DEFAULT_COLUMNS: &[Column] = &[Column::Name, Column::Phone, Column::Company, Column::Language];

const HEADERS_RU: [&str; 4] = ["Имя", "Телефон", "Компания", "Язык"];
const HEADERS_EN: [&str; 4] = ["Name", "Phone", "Company", "Language"];
const HEADERS_ZH: [&str; 4] = ["姓名", "手机号", "公司", "语言"];
const EXAMPLE_ROW: [&str; 4] = ["Мария Северова", "+7 999 555-00-01", "ООО «Север»", "ru"];

const fn headers(language: Language) -> [&'static str; 4] {
    language.pick(HEADERS_RU, HEADERS_EN, HEADERS_ZH)
}

/// Returns the template as an XLSX file.
pub(super) fn xlsx_template(language: Language) -> Result<Vec<u8>, XlsxError> {
    template::xlsx(&headers(language), &EXAMPLE_ROW, &[])
}

/// Returns the template as CSV.
pub(super) fn csv_template(language: Language) -> Vec<u8> {
    template::csv(&headers(language), &EXAMPLE_ROW)
}

/// The rows of a sheet below its headers. Rows without a value in a known column are left out.
pub(super) fn rows(table: &Table) -> Vec<ClientSheetRow> {
    let (header_row, columns) = detect_columns(table, HEADER_PREFIXES, DEFAULT_COLUMNS);
    let position = |column| columns.iter().position(|known| *known == Some(column));
    let [name, phone, company, language] =
        [Column::Name, Column::Phone, Column::Company, Column::Language].map(position);
    let row = |(number, cells): (u32, Vec<&str>)| {
        let cell = |at: Option<usize>| {
            at.and_then(|at| cells.get(at))
                .map_or("", |cell| cell.trim())
                .to_owned()
        };
        ClientSheetRow {
            number,
            name: cell(name),
            phone: cell(phone),
            company: cell(company),
            language: cell(language),
        }
    };
    let is_filled = |row: &ClientSheetRow| {
        [&row.name, &row.phone, &row.company, &row.language]
            .iter()
            .any(|text| !text.is_empty())
    };
    let below = table.rows().filter(|(number, _)| *number > header_row);
    below.map(row).filter(is_filled).collect()
}

/// Parses a language: its code, or its name in any supported language.
pub(super) fn parse_language(text: &str) -> Option<Language> {
    match text.trim().to_lowercase().as_str() {
        "ru" | "rus" | "русский" | "russian" | "俄语" | "俄文" => Some(Language::Ru),
        "en" | "eng" | "английский" | "english" | "英语" | "英文" => Some(Language::En),
        "zh" | "cn" | "китайский" | "chinese" | "中文" | "汉语" => Some(Language::Zh),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::spreadsheet::map_headers;

    #[test]
    fn template_headers_are_detected() {
        for language in Language::ALL {
            let detected = map_headers(HEADER_PREFIXES, &headers(language));
            assert_eq!(
                detected,
                DEFAULT_COLUMNS.iter().copied().map(Some).collect::<Vec<_>>(),
                "{language:?}"
            );
        }
        let usual = map_headers(HEADER_PREFIXES, &["№", "ФИО", "Контактный телефон", "Организация"]);
        assert_eq!(
            usual,
            [None, Some(Column::Name), Some(Column::Phone), Some(Column::Company)]
        );
    }
}
