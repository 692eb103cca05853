//! The columns of a sheet of clients: their headers in three languages, the rows, and the template.

use platform::spreadsheet::{
    Cell, Headers, Table,
    amounts::{self, AmountColumn},
    begins_with_any,
    template::{self, XlsxError},
    unread_columns,
};
use shared_types::{clients::ClientSheetRow, fields::FieldErrors, money::Currency, translation::Language};

/// The field that a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Phone,
    Company,
    Language,
    Code,
    Balance,
    Currency,
    /// Parts of a name, which stand in columns of their own.
    GivenName,
    OtherName,
}

impl Column {
    /// The name of the field in a row.
    const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::GivenName | Self::OtherName => "name",
            Self::Phone => "phone",
            Self::Company => "company",
            Self::Language => "language",
            Self::Code => "code",
            Self::Balance => "balance",
            Self::Currency => "currency",
        }
    }
}

const HEADERS: Headers<Column> = Headers {
    // A debt is no money of the client.
    unknown: &["balance due", "остаток долга", "сальдо дт", "сальдо дебет"],
    repeatable: &[Column::OtherName],
    ..Headers::new(HEADER_PREFIXES, DEFAULT_COLUMNS)
};

const HEADER_PREFIXES: &[(Column, &[&str])] = &[
    (
        Column::Name,
        &[
            "имя",
            "фио",
            "ф.и.о",
            "клиент$",
            "имя клиента",
            "контакт$",
            "контактное лицо",
            "name",
            "full name",
            "client$",
            "client name",
            "customer$",
            "customer name",
            "contact$",
            "contact name",
            "contact person",
            "姓名",
            "客户$",
            "客户名",
            "客户姓名",
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
    (Column::GivenName, &["first name", "given name", "firstname"]),
    (
        Column::OtherName,
        &[
            "фамилия",
            "отчество",
            "last name",
            "lastname",
            "surname",
            "family name",
            "middle name",
        ],
    ),
    (Column::Language, &["язык", "language", "locale", "语言"]),
    (
        Column::Code,
        &[
            "код",
            "код клиента",
            "номер клиента",
            "маркировка",
            "code",
            "client code",
            "customer code",
            "client no",
            "customer no",
            "mark",
            "客户代码",
            "客户编号",
            "客户编码",
            "会员编号",
            "客户号",
            "唛头",
            "代码",
            "编号",
        ],
    ),
    (
        Column::Balance,
        &[
            "баланс",
            "остаток",
            "сальдо",
            "аванс",
            "предоплата",
            "депозит",
            "账户余额",
            "на счету",
            "balance",
            "opening balance",
            "deposit",
            "余额",
            "期初余额",
            "预付款",
        ],
    ),
    (Column::Currency, &["валюта", "currency", "币种", "货币"]),
];

/// The fields of the columns of a sheet without headers.
const DEFAULT_COLUMNS: &[Column] = &[
    Column::Name,
    Column::Phone,
    Column::Company,
    Column::Language,
    Column::Code,
    Column::Balance,
    Column::Currency,
];

/// First words of rows with totals.
const TOTALS: [&str; 5] = ["итого$", "всего$", "total$", "合计", "总计"];

const HEADERS_RU: [&str; 7] = ["Имя", "Телефон", "Компания", "Язык", "Код", "Баланс", "Валюта"];
const HEADERS_EN: [&str; 7] = ["Name", "Phone", "Company", "Language", "Code", "Balance", "Currency"];
const HEADERS_ZH: [&str; 7] = ["姓名", "手机号", "公司", "语言", "客户代码", "余额", "币种"];
const EXAMPLE_ROW: [&str; 7] = [
    "Мария Северова",
    "+7 999 555-00-01",
    "ООО «Север»",
    "ru",
    "A-17",
    "12500.00",
    "RUB",
];

const fn headers(language: Language) -> [&'static str; 7] {
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

/// The positions of the fields of a row, in the order of the template.
struct Layout {
    header_row: u32,
    columns: Vec<Option<Column>>,
    /// The currency that the header of balances names.
    currency: Option<Currency>,
}

impl Layout {
    fn position(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|known| *known == Some(column))
    }

    /// The name of a row. Its parts are joined in the order of their columns: `Имя` is the given name next to `Фамилия`.
    fn name(&self, cells: &[Cell<'_>], errors: &mut FieldErrors) -> String {
        let has = |column| self.columns.contains(&Some(column));
        let name = self.text(cells, Column::Name, errors);
        let is_part = has(Column::OtherName) && !has(Column::GivenName);
        if !is_part && (!name.is_empty() || !has(Column::GivenName)) {
            return name;
        }
        let parts = self.columns.iter().zip(cells).filter(|(column, _)| match column {
            Some(Column::Name) => is_part,
            Some(Column::GivenName | Column::OtherName) => true,
            _ => false,
        });
        let parts = parts.map(|(_, cell)| cell.text.trim()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// The text of a cell. A fault of the cell is added to the errors of the field.
    fn text(&self, cells: &[Cell<'_>], column: Column, errors: &mut FieldErrors) -> String {
        let Some(cell) = self.position(column).and_then(|at| cells.get(at)) else {
            return String::new();
        };
        if let Some(rule) = cell.kind.fault() {
            errors.add(column.field(), rule);
        }
        cell.text.trim().to_owned()
    }
}

/// Reads the clients of a sheet.
pub(super) fn read(table: &Table) -> ReadClients {
    let (header_row, columns) = HEADERS.detect(table);
    let headers = table.rows().find(|(number, _)| *number == header_row);
    let headers = headers.map(|(_, cells)| cells).unwrap_or_default();
    let mut layout = Layout {
        header_row,
        columns,
        currency: None,
    };
    let balances = layout.position(Column::Balance).and_then(|at| headers.get(at));
    layout.currency = balances.and_then(|header| amounts::currency_in([header.text.as_ref()]));
    let mut rows = Vec::new();
    for (number, cells) in table.rows().filter(|(number, _)| *number > layout.header_row) {
        let mut errors = FieldErrors::default();
        let first = cells.iter().find(|cell| !cell.text.is_empty());
        if first.is_some_and(|cell| begins_with_any(&cell.text, &TOTALS)) {
            continue;
        }
        let name = layout.name(&cells, &mut errors);
        let mut text = |column| layout.text(&cells, column, &mut errors);
        let row = ClientSheetRow {
            number,
            name,
            phone: text(Column::Phone),
            company: text(Column::Company),
            language: text(Column::Language),
            code: text(Column::Code),
            balance: text(Column::Balance),
            currency: text(Column::Currency),
        };
        let texts = [
            &row.name,
            &row.phone,
            &row.company,
            &row.language,
            &row.code,
            &row.balance,
        ];
        if texts.iter().any(|text| !text.is_empty()) {
            rows.push((row, errors));
        }
    }
    read_balances(&mut rows, layout.currency);
    ReadClients {
        ignored_columns: unread_columns(table, layout.header_row, &layout.columns),
        rows,
    }
}

/// Replaces the texts of balances by amounts with a decimal point, and names their currencies. A number with two readings is read as
/// the other numbers of its column are.
fn read_balances(rows: &mut [(ClientSheetRow, FieldErrors)], currency: Option<Currency>) {
    let column = AmountColumn::learn(rows.iter().map(|(row, _)| row.balance.as_str()));
    for (row, errors) in rows.iter_mut().filter(|(row, _)| !row.balance.is_empty()) {
        let of_cell = match column.read(&row.balance) {
            Ok((digits, currency)) => {
                row.balance = digits;
                currency
            }
            Err(rule) => {
                errors.add(Column::Balance.field(), rule);
                continue;
            }
        };
        if row.currency.is_empty()
            && let Some(currency) = of_cell.or(currency)
        {
            currency.code().clone_into(&mut row.currency);
        }
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

    #[test]
    fn name_is_joined_from_its_parts() {
        for (headers, row, name) in [
            (["Имя", "Телефон"].as_slice(), ["Иван Ли", "1"].as_slice(), "Иван Ли"),
            (&["Фамилия", "Имя", "Отчество"], &["Ли", "Иван", ""], "Ли Иван"),
            (&["First name", "Last name"], &["Ivan", "Li"], "Ivan Li"),
            (
                &["Name", "Given Name", "Family Name"],
                &["Ivan Li", "Ivan", "Li"],
                "Ivan Li",
            ),
            (&["Name", "Given Name", "Family Name"], &["", "Ivan", "Li"], "Ivan Li"),
            (&["Клиент", "Контактное лицо"], &["ООО Лавка", "Иван"], "ООО Лавка"),
        ] {
            let layout = Layout {
                header_row: 1,
                columns: HEADERS.map(headers),
                currency: None,
            };
            let cells: Vec<Cell<'_>> = row
                .iter()
                .map(|text| Cell {
                    text: (*text).into(),
                    ..Cell::default()
                })
                .collect();
            assert_eq!(layout.name(&cells, &mut FieldErrors::default()), name, "{headers:?}");
        }
    }
}
