//! Weights and cells of many items, pasted as a list or read from a sheet.

use super::ItemStatus;
use crate::id::{ItemId, OrderId};

/// Most rows of a list of weights and cells.
pub const MEASURE_ROWS: usize = 2_000;
/// Most lines of a request that stores weights and cells.
pub const MEASURE_LINES: usize = 100;

/// A line of a list: an item, and the values that it gets.
#[apply(request)]
pub struct ItemMeasure {
    /// Label code of the item, or its track within China.
    pub code: String,
    /// Total weight of all pieces, in grams. Absent leaves it.
    pub weight_grams: Option<i64>,
    /// Name of the warehouse cell. Absent leaves it.
    pub cell: Option<String>,
}

/// Weights and cells of items, of any number of orders.
#[apply(request)]
pub struct ItemMeasures {
    /// 1 to 100 lines, each code once.
    pub measures: Vec<ItemMeasure>,
    /// Whether other weights and cells are replaced. Otherwise items that have them are left out.
    #[serde(default)]
    pub replace: bool,
}

closed_set! {
    /// The change that a line of the list makes.
    pub enum MeasureEffect {
        /// The items get a weight or a cell that they lack.
        Set = "set",
        /// An item has another weight or cell, which is replaced on request only.
        Replace = "replace",
        /// The items have the values already.
        Nothing = "nothing",
        /// The parcel has several items, so its weight is of none of them.
        SeveralItems = "several_items",
        /// The items are not at the warehouse.
        NotAtWarehouse = "not_at_warehouse",
        /// No item has the code.
        Unknown = "unknown",
        /// Another line has the same code.
        Repeated = "repeated",
    }
}

/// An item of a line, with its present values.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MeasuredItem {
    pub id: ItemId,
    pub order_id: OrderId,
    pub order_number: String,
    pub title: String,
    pub status: ItemStatus,
    /// Total weight of all pieces, in grams.
    pub weight_grams: Option<i64>,
    /// Name of the warehouse cell.
    pub cell: Option<String>,
}

/// The effect of a line.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MeasureResult {
    /// Label code of the item, or its track within China.
    pub code: String,
    /// Total weight of all pieces, in grams.
    pub weight_grams: Option<i64>,
    /// Name of the warehouse cell.
    pub cell: Option<String>,
    pub effect: MeasureEffect,
    /// The items with this code.
    pub items: Vec<MeasuredItem>,
}

closed_set! {
    /// Why a row has nothing to store.
    pub enum MeasureFault {
        /// The row has neither a label code nor a track.
        NoCode = "no_code",
        /// The row has several tracks.
        SeveralTracks = "several_tracks",
        /// The row has neither a weight nor a cell.
        NoValue = "no_value",
        /// The weight is no number, has two readings or another unit, or is out of range.
        Weight = "weight",
        /// A program has rounded the track.
        DigitsLost = "digits_lost",
        /// The code or the name of the cell is too long.
        TooLong = "too_long",
    }
}

/// A row of the list with nothing to store.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct SkippedMeasureRow {
    /// Number of the row.
    pub row: u32,
    /// The code, as the row has it.
    pub code: Option<String>,
    pub fault: MeasureFault,
}

/// A list of weights and cells that was read.
#[apply(response)]
pub struct MeasureList {
    /// The effects of its lines, in its order.
    pub results: Vec<MeasureResult>,
    /// The rows with nothing to store.
    pub skipped: Vec<SkippedMeasureRow>,
    /// Headers of columns with values that are not read.
    pub ignored_columns: Vec<String>,
}
