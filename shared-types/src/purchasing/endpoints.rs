//! Endpoints of purchasing accounts.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{ListEntryId, OrderId},
    page::{Listing, Page},
};

const VIEW: Access = Access::Agent(Object::OrderPrices, Level::View);

crate::endpoints! {
    purchasing_endpoints:

    [PurchasingAccounts]
    ListAccountBalances, "list_account_balances": Get "/agent/purchasing-accounts", VIEW, 200;
    "Lists the purchasing accounts with their balances.";
    path = (), query = Nothing, body = Nothing => Listing<AccountBalance>;

    ListAccountOperations, "list_account_operations": Get "/agent/purchasing-accounts/{id}/operations", VIEW, 200;
    "Lists the operations on a purchasing account, newest first, each with the balance after it.";
    path = (ListEntryId,), query = AccountOperationQuery, body = Nothing => Page<AccountOperation>;

    DepositToAccount, "deposit_to_account": Post "/agent/purchasing-accounts/{id}/deposits",
        Access::Agent(Object::Balance, Level::Manage), 201, idempotent = true, step_up = true;
    "Moves money from the cash box to a purchasing account, or back.";
    path = (ListEntryId,), query = Nothing, body = AccountDeposit => AccountBalance;

    ListOrderPurchases, "list_order_purchases": Get "/agent/orders/{order}/purchases", VIEW, 200;
    "Returns the payments to sellers for an order, and the client's payment for the goods.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderPurchases;
}
