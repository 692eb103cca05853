//! Import of the open orders of an earlier system from a spreadsheet.

use super::{OrderStatus, agent_endpoints::EDIT_PRICES};
use crate::{
    access::Access,
    clients::ClientOption,
    endpoint::{Nothing, RawFile},
    fields::FieldErrors,
    id::OrderImportId,
    imports::{HiddenCells, TemplateQuery},
    money::Money,
    page::Listing,
};
use chrono::{DateTime, Utc};

/// Maximum number of rows in a sheet of open orders.
pub const EARLIER_ROWS: usize = 1_000;
/// Maximum length of an order number of an earlier system, in characters.
pub const EARLIER_NUMBER: usize = 40;

closed_set! {
    /// How far the goods of a row are in the earlier system. The order goes on from there.
    pub enum EarlierStage {
        /// Not paid: the order waits for a price.
        Submitted = "submitted",
        /// Paid, and still to be bought.
        Paid = "paid",
        Bought = "bought",
        /// On the way to the warehouse.
        Sent = "sent",
        /// Received at the warehouse.
        AtWarehouse = "at_warehouse",
        /// Finished or canceled. It is not imported.
        LeftOut = "left_out",
    }
}

/// Parameters of a sheet to read.
#[apply(request)]
#[derive(Default)]
pub struct EarlierSheetQuery {
    /// Sheet to parse. Defaults to the first one with a header row, else to the first one that is not empty.
    pub sheet: Option<String>,
    /// The stages of unknown statuses: a JSON object with codes of stages by word.
    pub stages: Option<String>,
}

/// A row of a sheet of open orders: the texts of its cells. Rows with the same order number are the items of one order.
#[apply(request)]
pub struct EarlierRow {
    /// Row number in the sheet, starting at 1.
    pub number: u32,
    /// Number of the order in the earlier system.
    pub order_number: String,
    /// Client code, or phone number of a member of the client in any usual notation.
    pub client: String,
    /// Title of the item. The address if it is empty.
    #[serde(default)]
    pub title: String,
    /// Address of the product page.
    #[serde(default)]
    pub url: String,
    /// Variant of the item, such as colour and size.
    #[serde(default)]
    pub variant: String,
    /// Price of one piece, such as `129.00`.
    #[serde(default)]
    pub price: String,
    /// Currency code of the price. The yuan if it is empty.
    #[serde(default)]
    pub currency: String,
    /// Number of pieces.
    #[serde(default)]
    pub quantity: String,
    /// Status in the earlier system: a word of it, or the code of a stage.
    #[serde(default)]
    pub status: String,
    /// Sum of the order. The sum of its items if no row has one.
    #[serde(default)]
    pub sum: String,
    /// Currency code of the sum. Without one, the sum must be the one of the items.
    #[serde(default)]
    pub sum_currency: String,
    /// Amount that the client has paid for the order.
    #[serde(default)]
    pub paid: String,
    /// Currency code of the paid amount. The currency of the sum if it is empty.
    #[serde(default)]
    pub paid_currency: String,
    /// Day of the order.
    #[serde(default)]
    pub date: String,
}

/// Rows of a sheet of open orders.
#[apply(request)]
pub struct EarlierRows {
    pub rows: Vec<EarlierRow>,
}

/// A row of a sheet of open orders with its errors.
#[apply(response)]
pub struct CheckedEarlierRow {
    pub row: EarlierRow,
    /// Stage of its status. Null for an unknown word.
    pub stage: Option<EarlierStage>,
    /// Errors of the cells: `taken` for a number that is imported already, `not_yours` for an unknown client, `out_of_range` for a
    /// paid amount that doesn't fit the sum and the stage, `currency_not_accepted` for a sum whose currency is not named.
    pub errors: FieldErrors,
}

/// An order of a sheet.
#[apply(response)]
pub struct EarlierOrder {
    /// Number of the order in the earlier system.
    pub number: String,
    /// Client of the order. Null if it is unknown.
    pub client: Option<ClientOption>,
    /// Status that the order gets. Null if it can't be imported, or none of its rows is.
    pub status: Option<OrderStatus>,
    /// Sum of the order.
    pub sum: Option<Money>,
    /// Amount that is credited to the balance of the client.
    pub paid: Option<Money>,
    pub rows: Vec<CheckedEarlierRow>,
}

impl EarlierOrder {
    /// Whether the order is imported: no row has an error, and not all of them are left out.
    pub fn is_valid(&self) -> bool {
        self.status.is_some() && !self.is_faulty()
    }

    pub fn is_faulty(&self) -> bool {
        self.rows.iter().any(|row| !row.errors.is_empty())
    }
}

/// A spreadsheet with open orders.
#[apply(response)]
pub struct EarlierSheet {
    /// Names of the sheets of the file that are not hidden. Empty for a text file.
    pub sheets: Vec<String>,
    /// Name of the sheet that was parsed.
    pub sheet: String,
    /// Headers of the columns with values that are not imported.
    pub ignored_columns: Vec<String>,
    /// Rows and columns that are hidden in the sheet. They are not read.
    pub hidden: HiddenCells,
    pub orders: Vec<EarlierOrder>,
    /// Words of statuses that are unknown, each once.
    pub words: Vec<String>,
    /// Amounts that the import credits to balances, for orders without errors.
    pub credited: Vec<Money>,
    /// Amounts that it takes from balances for paid orders.
    pub charged: Vec<Money>,
}

/// An import of open orders.
#[apply(response)]
pub struct OrderImport {
    pub id: OrderImportId,
    /// Number of orders.
    pub orders: i64,
    /// Person who confirmed it.
    pub actor_name: String,
    pub at: DateTime<Utc>,
    /// When it was undone. Null if it wasn't.
    pub undone_at: Option<DateTime<Utc>>,
}

/// The result of an import of open orders.
#[apply(response)]
pub struct EarlierResult {
    /// The import. Null if no order was imported.
    pub import: Option<OrderImport>,
    /// Orders that were refused, with their errors.
    pub refused: Vec<EarlierOrder>,
}

crate::endpoints! {
    earlier_order_endpoints:

    [Orders]
    ReadEarlierOrders, "read_earlier_orders": Post "/agent/earlier-orders/sheet", EDIT_PRICES, 200;
    "Reads open orders of an earlier system from a spreadsheet (.xlsx, .xlsm, .xls, .ods, .csv) and checks them. Nothing is stored. \
     Also requires the right to change orders.";
    path = (), query = EarlierSheetQuery, body = RawFile => EarlierSheet;

    ImportEarlierOrders, "import_earlier_orders": Post "/agent/earlier-orders", EDIT_PRICES, 200, idempotent = true;
    "Creates orders from rows of a sheet, and returns the ones with errors. A paid amount is credited to the client's balance, and an \
     order that is paid takes its sum from it. Also requires the right to change orders, and for paid amounts the one to manage balances.";
    path = (), query = Nothing, body = EarlierRows => EarlierResult;

    EarlierOrderTemplate, "earlier_order_template_xlsx": Get "/api/earlier-order-template.xlsx", Access::Public, 200;
    "Returns an empty spreadsheet for open orders, with headers and one example row.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;

    ListOrderImports, "list_order_imports": Get "/agent/earlier-orders", EDIT_PRICES, 200;
    "Lists the latest imports of open orders, newest first, at most 20. Also requires the right to change orders.";
    path = (), query = Nothing, body = Nothing => Listing<OrderImport>;

    UndoOrderImport, "undo_order_import": Post "/agent/earlier-orders/{order_import}/undo", EDIT_PRICES, 200, idempotent = true;
    "Cancels the orders of an import and takes their credits back. Refused if something rests on one of them. Also requires the right to \
     change orders, and for paid amounts the one to manage balances.";
    path = (OrderImportId,), query = Nothing, body = Nothing => OrderImport;
}
