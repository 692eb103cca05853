//! Request and response bodies of imports.

use crate::{
    fields::FieldError,
    id::{ImportId, OrderId},
    money::Money,
    number_text::DecimalMark,
    translation::Language,
};
use chrono::{DateTime, Utc};

/// The item field that a spreadsheet column contains.
#[apply(response)]
#[derive(Copy, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
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
    PricePer,
    /// Quantities of the size that the header names. Each filled cell is an item.
    SizeQuantity,
    /// The person has decided not to import the column.
    Ignored,
}

impl ImportField {
    /// The fields of an item, in the order of the template.
    pub const ALL: [Self; 11] = [
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
        Self::PricePer,
    ];

    /// The other fields that a column may have.
    pub const OTHERS: [Self; 2] = [Self::SizeQuantity, Self::Ignored];

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
            Self::PricePer => "price_per",
            Self::SizeQuantity => "size_quantity",
            Self::Ignored => "ignored",
        }
    }

    /// Returns the field with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = Self::ALL.into_iter().chain(Self::OTHERS);
        all.into_iter().find(|field| field.as_str() == name)
    }

    /// Whether several columns may have the field: the columns of a variant are joined, and columns of sizes are items of their own.
    pub const fn is_repeatable(self) -> bool {
        matches!(self, Self::Variant | Self::SizeQuantity | Self::Ignored)
    }
}

closed_set! {
    pub enum ImportStatus {
        /// The file was parsed but not confirmed. The draft is unchanged.
        Preview = "preview",
        /// Confirmed: the items were added to the draft.
        Done = "done",
        /// Confirmed and undone.
        Undone = "undone",
    }
}

/// Filled rows and columns of a sheet that are hidden in it, and pictures that can't be read. They are left out.
#[apply(response)]
#[derive(Copy, Default)]
pub struct HiddenCells {
    pub rows: u32,
    pub columns: u32,
    #[serde(default)]
    pub pictures: u32,
}

/// Number of rows and items by kind. A row is one item, or one for each filled column of sizes.
#[apply(response)]
#[derive(Copy, Default)]
pub struct ImportCounts {
    /// Rows below the header row.
    pub rows: u32,
    /// Items that are created.
    pub new: u32,
    /// Items of an earlier import that are changed.
    pub updated: u32,
    /// Items of an earlier import that stay the same.
    pub unchanged: u32,
    /// Rows with errors. They are not imported.
    pub faulty: u32,
    /// Rows with no value in the mapped columns, totals, and lines of text.
    pub skipped: u32,
    /// Rows and columns that are not read.
    #[serde(default)]
    pub hidden: HiddenCells,
}

/// A number that can be read in two ways, and nothing in its column decides how.
#[apply(response)]
pub struct NumberQuestion {
    /// The text of the cell.
    pub text: String,
    /// The number if a point is the decimal mark.
    pub with_point: String,
    /// The number if a comma is the decimal mark.
    pub with_comma: String,
}

/// A column of an import, with samples and conclusions from its rows.
#[apply(response)]
#[derive(Default)]
pub struct ImportColumn {
    /// Number of filled cells below the header row.
    pub filled: u32,
    /// The decimal mark of the numbers, as chosen with `decimal_marks`.
    pub decimal_mark: Option<DecimalMark>,
    /// The first number that can be read in two ways. `decimal_mark` answers it; rows with such numbers are faulty until then.
    pub question: Option<NumberQuestion>,
}

/// An import of a spreadsheet into a draft.
#[apply(response)]
pub struct Import {
    pub id: ImportId,
    /// Draft that the items are imported into.
    pub order_id: OrderId,
    pub file_name: String,
    pub status: ImportStatus,
    /// Names of the sheets of the file that are not hidden. Empty for a text file.
    pub sheets: Vec<String>,
    /// Name of the sheet that was parsed.
    pub sheet: String,
    /// Number of the header row, starting at 1. 0 if there is none.
    pub header_row: u32,
    /// Field of each column. Null for a column that waits for a decision. An import in which such a column has filled cells
    /// can't be confirmed.
    pub mapping: Vec<Option<ImportField>>,
    /// The columns, with samples and conclusions from the rows.
    pub columns: Vec<ImportColumn>,
    /// Number of rows by kind.
    pub counts: ImportCounts,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
}

impl Import {
    /// The columns with filled cells that have neither a field nor the decision to ignore them.
    pub fn undecided_columns(&self) -> impl Iterator<Item = usize> {
        let columns = self.columns.iter().zip(&self.mapping).enumerate();
        columns.filter_map(|(at, (column, field))| (column.filled > 0 && field.is_none()).then_some(at))
    }

    /// The columns whose numbers can be read in two ways, and the questions that are not answered yet.
    pub fn open_questions(&self) -> impl Iterator<Item = (usize, &NumberQuestion)> {
        self.columns.iter().enumerate().filter_map(|(at, column)| {
            let question = column.question.as_ref()?;
            column.decimal_mark.is_none().then_some((at, question))
        })
    }
}

/// Parameters of an upload.
#[apply(request)]
#[derive(Default)]
pub struct ImportUploadQuery {
    /// File name.
    pub name: Option<String>,
    /// Sheet to parse. Defaults to the first one with a header row, else to the first one that is not empty. Hidden sheets and
    /// instructions come last.
    pub sheet: Option<String>,
}

/// Selects rows of a preview.
#[apply(request)]
#[derive(Default)]
pub struct PreviewQuery {
    /// `true` returns only rows with errors.
    pub faulty: Option<bool>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<u32>,
}

/// Parameters of a template.
#[apply(request)]
#[derive(Default)]
pub struct TemplateQuery {
    /// Defaults to Russian.
    pub language: Option<Language>,
}

/// Changes to a preview. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct ImportChange {
    /// Number of the header row, starting at 1. 0 if there is none.
    pub header_row: Option<u32>,
    /// Field of each column. Each field may be used once, except `variant`, whose columns are joined, `size_quantity` and
    /// `ignored`.
    pub mapping: Vec<Option<ImportField>>,
    /// Decimal mark of each column whose numbers can be read in two ways.
    pub decimal_marks: Option<Vec<Option<DecimalMark>>>,
}

/// An error in a cell.
#[apply(response)]
pub struct CellFault {
    pub field: ImportField,
    /// Index of the column, starting at 0. Null if no column contains the field.
    pub column: Option<u32>,
    /// The error of the cell.
    #[serde(flatten)]
    pub error: FieldError,
}

#[apply(response)]
pub struct PreviewRow {
    /// Row number in the sheet, starting at 1.
    pub number: u32,
    /// Cell texts.
    pub cells: Vec<String>,
    /// Errors of the cells.
    pub faults: Vec<CellFault>,
    /// The item that is stored for the row. Null for a row with errors or without values.
    pub item: Option<PreviewItem>,
    /// The other items of a row with several sizes.
    pub more_items: Vec<PreviewItem>,
}

/// The values of an item as they are stored.
#[apply(response)]
pub struct PreviewItem {
    /// Price of one piece, or of `price_per` pieces. Null without the right to see prices.
    pub price: Option<Money>,
    /// Number of pieces that the price is for.
    pub price_per: i32,
    pub quantity: i32,
    pub variant: Option<String>,
}

/// A page of the rows of an import.
#[apply(response)]
pub struct ImportPreview {
    pub import: Import,
    /// Cell texts of the header row.
    pub headers: Vec<String>,
    pub rows: Vec<PreviewRow>,
    /// Cursor of the next page, or null on the last page.
    pub next_cursor: Option<u32>,
}
