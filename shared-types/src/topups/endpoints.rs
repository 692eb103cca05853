//! Endpoints of top-ups.

use super::{dto::*, statement_lines::*, withdrawals::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{BalanceRequestId, ClientId, StatementLineId, WalletTopupId, WithdrawalId},
    page::{Listing, Page},
};

const VIEW: Access = Access::Client(Object::Topups, Level::View);
const EDIT: Access = Access::Client(Object::Topups, Level::Edit);
const BALANCE_VIEW: Access = Access::Client(Object::Balance, Level::View);
const BALANCE_MANAGE: Access = Access::Client(Object::Balance, Level::Manage);
const STAFF_VIEW: Access = Access::Agent(Object::Topups, Level::View);
const STAFF_EDIT: Access = Access::Agent(Object::Topups, Level::Edit);
const STAFF_MANAGE: Access = Access::Agent(Object::Topups, Level::Manage);
const REPORTS: Access = Access::Agent(Object::Reports, Level::View);

crate::endpoints! {
    topup_endpoints:

    [Topups]
    ListOwnBalanceRequests, "list_own_balance_requests": Get "/client/balance/requests", VIEW, 200;
    "Lists the client's requests to top up its balance, newest first.";
    path = (), query = BalanceRequestQuery, body = Nothing => Page<BalanceRequest>;

    RequestTopup, "request_topup": Post "/client/balance/requests", EDIT, 201, idempotent = true;
    "Requests requisites for a top-up of a balance.";
    path = (), query = Nothing, body = NewBalanceRequest => BalanceRequest;

    ReportTopup, "report_topup": Post "/client/balance/requests/{request}/report", EDIT, 200, idempotent = true;
    "Reports that the client has paid.";
    path = (BalanceRequestId,), query = Nothing, body = Nothing => BalanceRequest;

    CancelTopup, "cancel_topup": Post "/client/balance/requests/{request}/cancel", EDIT, 200, idempotent = true;
    "Cancels a request that was not paid yet.";
    path = (BalanceRequestId,), query = Nothing, body = Nothing => BalanceRequest;

    ShowRequisites, "show_requisites": Get "/client/r/{code}", Access::Public, 200;
    "Returns the requisites of a request by its short code, without a login.";
    path = (String,), query = Nothing, body = Nothing => RequisitesPage;

    ListBalanceRequests, "list_balance_requests": Get "/agent/balance-requests", STAFF_VIEW, 200;
    "Lists the clients' requests to top up their balances, newest first.";
    path = (), query = BalanceRequestQuery, body = Nothing => Page<BalanceRequest>;

    ExportBalanceRequests, "export_balance_requests": Get "/agent/balance-requests.xlsx", REPORTS, 200;
    "Exports the request list as a spreadsheet, with the same filters. Also requires the right to view top-ups.";
    path = (), query = BalanceRequestQuery, body = Nothing => RawFile;

    IssueRequisites, "issue_requisites": Post "/agent/balance-requests/{request}/issue",
        STAFF_EDIT, 200, idempotent = true, step_up = true;
    "Issues or replaces the requisites of a request.";
    path = (BalanceRequestId,), query = Nothing, body = Requisites => BalanceRequest;

    ConfirmTopup, "confirm_topup": Post "/agent/balance-requests/{request}/confirm",
        STAFF_MANAGE, 200, idempotent = true, step_up = true;
    "Confirms the received money, credits it to the client's balance, and puts it into a cash box.";
    path = (BalanceRequestId,), query = Nothing, body = TopupConfirmation => BalanceRequest;

    ListTopupBoxes, "list_topup_boxes": Get "/agent/balance-requests/{request}/boxes", STAFF_MANAGE, 200;
    "Lists the cash boxes that the money of a request can go to. A person who sees only the own cash boxes gets these.";
    path = (BalanceRequestId,), query = Nothing, body = Nothing => Listing<TopupBox>;

    ReopenTopup, "reopen_topup": Post "/agent/balance-requests/{request}/reopen",
        STAFF_MANAGE, 200, idempotent = true, step_up = true;
    "Takes a confirmation back: the credited money leaves the client's balance and the cash box, and the line of the statement is \
        offered again.";
    path = (BalanceRequestId,), query = Nothing, body = ReopeningReason => BalanceRequest;

    RejectTopup, "reject_topup": Post "/agent/balance-requests/{request}/reject", STAFF_EDIT, 200, idempotent = true;
    "Rejects a request.";
    path = (BalanceRequestId,), query = Nothing, body = Rejection => BalanceRequest;

    ReadStatement, "read_statement": Post "/agent/balance-requests/statement", STAFF_VIEW, 200;
    "Parses a bank statement (1C exchange, MT940, camt, CSV, XLSX, XLS) into text with one operation per line. Nothing is stored.";
    path = (), query = Nothing, body = RawFile => BankStatement;

    MatchStatement, "match_statement": Post "/agent/balance-requests/matches", STAFF_VIEW, 200, body_bytes = 8 << 20;
    "Suggests which open requests the lines of a bank statement pay.";
    path = (), query = Nothing, body = BankStatement => StatementMatches;

    KeepStatement, "keep_statement": Post "/agent/statement-lines", STAFF_EDIT, 200, idempotent = true, body_bytes = 8 << 20;
    "Keeps the lines of a bank statement that show incoming money. A line that was kept before is not added again.";
    path = (), query = Nothing, body = BankStatement => KeptStatement;

    ListStatementLines, "list_statement_lines": Get "/agent/statement-lines", STAFF_VIEW, 200;
    "Lists the kept lines of bank statements, with the open requests that they may pay.";
    path = (), query = StatementLineQuery, body = Nothing => Page<StatementLine>;

    ListExactLines, "list_exact_lines": Get "/agent/statement-lines/exact", STAFF_VIEW, 200;
    "Lists the oldest 200 open lines that pay one request without doubt. No two of them pay the same request.";
    path = (), query = Nothing, body = Nothing => Listing<StatementLine>;

    ListPayableRequests, "list_payable_requests": Get "/agent/statement-lines/{line}/requests", STAFF_VIEW, 200;
    "Lists at most 50 open requests that a line can be credited to, most likely first.";
    path = (StatementLineId,), query = PayableQuery, body = Nothing => Listing<BalanceRequest>;

    IgnoreStatementLine, "ignore_statement_line": Post "/agent/statement-lines/{line}/ignore", STAFF_EDIT, 200, idempotent = true;
    "Marks an open line as no money of a client. If a part of it was credited, that part stays credited.";
    path = (StatementLineId,), query = Nothing, body = IgnoreReason => StatementLine;

    RestoreStatementLine, "restore_statement_line": Post "/agent/statement-lines/{line}/restore", STAFF_EDIT, 200, idempotent = true;
    "Opens a line that was ignored.";
    path = (StatementLineId,), query = Nothing, body = Nothing => StatementLine;

    [WalletTopups]
    ListOwnWalletTopups, "list_own_wallet_topups": Get "/client/wallet-topup", VIEW, 200;
    "Lists the client's requests to top up its payment apps, newest first.";
    path = (), query = WalletQuery, body = Nothing => Page<WalletTopup>;

    RequestWalletTopup, "request_wallet_topup": Post "/client/wallet-topup", EDIT, 201, idempotent = true;
    "Requests a top-up of a payment app from the yuan balance.";
    path = (), query = Nothing, body = NewWalletTopup => WalletTopup;

    CancelWalletTopup, "cancel_wallet_topup": Post "/client/wallet-topup/{topup}/cancel", EDIT, 200, idempotent = true;
    "Cancels a request that was not paid yet.";
    path = (WalletTopupId,), query = Nothing, body = Nothing => WalletTopup;

    ListWalletTopups, "list_wallet_topups": Get "/agent/wallet-topups", STAFF_VIEW, 200;
    "Lists the clients' requests to top up their payment apps, newest first.";
    path = (), query = WalletQuery, body = Nothing => Page<WalletTopup>;

    ExportWalletTopups, "export_wallet_topups": Get "/agent/wallet-topups.xlsx", REPORTS, 200;
    "Exports the request list as a spreadsheet, with the same filters. Also requires the right to view top-ups.";
    path = (), query = WalletQuery, body = Nothing => RawFile;

    PayWalletTopup, "pay_wallet_topup": Post "/agent/wallet-topups/{topup}/pay", STAFF_MANAGE, 200, idempotent = true, step_up = true;
    "Marks a request as paid and takes the amount from the client's yuan balance.";
    path = (WalletTopupId,), query = Nothing, body = Nothing => WalletTopup;

    RejectWalletTopup, "reject_wallet_topup": Post "/agent/wallet-topups/{topup}/reject", STAFF_EDIT, 200, idempotent = true;
    "Rejects a request.";
    path = (WalletTopupId,), query = Nothing, body = Rejection => WalletTopup;

    [Withdrawals]
    ListOwnWithdrawals, "list_own_withdrawals": Get "/client/withdrawals", BALANCE_VIEW, 200;
    "Lists the client's withdrawals, newest first.";
    path = (), query = WithdrawalQuery, body = Nothing => Page<Withdrawal>;

    RequestWithdrawal, "request_withdrawal": Post "/client/withdrawals", BALANCE_MANAGE, 201, idempotent = true;
    "Requests a withdrawal. The amount is reserved from the balance until the request is paid, rejected or canceled.";
    path = (), query = Nothing, body = NewWithdrawal => Withdrawal;

    CancelWithdrawal, "cancel_withdrawal": Post "/client/withdrawals/{withdrawal}/cancel", BALANCE_MANAGE, 200, idempotent = true;
    "Cancels a withdrawal that the agent has not confirmed, and returns its amount to the balance.";
    path = (WithdrawalId,), query = Nothing, body = Nothing => Withdrawal;

    ListWithdrawals, "list_withdrawals": Get "/agent/withdrawals", STAFF_VIEW, 200;
    "Lists the clients' withdrawals, newest first.";
    path = (), query = WithdrawalQuery, body = Nothing => Page<Withdrawal>;

    ExportWithdrawals, "export_withdrawals": Get "/agent/withdrawals.xlsx", REPORTS, 200;
    "Exports the list of withdrawals as a spreadsheet, with the same filters. Also requires the right to view top-ups.";
    path = (), query = WithdrawalQuery, body = Nothing => RawFile;

    RequestClientWithdrawal, "request_client_withdrawal": Post "/agent/clients/{client}/withdrawals", STAFF_EDIT, 201, idempotent = true;
    "Requests a withdrawal on behalf of a client. The amount is reserved from the client's balance.";
    path = (ClientId,), query = Nothing, body = NewWithdrawal => Withdrawal;

    ConfirmWithdrawal, "confirm_withdrawal": Post "/agent/withdrawals/{withdrawal}/confirm", STAFF_EDIT, 200, idempotent = true;
    "Confirms a withdrawal, so that it can be paid. The client can't cancel it any more.";
    path = (WithdrawalId,), query = Nothing, body = Nothing => Withdrawal;

    PayWithdrawal, "pay_withdrawal": Post "/agent/withdrawals/{withdrawal}/pay", STAFF_MANAGE, 200, idempotent = true, step_up = true;
    "Marks a confirmed withdrawal as paid: its reserved amount leaves the cash box.";
    path = (WithdrawalId,), query = Nothing, body = Nothing => Withdrawal;

    RejectWithdrawal, "reject_withdrawal": Post "/agent/withdrawals/{withdrawal}/reject", STAFF_EDIT, 200, idempotent = true;
    "Rejects a withdrawal and returns its amount to the balance.";
    path = (WithdrawalId,), query = Nothing, body = Rejection => Withdrawal;
}
