//! Endpoints of the cash book.

use super::{boxes::*, dto::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{CashBoxId, CashClosingId, CashEntryId},
    page::Page,
};

const VIEW: Access = Access::Agent(Object::Cash, Level::View);
const EDIT: Access = Access::Agent(Object::Cash, Level::Edit);
const MANAGE: Access = Access::Agent(Object::Cash, Level::Manage);

crate::endpoints! {
    cash_endpoints:

    [CashBook]
    ShowCashBook, "show_cash_book": Get "/agent/cash-book", VIEW, 200;
    "Returns the cash boxes with their balances, and the categories of entries.";
    path = (), query = Nothing, body = Nothing => CashBook;

    AddCashBox, "add_cash_box": Post "/agent/cash-boxes", MANAGE, 201, idempotent = true;
    "Adds a cash box.";
    path = (), query = Nothing, body = NewCashBox => CashBox;

    ChangeCashBox, "change_cash_box": Patch "/agent/cash-boxes/{cash_box}", MANAGE, 200, versioned = true;
    "Renames a cash box, gives it to another person, or archives it.";
    path = (CashBoxId,), query = Nothing, body = CashBoxChange => CashBox;

    ListCashBoxHistory, "list_cash_box_history": Get "/agent/cash-boxes/{cash_box}/history", VIEW, 200;
    "Lists the changes of a cash box, newest first: its names, its holders, and the times in the archive.";
    path = (CashBoxId,), query = CashBoxHistoryQuery, body = Nothing => Page<CashBoxHistoryEntry>;

    ListCashEntries, "list_cash_entries": Get "/agent/cash-entries", VIEW, 200;
    "Lists the entries of the cash book, newest first, each with the balance of the box after it.";
    path = (), query = CashEntryQuery, body = Nothing => Page<CashEntry>;

    SumCashEntries, "sum_cash_entries": Get "/agent/cash-entries/sums", VIEW, 200;
    "Returns the sums of the entries of the cash book that match the filters.";
    path = (), query = CashEntryQuery, body = Nothing => CashSummary;

    ExportCashEntries, "export_cash_entries": Get "/agent/cash-entries.xlsx", VIEW, 200;
    "Exports the entries of the cash book as a spreadsheet, with the same filters.";
    path = (), query = CashEntryQuery, body = Nothing => RawFile;

    ExportBankStatement, "export_bank_statement": Get "/agent/cash-boxes/{cash_box}/statement.txt", VIEW, 200;
    "Exports the entries of a cash box with a bank account as a statement in the exchange format of 1C (1CClientBankExchange 1.03,
        windows-1251).";
    path = (CashBoxId,), query = BankStatementQuery, body = Nothing => RawFile;

    AddCashEntry, "add_cash_entry": Post "/agent/cash-entries", EDIT, 201, idempotent = true;
    "Enters an income or an expense.";
    path = (), query = Nothing, body = NewCashEntry => CashEntry;

    TransferCash, "transfer_cash": Post "/agent/cash-transfers", EDIT, 201, idempotent = true;
    "Moves money between two cash boxes. If their currencies differ, both sums are stated, and it is an exchange.";
    path = (), query = Nothing, body = NewCashTransfer => CashEntry;

    ReverseCashEntry, "reverse_cash_entry": Post "/agent/cash-entries/{cash_entry}/reverse", EDIT, 201, idempotent = true;
    "Reverses an entry by an opposite one, once.";
    path = (CashEntryId,), query = Nothing, body = CashReversal => CashEntry;

    ShowCashDay, "show_cash_day": Get "/agent/cash-boxes/{cash_box}/day", VIEW, 200;
    "Returns what a cash box should have after a day, and its last closings.";
    path = (CashBoxId,), query = CashDayQuery, body = Nothing => CashDay;

    CloseCashDay, "close_cash_day": Post "/agent/cash-boxes/{cash_box}/closings", EDIT, 201, idempotent = true;
    "Closes the days of a cash box up to one day, with the sum that was counted. Entries of closed days are refused.";
    path = (CashBoxId,), query = Nothing, body = NewCashClosing => CashClosing;

    ReopenCashDay, "reopen_cash_day": Post "/agent/cash-closings/{closing}/reopen",
        MANAGE, 200, idempotent = true, step_up = true;
    "Takes the last closing of a cash box back. It stays in the list, with the person and the reason.";
    path = (CashClosingId,), query = Nothing, body = CashReopening => CashClosing;
}
