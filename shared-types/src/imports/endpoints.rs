//! Endpoints of imports.

use super::dto::*;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{ImportId, OrderId},
    page::Listing,
};

/// Items that staff add need prices.
const VIEW: PerSide<Access> = PerSide::Two {
    agent: Access::Agent(Object::OrderPrices, Level::View),
    client: Access::Client(Object::Orders, Level::View),
};
const EDIT: PerSide<Access> = PerSide::Two {
    agent: Access::Agent(Object::OrderPrices, Level::Edit),
    client: Access::Client(Object::Orders, Level::Edit),
};

crate::endpoints! {
    import_endpoints:

    [Imports]
    UploadImport, "upload_agent_import" | "upload_import": Post "/orders/{order}/imports", EDIT, 201;
    "Parses a spreadsheet (.xlsx, .xlsm, .xls, .ods, .csv) for an order. Items are added only when the import is \
     confirmed. Clients import into drafts, staff into submitted orders.";
    path = (OrderId,), query = ImportUploadQuery, body = RawFile => Import;

    ListImports, "list_agent_imports" | "list_imports": Get "/orders/{order}/imports", VIEW, 200;
    "Lists the imports of the caller's side into an order, newest first.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<Import>;

    ShowImport, "show_agent_import" | "show_import": Get "/orders/{order}/imports/{import}", VIEW, 200;
    "Returns the rows of an import as they would be added, with the errors of each cell.";
    path = (OrderId, ImportId), query = PreviewQuery, body = Nothing => ImportPreview;

    ChangeImport, "change_agent_import" | "change_import": Patch "/orders/{order}/imports/{import}", EDIT, 200;
    "Sets the field of each column and the header row.";
    path = (OrderId, ImportId), query = Nothing, body = ImportChange => Import;

    ConfirmImport, "confirm_agent_import" | "confirm_import": Post "/orders/{order}/imports/{import}/confirm", EDIT, 200, idempotent = true;
    "Adds the rows without errors to the order. New items of earlier imports are updated.";
    path = (OrderId, ImportId), query = Nothing, body = Nothing => Import;

    UndoImport, "undo_agent_import" | "undo_import": Post "/orders/{order}/imports/{import}/undo", EDIT, 200, idempotent = true;
    "Undoes the latest import: removes the items that it added and restores the items that it changed. Items that staff have worked \
     on since stay.";
    path = (OrderId, ImportId), query = Nothing, body = Nothing => Import;

    ImportTemplateXlsx, "import_template_xlsx": Get "/api/import-template.xlsx", Access::Public, 200;
    "Returns an empty spreadsheet with headers and one example row.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;

    ImportTemplateCsv, "import_template_csv": Get "/api/import-template.csv", Access::Public, 200;
    "Returns the template as CSV: UTF-8, separated by semicolons.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;
}
