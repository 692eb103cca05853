//! Endpoints of orders.

use super::{deposit::SubmitRequest, dto::*, history::*, lists::*};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::OrderId,
    page::{Listing, Page},
};

const VIEW: Access = Access::Client(Object::Orders, Level::View);
const EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const STAFF_VIEW: Access = Access::Agent(Object::Orders, Level::View);

crate::endpoints! {
    order_endpoints:

    [Orders]
    ListClientOrders, "list_client_orders": Get "/client/orders", VIEW, 200;
    "Lists the client's orders, newest first.";
    path = (), query = ClientOrderQuery, body = Nothing => Page<OrderSummary>;

    StreamClientOrders, "stream_client_orders": Get "/client/orders.ndjson", VIEW, 200;
    "Exports the client's order list as JSON Lines, with the same filters and without a limit.";
    path = (), query = ClientOrderQuery, body = Nothing => RawFile;

    CountClientOrders, "count_client_orders": Get "/client/orders/counts", VIEW, 200;
    "Returns capped counts of the client's drafts, current orders and archived orders.";
    path = (), query = Nothing, body = Nothing => ClientOrderCounts;

    CreateOrder, "create_order": Post "/client/orders", EDIT, 201, idempotent = true;
    "Creates a draft.";
    path = (), query = Nothing, body = NewOrder => Order;

    [Items]
    [Orders]
    ChangeOrder, "change_order": Patch "/client/orders/{order}", EDIT, 200, versioned = true;
    "Changes the type, title, destination or delivery options of a draft.";
    path = (OrderId,), query = Nothing, body = OrderChange => Order;

    SubmitOrder, "submit_order": Post "/client/orders/{order}/submit", EDIT, 200, idempotent = true;
    "Submits a draft to the agent. If the agent asks for a deposit, it is reserved on the balance; this requires the right to pay.";
    path = (OrderId,), query = Nothing, body = SubmitRequest => Order;

    WithdrawOrder, "withdraw_order": Post "/client/orders/{order}/take-back", EDIT, 200, idempotent = true;
    "Takes a submitted order back, so that it is a draft again. Not possible once the agent has opened the pricing.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    CancelOrder, "cancel_order": Post "/client/orders/{order}/cancel", EDIT, 200, idempotent = true;
    "Cancels an order.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    RepeatOrder, "repeat_order": Post "/client/orders/{order}/repetitions", EDIT, 201, idempotent = true;
    "Creates a draft with the items of an order, at their last prices. Items that were canceled are left out, unless all were.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ListAgentOrders, "list_agent_orders": Get "/agent/orders", STAFF_VIEW, 200;
    "Lists the agent's orders, newest first. Orders appear once they are submitted.";
    path = (), query = AgentOrderQuery, body = Nothing => Page<OrderSummary>;

    ExportAgentOrders, "export_agent_orders": Get "/agent/orders.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "Exports the order list as a spreadsheet, with the same filters, at most 100,000 rows. A second sheet has the items of the orders. \
     Also requires the right to view orders.";
    path = (), query = AgentOrderQuery, body = Nothing => RawFile;

    StreamAgentOrders, "stream_agent_orders": Get "/agent/orders.ndjson", STAFF_VIEW, 200;
    "Exports the order list as JSON Lines, with the same filters and without a limit.";
    path = (), query = AgentOrderQuery, body = Nothing => RawFile;

    CountAgentOrders, "count_agent_orders": Get "/agent/orders/counts", STAFF_VIEW, 200;
    "Returns capped counts for the sections of the agent's order list.";
    path = (), query = Nothing, body = Nothing => AgentOrderCounts;

    ShowOrder, "show_agent_order" | "show_client_order": Get "/orders/{order}", PerSide::right(Object::Orders, Level::View), 200;
    "Returns an order with its first items, and marks it as read." |
    "Returns an order with its first items.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    [Items]
    ListOrderItems, "list_agent_order_items" | "list_client_order_items":
        Get "/orders/{order}/items", PerSide::right(Object::Orders, Level::View), 200;
    "Lists the items of an order, in the order in which they were added.";
    path = (OrderId,), query = ItemsQuery, body = Nothing => ItemsPage;

    [Orders]
    ShowOrderHistory, "show_agent_order_history" | "show_client_order_history":
        Get "/orders/{order}/history", PerSide::right(Object::Orders, Level::View), 200;
    "Lists the history of an order, oldest first.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<HistoryEntry>;
}
