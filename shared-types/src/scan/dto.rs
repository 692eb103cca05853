//! Bodies of the scanner, the cells and the labels.

use crate::{
    codes::CodeKind,
    id::{CellId, ItemId, OrderId, UnknownScanId},
    items::ItemStatus,
    notes::NoteKind,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a scan is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScanMode {
    /// Goes to the thing.
    #[default]
    Open,
    /// Receives into a cell.
    Receive,
    /// Packs into a shipment.
    Pack,
    /// Counts what is in a cell.
    Inventory,
}

impl ScanMode {
    /// Every mode.
    pub const ALL: [Self; 4] = [Self::Open, Self::Receive, Self::Pack, Self::Inventory];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Receive => "receive",
            Self::Pack => "pack",
            Self::Inventory => "inventory",
        }
    }

    /// The mode of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name)
    }

    /// What must be scanned before things are.
    pub const fn context(self) -> Option<CodeKind> {
        match self {
            Self::Open => None,
            Self::Receive | Self::Inventory => Some(CodeKind::Cell),
            Self::Pack => Some(CodeKind::Shipment),
        }
    }
}

/// Which code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScanQuery {
    /// A code of ours, a domestic track, the number of an order or a shipment, the name of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A scan, made perhaps where there was no connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewScan {
    /// Made by whoever scans, unique within the agent: sent twice, the scan happens once.
    pub scan_id: String,
    /// What it is for.
    pub mode: ScanMode,
    /// The code of the cell or the shipment that was scanned before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What was scanned.
    pub code: String,
    /// When it was scanned.
    pub scanned_at: DateTime<Utc>,
}

/// Scans in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScanBatch {
    /// The scans, 1 to 200.
    pub scans: Vec<NewScan>,
}

/// Whether a scan was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Verdict {
    /// It is done.
    Done,
    /// It was done before; nothing changed.
    Already,
    /// It can't be done; nothing changed.
    Wrong,
    /// Nobody knows the code; it waits in the list.
    Unknown,
}

/// What happened, for the person with the scanner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScanWord {
    /// The thing was found.
    Found,
    /// It came to the warehouse.
    Received,
    /// It lay in another cell; now it is in this one.
    Moved,
    /// It is in this cell.
    InPlace,
    /// It was put into the shipment.
    Packed,
    /// It is in this shipment.
    InShipment,
    /// Its state does not allow it.
    NotExpected,
    /// It was not received yet.
    NotReceived,
    /// It belongs to another client.
    OtherClient,
    /// It is in another shipment.
    OtherShipment,
    /// The shipment takes nothing more.
    ShipmentClosed,
    /// Another kind of code is wanted here.
    WrongKind,
    /// A cell or a shipment is to be scanned first.
    NoContext,
    /// The person's group does not allow it.
    NoRight,
    /// The code was misread: its check digit is wrong.
    Misread,
    /// Nobody knows the code.
    Unknown,
}

/// What a code names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScanTarget {
    /// Its kind.
    pub kind: CodeKind,
    /// Its id.
    pub id: i64,
    /// What people call it.
    pub label: String,
    /// Its code on labels.
    pub code: String,
    /// Its page.
    pub link: String,
}

/// A line of an order, as the warehouse sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScannedItem {
    /// Its id.
    pub id: ItemId,
    /// Its order.
    pub order_id: OrderId,
    /// The order's number.
    pub order_number: String,
    /// Its code on labels.
    pub code: String,
    /// The product's title.
    pub title: String,
    /// The chosen options.
    pub variant: Option<String>,
    /// The picture's address.
    pub image_url: Option<String>,
    /// Pieces.
    pub quantity: i32,
    /// Where it is in its life.
    pub status: ItemStatus,
    /// The cell it lies in.
    pub cell: Option<String>,
}

/// A note that speaks up when what it hangs on is scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SpokenNote {
    /// What it hangs on.
    pub on: NoteKind,
    /// The text.
    pub body: String,
}

/// What a code leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScanFound {
    /// The code, as it is compared.
    pub code: String,
    /// What it names; absent where nobody knows it, and for a track of several lines.
    pub target: Option<ScanTarget>,
    /// The lines it stands for.
    pub items: Vec<ScannedItem>,
    /// Notes on them, on their shops' groups and on their orders.
    pub notes: Vec<SpokenNote>,
}

/// What became of a scan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScanOutcome {
    /// The scan.
    pub scan_id: String,
    /// Whether it was right.
    pub verdict: Verdict,
    /// What happened.
    pub word: ScanWord,
    /// The cell or the shipment it was made for, as people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// What the code leads to, as it is now.
    #[serde(flatten)]
    pub found: ScanFound,
}

/// A code that nobody knew when it was scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UnknownScan {
    /// Its id.
    pub id: UnknownScanId,
    /// The cell it was to be received into.
    pub cell: Option<String>,
    /// How often it was scanned.
    pub seen: i32,
    /// When it was scanned first.
    pub first_at: DateTime<Utc>,
    /// When it was scanned last.
    pub last_at: DateTime<Utc>,
    /// What it leads to now: lines that got this track meanwhile.
    #[serde(flatten)]
    pub found: ScanFound,
}

/// A cell of the warehouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cell {
    /// Its id; absent for a name that was only typed on lines, which has no label.
    pub id: Option<CellId>,
    /// Its name.
    pub name: String,
    /// Its code on labels.
    pub code: Option<String>,
    /// Lines that lie there.
    pub items: i64,
}

/// Cells to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewCells {
    /// Their names, 1 to 200; those that exist stay as they are.
    pub names: Vec<String>,
}

/// A cell with what lies there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CellCard {
    /// The cell.
    pub cell: Cell,
    /// Its lines, at most a thousand.
    pub contents: Vec<ScannedItem>,
}

/// Which labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelQuery {
    /// What they are for: `item`, `order`, `cell` or `shipment`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CodeKind>,
    /// The ids, with commas between, at most 300.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ids: Option<String>,
    /// For items: ids of orders instead, all of whose lines are meant; at most 300 lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<String>,
}

/// What stands on a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Label {
    /// What it is for.
    pub kind: CodeKind,
    /// The id.
    pub id: i64,
    /// The code, for QR and Code 128.
    pub code: String,
    /// The large line: a number, the name of a cell.
    pub heading: String,
    /// The client's code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// A title, a place.
    pub text: String,
    /// The chosen options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Pieces of a line, places of a shipment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i32>,
}
