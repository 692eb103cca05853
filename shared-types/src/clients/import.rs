//! Import of clients from a spreadsheet.

use super::ClientOption;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    fields::FieldErrors,
    imports::{HiddenCells, TemplateQuery},
};

/// Maximum number of clients in a sheet.
pub const SHEET_ROWS: usize = 2_000;
/// Maximum number of rows in one request that creates clients.
pub const IMPORTED_ROWS: usize = 100;
/// Maximum length of a client code in a sheet, in characters.
pub const SHEET_CODE: usize = 16;

/// Parameters of a sheet to read.
#[apply(request)]
#[derive(Default)]
pub struct ClientSheetQuery {
    /// Sheet to parse. Defaults to the first one with a header row, else to the first one that is not empty. Hidden sheets and
    /// instructions come last.
    pub sheet: Option<String>,
}

/// A row of a sheet of clients: the texts of its cells.
#[apply(request)]
pub struct ClientSheetRow {
    /// Row number in the sheet, starting at 1.
    pub number: u32,
    /// Account name, and the name of the owner until the invitation is confirmed.
    pub name: String,
    /// Phone number of the owner in any usual notation.
    pub phone: String,
    /// Company name.
    #[serde(default)]
    pub company: String,
    /// Language of the owner, as its code or name. Russian if it is empty.
    #[serde(default)]
    pub language: String,
    /// Client code of an earlier system, in any case. The next free code if it is empty.
    #[serde(default)]
    pub code: String,
    /// Opening balance: an amount that is not negative, such as `1250.00`. None if it is empty.
    #[serde(default)]
    pub balance: String,
    /// Code of the currency of the balance. The ruble if it is empty.
    #[serde(default)]
    pub currency: String,
}

/// A row of a sheet of clients with its errors. A row without errors becomes a client, or the opening balance of an existing one.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CheckedClientRow {
    pub row: ClientSheetRow,
    /// The existing client that gets the balance: the row has its code or phone number and a balance, and the client has no
    /// operations. Nothing else of the row is read.
    pub client: Option<ClientOption>,
    /// Errors of the cells: `taken` for a phone number or a code of a client of the agent, and for a balance of a client with
    /// operations; `repeated` for one of an earlier row.
    pub errors: FieldErrors,
    /// Whether the plan of the agent allows no more clients.
    pub over_plan: bool,
}

impl CheckedClientRow {
    /// Whether the row becomes a client.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty() && !self.over_plan
    }
}

/// The clients of a spreadsheet.
#[apply(response)]
pub struct ClientSheet {
    /// Names of the sheets of the file that are not hidden. Empty for a text file.
    pub sheets: Vec<String>,
    /// Name of the sheet that was parsed.
    pub sheet: String,
    /// Headers of the columns with values that are not imported.
    pub ignored_columns: Vec<String>,
    /// Rows and columns that are hidden in the sheet. They are not read.
    pub hidden: HiddenCells,
    /// Rows that are not empty, without the header row.
    pub rows: Vec<CheckedClientRow>,
}

/// Clients to create.
#[apply(request)]
pub struct ClientImport {
    /// Rows of the sheet.
    pub rows: Vec<ClientSheetRow>,
}

#[apply(response)]
pub struct ClientImportResult {
    /// Number of clients that were created.
    pub created: u32,
    /// Number of existing clients that got an opening balance.
    pub credited: u32,
    /// Rows that were refused, with their errors.
    pub refused: Vec<CheckedClientRow>,
}

const EDIT: Access = Access::Agent(Object::Clients, Level::Edit);

crate::endpoints! {
    client_import_endpoints:

    [Clients]
    ReadClientSheet, "read_client_sheet": Post "/agent/clients/sheet", EDIT, 200;
    "Reads clients from a spreadsheet (.xlsx, .xlsm, .xls, .ods, .csv) and checks each row. Nothing is stored.";
    path = (), query = ClientSheetQuery, body = RawFile => ClientSheet;

    ImportClients, "import_clients": Post "/agent/clients/import", EDIT, 200, idempotent = true;
    "Creates clients from rows of a spreadsheet and invites their owners. Rows with errors are returned. A repeated row creates nothing. \
     Rows with an opening balance also require the right to manage balances. A balance of an existing client without operations is posted.";
    path = (), query = Nothing, body = ClientImport => ClientImportResult;

    ClientTemplateXlsx, "client_template_xlsx": Get "/api/client-template.xlsx", Access::Public, 200;
    "Returns an empty spreadsheet for clients, with headers and one example row.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;

    ClientTemplateCsv, "client_template_csv": Get "/api/client-template.csv", Access::Public, 200;
    "Returns the template for clients as CSV: UTF-8, separated by semicolons.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;
}
