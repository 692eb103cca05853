//! Bodies of imports.

use crate::id::{ImportId, OrderId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a column of a spreadsheet holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names are those of NewItem")]
pub enum ImportField {
    Title,
    Url,
    Price,
    Quantity,
    ImageUrl,
    Variant,
    Shop,
    Comment,
    ExternalId,
    Currency,
}

impl ImportField {
    /// Every field, in the order of the template.
    pub const ALL: [Self; 10] = [
        Self::Title,
        Self::Url,
        Self::Price,
        Self::Quantity,
        Self::Variant,
        Self::Comment,
        Self::ImageUrl,
        Self::Shop,
        Self::ExternalId,
        Self::Currency,
    ];

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Url => "url",
            Self::Price => "price",
            Self::Quantity => "quantity",
            Self::ImageUrl => "image_url",
            Self::Variant => "variant",
            Self::Shop => "shop",
            Self::Comment => "comment",
            Self::ExternalId => "external_id",
            Self::Currency => "currency",
        }
    }

    /// The field of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == name)
    }
}

/// Where an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ImportStatus {
    /// Read, not confirmed: the draft is untouched.
    Preview,
    /// Confirmed.
    Done,
    /// Confirmed and undone.
    Undone,
}

impl ImportStatus {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Preview => "preview",
            Self::Done => "done",
            Self::Undone => "undone",
        }
    }

    /// The status of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Preview, Self::Done, Self::Undone]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// How many rows there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportCounts {
    /// Rows below the headers.
    pub rows: u32,
    /// Rows that become lines.
    pub new: u32,
    /// Rows that change a line of an earlier import.
    pub updated: u32,
    /// Rows that an earlier import brought just so.
    pub unchanged: u32,
    /// Rows with faults; they are left out.
    pub faulty: u32,
    /// Rows with nothing in the mapped columns.
    pub skipped: u32,
}

/// An import of a spreadsheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    /// Its id.
    pub id: ImportId,
    /// The draft it is for.
    pub order_id: OrderId,
    /// The file's name.
    pub file_name: String,
    /// Where it is.
    pub status: ImportStatus,
    /// The sheets of the file; a text file has none.
    pub sheets: Vec<String>,
    /// The sheet that was read.
    pub sheet: String,
    /// The row of the headers, counted from 1; 0 where there are none.
    pub header_row: u32,
    /// What each column holds; null where it is left out.
    pub mapping: Vec<Option<ImportField>>,
    /// How many rows there are of each kind.
    pub counts: ImportCounts,
    /// When the file was sent.
    pub created_at: DateTime<Utc>,
}

/// What goes along with a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadQuery {
    /// The file's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The sheet to read; the first with something in it when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
}

/// Which rows of a preview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewQuery {
    /// Rows with faults only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faulty: Option<bool>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
}

/// The language of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TemplateQuery {
    /// `ru`, `en` or `zh`; Russian when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Changes to a preview; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportChange {
    /// The row of the headers, counted from 1; 0 where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_row: Option<u32>,
    /// What each column holds; a field may stand once.
    pub mapping: Vec<Option<ImportField>>,
}

/// What is wrong with a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CellFault {
    /// The field.
    pub field: ImportField,
    /// Its column, counted from 0; absent where no column holds the field.
    pub column: Option<u32>,
    /// What is wrong, in English.
    pub message: String,
}

/// A row of a preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRow {
    /// Its number in the sheet, counted from 1.
    pub number: u32,
    /// Its cells.
    pub cells: Vec<String>,
    /// What is wrong with them.
    pub faults: Vec<CellFault>,
}

/// A page of an import's rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportPreview {
    /// The import.
    pub import: Import,
    /// What stands in the row of the headers.
    pub headers: Vec<String>,
    /// The rows.
    pub rows: Vec<PreviewRow>,
    /// What to send as `cursor` for the next page; absent on the last.
    pub next_cursor: Option<u32>,
}
