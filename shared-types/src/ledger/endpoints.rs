//! Endpoints of balances.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ClientId, EntryId},
    orders::ReservedDeposit,
    page::Page,
};

const STAFF_VIEW: Access = Access::Agent(Object::Balance, Level::View);
const STAFF_MANAGE: Access = Access::Agent(Object::Balance, Level::Manage);
const VIEW: Access = Access::Client(Object::Balance, Level::View);

crate::endpoints! {
    ledger_endpoints:

    [Balances]
    ShowBalance, "show_balance": Get "/client/balance", VIEW, 200;
    "Returns the client's balances in rubles and yuan.";
    path = (), query = Nothing, body = Nothing => Balance;

    ListDeposits, "list_deposits": Get "/client/balance/deposits", VIEW, 200;
    "Lists the deposits of the client's orders, the oldest order first.";
    path = (), query = DepositQuery, body = Nothing => Page<ReservedDeposit>;

    ListOperations, "list_operations": Get "/client/balance/operations", VIEW, 200;
    "Lists the operations on the client's balances, newest first, each with the balance after it.";
    path = (), query = OperationQuery, body = Nothing => Page<Operation>;

    ExportOperations, "export_operations": Get "/client/balance/operations.xlsx", VIEW, 200;
    "Exports the operations on the client's balances as a spreadsheet, with the same filters.";
    path = (), query = OperationQuery, body = Nothing => RawFile;

    StreamOperations, "stream_operations": Get "/client/balance/operations.ndjson", VIEW, 200;
    "Exports the operations on the client's balances as JSON Lines, with the same filters and without a limit.";
    path = (), query = OperationQuery, body = Nothing => RawFile;

    StreamLedger, "stream_ledger": Get "/agent/ledger.ndjson", STAFF_VIEW, 200;
    "Exports the operations on the balances of all clients as JSON Lines, newest first and without a limit.";
    path = (), query = OperationQuery, body = Nothing => RawFile;

    ShowClientBalance, "show_client_balance": Get "/agent/clients/{client}/balance", STAFF_VIEW, 200;
    "Returns a client's balances.";
    path = (ClientId,), query = Nothing, body = Nothing => ClientBalance;

    ListClientDeposits, "list_client_deposits": Get "/agent/clients/{client}/balance/deposits", STAFF_VIEW, 200;
    "Lists the deposits of a client's orders, the oldest order first.";
    path = (ClientId,), query = DepositQuery, body = Nothing => Page<ReservedDeposit>;

    ListClientOperations, "list_client_operations": Get "/agent/clients/{client}/balance/operations", STAFF_VIEW, 200;
    "Lists the operations on a client's balances, newest first.";
    path = (ClientId,), query = OperationQuery, body = Nothing => Page<Operation>;

    ExportClientOperations, "export_client_operations": Get "/agent/clients/{client}/balance/operations.xlsx",
        Access::Agent(Object::Reports, Level::View), 200;
    "Exports the operations on a client's balances as a spreadsheet. Also requires the right to view balances.";
    path = (ClientId,), query = OperationQuery, body = Nothing => RawFile;

    AdjustBalance, "adjust_balance": Post "/agent/clients/{client}/balance/adjustments",
        STAFF_MANAGE, 201, idempotent = true, step_up = true;
    "Corrects a client's balance. A balance can't become negative.";
    path = (ClientId,), query = Nothing, body = Adjustment => Operation;

    ReverseOperation, "reverse_operation": Post "/agent/clients/{client}/balance/operations/{entry}/reverse",
        STAFF_MANAGE, 201, idempotent = true, step_up = true;
    "Reverses a top-up or a correction with an opposite entry.";
    path = (ClientId, EntryId), query = Nothing, body = ReversalReason => Operation;
}
