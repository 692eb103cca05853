//! The columns of a sheet of clients: their headers in three languages, the rows, and the template.

use platform::spreadsheet::{
    Cell, Headers, Table,
    template::{self, XlsxError},
};
use shared_types::{clients::ClientSheetRow, fields::FieldErrors, translation::Language};

/// The field that a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Phone,
    Company,
    Language,
}

const HEADERS: Headers<Column> = Headers::new(HEADER_PREFIXES, DEFAULT_COLUMNS);

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

/// Headers of columns that number the rows.
const ROW_NUMBERS: [&str; 8] = ["№", "№ п/п", "№п/п", "п/п", "#", "no", "no.", "序号"];

/// Whether a sheet has headers of clients.
pub(super) fn has_headers(table: &Table) -> bool {
    HEADERS.are_in(table)
}

/// The clients of a sheet.
pub(super) struct ReadClients {
    /// The rows below the headers, with the errors of their cells. Rows without a value in a known column are left out.
    pub(super) rows: Vec<(ClientSheetRow, FieldErrors)>,
    /// The headers of columns with values that are not imported.
    pub(super) ignored_columns: Vec<String>,
}

/// Reads the clients of a sheet.
pub(super) fn read(table: &Table) -> ReadClients {
    let (header_row, columns) = HEADERS.detect(table);
    let position = |column| columns.iter().position(|known| *known == Some(column));
    let fields = [
        ("name", position(Column::Name)),
        ("phone", position(Column::Phone)),
        ("company", position(Column::Company)),
        ("language", position(Column::Language)),
    ];
    let (mut rows, mut is_filled) = (Vec::new(), Vec::new());
    for (number, cells) in table.rows().filter(|(number, _)| *number > header_row) {
        is_filled.resize(is_filled.len().max(cells.len()), false);
        for (filled, cell) in is_filled.iter_mut().zip(&cells) {
            *filled |= !cell.text.is_empty();
        }
        let blank = Cell::default();
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).unwrap_or(&blank);
        let mut errors = FieldErrors::default();
        let [name, phone, company, language] = fields.map(|(field, at)| {
            let cell = cell(at);
            if let Some(rule) = cell.kind.fault() {
                errors.add(field, rule);
            }
            cell.text.trim().to_owned()
        });
        if [&name, &phone, &company, &language].iter().all(|text| text.is_empty()) {
            continue;
        }
        let row = ClientSheetRow {
            number,
            name,
            phone,
            company,
            language,
        };
        rows.push((row, errors));
    }
    let headers = table
        .rows()
        .find(|(number, _)| *number == header_row)
        .map(|(_, cells)| cells);
    let header = |at: usize| {
        let cell = headers.as_ref().and_then(|cells| cells.get(at));
        cell.map(|cell| cell.text.clone().into_owned())
            .filter(|text| !text.is_empty())
    };
    let unknown = (0..is_filled.len()).filter(|at| is_filled[*at] && columns.get(*at).is_none_or(Option::is_none));
    let names = unknown.map(|at| header(at).unwrap_or_else(|| (at + 1).to_string()));
    ReadClients {
        ignored_columns: names
            .filter(|name| !ROW_NUMBERS.contains(&name.to_lowercase().as_str()))
            .collect(),
        rows,
    }
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

    #[test]
    fn template_headers_are_detected() {
        for language in Language::ALL {
            let detected = HEADERS.map(&headers(language));
            assert_eq!(
                detected,
                DEFAULT_COLUMNS.iter().copied().map(Some).collect::<Vec<_>>(),
                "{language:?}"
            );
        }
        let usual = HEADERS.map(&["№", "ФИО", "Контактный телефон", "Организация"]);
        assert_eq!(
            usual,
            [None, Some(Column::Name), Some(Column::Phone), Some(Column::Company)]
        );
    }
}
