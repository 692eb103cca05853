//! Addresses of the scanner, the cells and the labels.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{CellId, UnknownScanId},
    page::Listing,
};

const VIEW: Access = Access::Agent(Object::Orders, Level::View);
const WORK: Access = Access::Agent(Object::Orders, Level::Edit);

crate::endpoints! {
    FollowCode, "follow_code": Get "/agent/scan", VIEW, 200;
    "What a code leads to.";
    path = (), query = ScanQuery, body = Nothing => ScanFound;

    Scan, "scan": Post "/agent/scan", WORK, 200;
    "Does what a scan is for, once for each `scan_id`; packing also takes the right to edit shipments.";
    path = (), query = Nothing, body = NewScan => ScanOutcome;

    ScanMany, "scan_many": Post "/agent/scan/batch", WORK, 200;
    "Scans made without a connection: done in their order, each once.";
    path = (), query = Nothing, body = ScanBatch => Listing<ScanOutcome>;

    ListUnknownScans, "list_unknown_scans": Get "/agent/scan/unknown", VIEW, 200;
    "Codes that nobody knew, newest first, with the lines that got their tracks meanwhile.";
    path = (), query = Nothing, body = Nothing => Listing<UnknownScan>;

    ForgetUnknownScan, "forget_unknown_scan": Delete "/agent/scan/unknown/{id}", WORK, 204;
    "Takes a code off the list.";
    path = (UnknownScanId,), query = Nothing, body = Nothing => Nothing;

    ListCells, "list_cells": Get "/agent/cells", VIEW, 200;
    "The cells of the warehouse by name.";
    path = (), query = Nothing, body = Nothing => Listing<Cell>;

    AddCells, "add_cells": Post "/agent/cells", WORK, 200;
    "Adds cells; answers with all of them.";
    path = (), query = Nothing, body = NewCells => Listing<Cell>;

    ShowCell, "show_cell": Get "/agent/cells/{id}", VIEW, 200;
    "A cell with what lies there.";
    path = (CellId,), query = Nothing, body = Nothing => CellCard;

    RemoveCell, "remove_cell": Delete "/agent/cells/{id}", WORK, 204;
    "Removes an empty cell.";
    path = (CellId,), query = Nothing, body = Nothing => Nothing;

    ShowLabels, "show_labels": Get "/agent/labels", VIEW, 200;
    "What stands on labels; those of shipments also take the right to see shipments.";
    path = (), query = LabelQuery, body = Nothing => Listing<Label>;
}
