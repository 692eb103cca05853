//! The filters of an export, which its first sheet names.

use super::cell::{Cell, LocalizedText, localized};
use rust_xlsxwriter::{Format, Worksheet, XlsxError};
use shared_types::translation::Language;

pub const CLIENT: LocalizedText = ["Клиент", "Client", "客户"];
pub const COUNTRY: LocalizedText = ["Страна", "Country", "国家"];
pub const CURRENCY: LocalizedText = ["Валюта", "Currency", "币种"];
pub const FROM: LocalizedText = ["С", "From", "起始日期"];
pub const KIND: LocalizedText = ["Вид", "Kind", "类型"];
pub const SEARCH: LocalizedText = ["Поиск", "Search", "搜索"];
pub const STATUS: LocalizedText = ["Статус", "Status", "状态"];
pub const TO: LocalizedText = ["По", "To", "截止日期"];
pub const WAITING: LocalizedText = ["Ждут сотрудника", "Waiting for staff", "等待处理"];
pub const UPDATED_SINCE: LocalizedText = ["Изменены с", "Changed since", "变动起始时间"];

const SHEET: LocalizedText = ["Отбор", "Filters", "筛选"];
const HEADERS: [LocalizedText; 2] = [["Фильтр", "Filter", "筛选项"], ["Значение", "Value", "值"]];
const YES: LocalizedText = ["да", "yes", "是"];
const NO: LocalizedText = ["нет", "no", "否"];

/// The filters that are set, with their values, in a person's language.
pub struct Filters {
    language: Language,
    rows: Vec<[Cell; 2]>,
}

impl Filters {
    pub const fn new(language: Language) -> Self {
        Self {
            language,
            rows: Vec::new(),
        }
    }

    /// Adds a filter if it is set.
    #[must_use]
    pub fn with(mut self, name: LocalizedText, value: Option<impl Into<Cell>>) -> Self {
        let name = localized(name, self.language).into();
        self.rows.extend(value.map(|value| [name, value.into()]));
        self
    }

    /// Adds a filter with names of its values.
    #[must_use]
    pub fn with_choice(self, name: LocalizedText, value: Option<LocalizedText>) -> Self {
        let value = value.map(|value| localized(value, self.language));
        self.with(name, value)
    }

    /// Adds a filter that is on or off.
    #[must_use]
    pub fn with_flag(self, name: LocalizedText, value: Option<bool>) -> Self {
        self.with_choice(name, value.map(|value| if value { YES } else { NO }))
    }

    pub(super) const fn language(&self) -> Language {
        self.language
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the names on a sheet and returns the values, which have types of their own.
    pub(super) fn write_names(self, sheet: &mut Worksheet, bold: &Format) -> Result<Vec<Cell>, XlsxError> {
        sheet.set_name(localized(SHEET, self.language))?;
        for (column, header) in (0..).zip(HEADERS) {
            sheet.set_column_width(column, 30)?;
            sheet.write_with_format(0, column, localized(header, self.language), bold)?;
        }
        let mut values = Vec::new();
        for (row, [name, value]) in (1..).zip(self.rows) {
            if let Cell::Text(name) = name {
                sheet.write_string(row, 0, name)?;
            }
            values.push(value);
        }
        Ok(values)
    }
}
