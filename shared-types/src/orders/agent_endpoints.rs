//! Addresses of an order's life after the submit.

use super::{dto::*, money::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{GroupId, OrderId},
};

const WORK: Access = Access::Agent(Object::Orders, Level::Edit);
const PRICE: Access = Access::Agent(Object::OrderPrices, Level::Edit);

crate::endpoints! {
    ShowClientMoney, "show_client_order_money": Get "/client/orders/{order}/calculation", Access::Client(Object::OrderPrices, Level::View), 200;
    "What an order costs line by line, what was paid and what went back.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderMoney;

    PayOrder, "pay_order": Post "/client/orders/{order}/pay", Access::Client(Object::Balance, Level::Edit), 200, idempotent = true;
    "Pays a quoted order from a balance.";
    path = (OrderId,), query = Nothing, body = PayRequest => Order;

    ShowAgentMoney, "show_agent_order_money": Get "/agent/orders/{order}/calculation", Access::Agent(Object::OrderPrices, Level::View), 200;
    "What an order costs line by line, what was paid and what went back.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderMoney;

    ChangeAgentOrder, "change_agent_order": Patch "/agent/orders/{order}", WORK, 200;
    "Puts somebody in charge of an order, or chooses its delivery.";
    path = (OrderId,), query = Nothing, body = AgentOrderChange => Order;

    OpenPricing, "open_pricing": Post "/agent/orders/{order}/pricing", PRICE, 200, idempotent = true;
    "Starts the pricing: from now on the client can't take the order back.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ChangeGroup, "change_group": Patch "/agent/orders/{order}/groups/{group}", PRICE, 200;
    "Sets the domestic shipping of a shop.";
    path = (OrderId, GroupId), query = Nothing, body = GroupChange => Order;

    QuoteOrder, "quote_order": Post "/agent/orders/{order}/quote", PRICE, 200, idempotent = true;
    "Names the price: rate, fees and total are kept as they are now.";
    path = (OrderId,), query = Nothing, body = QuoteRequest => Order;

    ReopenOrder, "reopen_order": Post "/agent/orders/{order}/reopen", PRICE, 200, idempotent = true;
    "Takes the named price back, to name another.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    StartPurchase, "start_purchase": Post "/agent/orders/{order}/start-purchase", WORK, 200, idempotent = true;
    "Starts to buy a paid order.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ExpectOrder, "expect_order": Post "/agent/orders/{order}/expect", WORK, 200, idempotent = true;
    "Takes note of a self-buyout that is on its way.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    CancelAgentOrder, "cancel_agent_order": Post "/agent/orders/{order}/cancel", WORK, 200, idempotent = true;
    "Gives an order up; what was paid goes back to the balance.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    RefundOrder, "refund_order": Post "/agent/orders/{order}/refunds", Access::Agent(Object::Balance, Level::Manage), 201, idempotent = true;
    "Gives the money of a line, or some of the order's, back to the balance.";
    path = (OrderId,), query = Nothing, body = RefundRequest => OrderMoney;
}
