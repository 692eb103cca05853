//! Addresses of top-ups.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{BalanceRequestId, WalletTopupId},
    page::{Listing, Page},
};

const VIEW: Access = Access::Client(Object::Topups, Level::View);
const ASK: Access = Access::Client(Object::Topups, Level::Edit);
const STAFF_VIEW: Access = Access::Agent(Object::Topups, Level::View);
const STAFF_EDIT: Access = Access::Agent(Object::Topups, Level::Edit);
const STAFF_MANAGE: Access = Access::Agent(Object::Topups, Level::Manage);
const REPORTS: Access = Access::Agent(Object::Reports, Level::View);

crate::endpoints! {
    ListOwnRequests, "list_own_balance_requests": Get "/client/balance/requests", VIEW, 200;
    "The client's requests to top its balance up, newest first.";
    path = (), query = RequestQuery, body = Nothing => Page<BalanceRequest>;

    AskTopup, "ask_topup": Post "/client/balance/requests", ASK, 201, idempotent = true;
    "Asks for requisites to top a balance up.";
    path = (), query = Nothing, body = NewBalanceRequest => BalanceRequest;

    ReportTopup, "report_topup": Post "/client/balance/requests/{request}/report", ASK, 200, idempotent = true;
    "Says that the money was sent.";
    path = (BalanceRequestId,), query = Nothing, body = Nothing => BalanceRequest;

    CancelTopup, "cancel_topup": Post "/client/balance/requests/{request}/cancel", ASK, 200, idempotent = true;
    "Gives a request up before the money was sent.";
    path = (BalanceRequestId,), query = Nothing, body = Nothing => BalanceRequest;

    ShowRequisites, "show_requisites": Get "/client/r/{code}", Access::Public, 200;
    "Where to pay, by the short code, without a login.";
    path = (String,), query = Nothing, body = Nothing => RequisitesPage;

    ListBalanceRequests, "list_balance_requests": Get "/agent/balance-requests", STAFF_VIEW, 200;
    "Clients' requests to top their balances up, newest first.";
    path = (), query = RequestQuery, body = Nothing => Page<BalanceRequest>;

    ExportBalanceRequests, "export_balance_requests": Get "/agent/balance-requests.xlsx", REPORTS, 200;
    "The requests as a spreadsheet, by the table's own filters; also takes the right to see top-ups.";
    path = (), query = RequestQuery, body = Nothing => RawFile;

    IssueRequisites, "issue_requisites": Post "/agent/balance-requests/{request}/issue", STAFF_EDIT, 200, idempotent = true;
    "Names where to pay, or names it anew.";
    path = (BalanceRequestId,), query = Nothing, body = Requisites => BalanceRequest;

    ConfirmTopup, "confirm_topup": Post "/agent/balance-requests/{request}/confirm", STAFF_MANAGE, 200, idempotent = true;
    "Books the money that came onto the client's balance.";
    path = (BalanceRequestId,), query = Nothing, body = Confirmation => BalanceRequest;

    RejectTopup, "reject_topup": Post "/agent/balance-requests/{request}/reject", STAFF_EDIT, 200, idempotent = true;
    "Refuses a request.";
    path = (BalanceRequestId,), query = Nothing, body = Rejection => BalanceRequest;

    ReadStatement, "read_statement": Post "/agent/balance-requests/statement", STAFF_VIEW, 200;
    "Reads a bank's statement (1C exchange, CSV, XLSX, XLS) as text with an operation a line; nothing is kept.";
    path = (), query = Nothing, body = RawFile => Statement;

    MatchStatement, "match_statement": Post "/agent/balance-requests/matches", STAFF_VIEW, 200;
    "Suggests which lines of a bank's statement are the money of which open requests.";
    path = (), query = Nothing, body = Statement => Listing<StatementMatch>;

    ListOwnWalletTopups, "list_own_wallet_topups": Get "/client/wallet-topup", VIEW, 200;
    "The client's requests to top its payment apps up, newest first.";
    path = (), query = WalletQuery, body = Nothing => Page<WalletTopup>;

    AskWalletTopup, "ask_wallet_topup": Post "/client/wallet-topup", ASK, 201, idempotent = true;
    "Asks the agent to top a payment app up from the yuan balance.";
    path = (), query = Nothing, body = NewWalletTopup => WalletTopup;

    CancelWalletTopup, "cancel_wallet_topup": Post "/client/wallet-topup/{topup}/cancel", ASK, 200, idempotent = true;
    "Gives a request up before it was paid.";
    path = (WalletTopupId,), query = Nothing, body = Nothing => WalletTopup;

    ListWalletTopups, "list_wallet_topups": Get "/agent/wallet-topups", STAFF_VIEW, 200;
    "Clients' requests to top their payment apps up, newest first.";
    path = (), query = WalletQuery, body = Nothing => Page<WalletTopup>;

    ExportWalletTopups, "export_wallet_topups": Get "/agent/wallet-topups.xlsx", REPORTS, 200;
    "The requests as a spreadsheet, by the table's own filters; also takes the right to see top-ups.";
    path = (), query = WalletQuery, body = Nothing => RawFile;

    PayWalletTopup, "pay_wallet_topup": Post "/agent/wallet-topups/{topup}/pay", STAFF_MANAGE, 200, idempotent = true, payout = true;
    "Marks a request as paid and takes the money from the client's yuan balance.";
    path = (WalletTopupId,), query = Nothing, body = Nothing => WalletTopup;

    RejectWalletTopup, "reject_wallet_topup": Post "/agent/wallet-topups/{topup}/reject", STAFF_EDIT, 200, idempotent = true;
    "Refuses a request.";
    path = (WalletTopupId,), query = Nothing, body = Rejection => WalletTopup;
}
