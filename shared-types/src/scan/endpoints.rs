//! Endpoints of the scanner, warehouse cells and labels.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{CellId, UnknownScanId},
    page::{Listing, Page},
};

const VIEW: Access = Access::Agent(Object::Orders, Level::View);
const EDIT: Access = Access::Agent(Object::Orders, Level::Edit);

crate::endpoints! {
    scan_endpoints:

    [Scanning]
    LookUpCode, "look_up_code": Get "/agent/scan", VIEW, 200;
    "Returns the objects that a code resolves to.";
    path = (), query = ScanQuery, body = Nothing => CodeLookup;

    ScanCode, "scan_code": Post "/agent/scan", EDIT, 200;
    "Performs the action of a scan, once for each `scan_id`. Packing also requires the right to edit shipments.";
    path = (), query = Nothing, body = NewScan => ScanOutcome;

    ScanCodes, "scan_codes": Post "/agent/scan/batch", EDIT, 200;
    "Performs scans that were made offline, in their order, each once. One that can't be performed does not stop the others.";
    path = (), query = Nothing, body = ScanBatch => Listing<ScanOutcome>;

    ListUnknownScans, "list_unknown_scans": Get "/agent/scan/unknown", VIEW, 200;
    "Lists unknown codes, the last scanned first, with items that have got them as their tracks since.";
    path = (), query = UnknownScanQuery, body = Nothing => Page<UnknownScan>;

    DismissUnknownScan, "dismiss_unknown_scan": Delete "/agent/scan/unknown/{id}", EDIT, 204;
    "Removes a code from the list of unknown codes.";
    path = (UnknownScanId,), query = Nothing, body = Nothing => Nothing;

    ListCells, "list_cells": Get "/agent/cells", VIEW, 200;
    "Lists the cells of the warehouse by name.";
    path = (), query = Nothing, body = Nothing => Listing<Cell>;

    AddCells, "add_cells": Post "/agent/cells", EDIT, 200;
    "Adds cells and returns all cells.";
    path = (), query = Nothing, body = NewCells => Listing<Cell>;

    ShowCell, "show_cell": Get "/agent/cells/{id}", VIEW, 200;
    "Returns a cell and its items.";
    path = (CellId,), query = Nothing, body = Nothing => CellCard;

    RemoveCell, "remove_cell": Delete "/agent/cells/{id}", EDIT, 204;
    "Removes an empty cell.";
    path = (CellId,), query = Nothing, body = Nothing => Nothing;

    ShowLabels, "show_labels": Get "/agent/labels", VIEW, 200;
    "Returns the contents of labels. Labels of shipments also require the right to view shipments.";
    path = (), query = LabelQuery, body = Nothing => Listing<Label>;
}
