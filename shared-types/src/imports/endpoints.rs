//! Addresses of imports.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ImportId, OrderId},
    page::Listing,
};

const VIEW: Access = Access::Client(Object::Orders, Level::View);
const EDIT: Access = Access::Client(Object::Orders, Level::Edit);

crate::endpoints! {
    UploadImport, "upload_import": Post "/client/orders/{order}/imports", EDIT, 201;
    "Reads a spreadsheet (.xlsx, .xlsm, .xls, .csv) for a draft; nothing is added until it is confirmed.";
    path = (OrderId,), query = UploadQuery, body = RawFile => Import;

    ListImports, "list_imports": Get "/client/orders/{order}/imports", VIEW, 200;
    "The imports of an order, newest first.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<Import>;

    ShowImport, "show_import": Get "/client/orders/{order}/imports/{import}", VIEW, 200;
    "The rows of an import as they would be added, with the faults of each cell.";
    path = (OrderId, ImportId), query = PreviewQuery, body = Nothing => ImportPreview;

    ChangeImport, "change_import": Patch "/client/orders/{order}/imports/{import}", EDIT, 200;
    "Says what the columns hold and where the headers stand.";
    path = (OrderId, ImportId), query = Nothing, body = ImportChange => Import;

    ConfirmImport, "confirm_import": Post "/client/orders/{order}/imports/{import}/confirm", EDIT, 200, idempotent = true;
    "Adds the rows without faults to the draft; rows imported before are updated.";
    path = (OrderId, ImportId), query = Nothing, body = Nothing => Import;

    UndoImport, "undo_import": Post "/client/orders/{order}/imports/{import}/undo", EDIT, 200, idempotent = true;
    "Removes what the newest import added and restores what it changed.";
    path = (OrderId, ImportId), query = Nothing, body = Nothing => Import;

    ImportTemplateXlsx, "import_template_xlsx": Get "/api/import-template.xlsx", Access::Public, 200;
    "An empty spreadsheet with headers and one example row.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;

    ImportTemplateCsv, "import_template_csv": Get "/api/import-template.csv", Access::Public, 200;
    "The same as text in UTF-8, parted by semicolons.";
    path = (), query = TemplateQuery, body = Nothing => RawFile;
}
