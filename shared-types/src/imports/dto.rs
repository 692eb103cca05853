//! Request and response bodies of imports.

use crate::{
    fields::FieldError,
    id::{ImportId, OrderId},
    translation::Language,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The item field that a spreadsheet column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the variants are the fields of NewItem")]
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
    /// All fields, in the order of the template.
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

    /// Returns the field with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ImportStatus {
    /// The file was parsed but not confirmed. The draft is unchanged.
    Preview,
    /// Confirmed: the items were added to the draft.
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

    /// Returns the status with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Preview, Self::Done, Self::Undone]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// Number of rows by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportCounts {
    /// Rows below the header row.
    pub rows: u32,
    /// Rows that create an item.
    pub new: u32,
    /// Rows that change an item of an earlier import.
    pub updated: u32,
    /// Rows identical to a row of an earlier import.
    pub unchanged: u32,
    /// Rows with errors. They are not imported.
    pub faulty: u32,
    /// Rows with no value in the mapped columns.
    pub skipped: u32,
}

/// An import of a spreadsheet into a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    pub id: ImportId,
    /// Draft that the items are imported into.
    pub order_id: OrderId,
    pub file_name: String,
    pub status: ImportStatus,
    /// Names of the sheets of the file. Empty for a text file.
    pub sheets: Vec<String>,
    /// Name of the sheet that was parsed.
    pub sheet: String,
    /// Number of the header row, starting at 1. 0 if there is none.
    pub header_row: u32,
    /// Field of each column. Null for a column that is not imported.
    pub mapping: Vec<Option<ImportField>>,
    /// Number of rows by kind.
    pub counts: ImportCounts,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
}

/// Parameters of an upload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportUploadQuery {
    /// File name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Sheet to parse. Defaults to the first one that is not empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
}

/// Selects rows of a preview.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewQuery {
    /// `true` returns only rows with errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faulty: Option<bool>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
}

/// Parameters of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TemplateQuery {
    /// Defaults to Russian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Changes to a preview. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportChange {
    /// Number of the header row, starting at 1. 0 if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_row: Option<u32>,
    /// Field of each column. Each field may be used once.
    pub mapping: Vec<Option<ImportField>>,
}

/// An error in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CellFault {
    pub field: ImportField,
    /// Index of the column, starting at 0. Null if no column contains the field.
    pub column: Option<u32>,
    /// What is wrong with the cell.
    #[serde(flatten)]
    pub error: FieldError,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewRow {
    /// Row number in the sheet, starting at 1.
    pub number: u32,
    /// Cell texts.
    pub cells: Vec<String>,
    /// Errors of the cells.
    pub faults: Vec<CellFault>,
}

/// A page of the rows of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportPreview {
    pub import: Import,
    /// Cell texts of the header row.
    pub headers: Vec<String>,
    pub rows: Vec<PreviewRow>,
    /// Cursor of the next page, or null on the last page.
    pub next_cursor: Option<u32>,
}
