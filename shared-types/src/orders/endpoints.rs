//! Addresses of orders.

use super::{dto::*, history::*, lists::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::OrderId,
    page::{Listing, Page},
};

const VIEW: Access = Access::Client(Object::Orders, Level::View);
const EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const STAFF_VIEW: Access = Access::Agent(Object::Orders, Level::View);

crate::endpoints! {
    ListClientOrders, "list_client_orders": Get "/client/orders", VIEW, 200;
    "The client's orders, newest first.";
    path = (), query = ClientOrderQuery, body = Nothing => Page<OrderSummary>;

    CountClientOrders, "count_client_orders": Get "/client/orders/counts", VIEW, 200;
    "Capped counts of the client's drafts, current and archived orders.";
    path = (), query = Nothing, body = Nothing => ClientOrderCounts;

    CreateOrder, "create_order": Post "/client/orders", EDIT, 201, idempotent = true;
    "Creates a draft.";
    path = (), query = Nothing, body = NewOrder => Order;

    ShowClientOrder, "show_client_order": Get "/client/orders/{order}", VIEW, 200;
    "The order card on the client's side, with the first lines.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ListClientItems, "list_client_order_items": Get "/client/orders/{order}/items", VIEW, 200;
    "The lines of an order on the client's side, in the order they were added.";
    path = (OrderId,), query = ItemsQuery, body = Nothing => ItemsPage;

    ChangeOrder, "change_order": Patch "/client/orders/{order}", EDIT, 200;
    "Changes kind, title, destination or delivery of a draft.";
    path = (OrderId,), query = Nothing, body = OrderChange => Order;

    SubmitOrder, "submit_order": Post "/client/orders/{order}/submit", EDIT, 200, idempotent = true;
    "Hands a draft to the agent.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    TakeBackOrder, "take_back_order": Post "/client/orders/{order}/take-back", EDIT, 200, idempotent = true;
    "Makes a submitted order a draft again, until the agent opens the pricing.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    CancelOrder, "cancel_order": Post "/client/orders/{order}/cancel", EDIT, 200, idempotent = true;
    "Gives an order up.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    ShowClientHistory, "show_client_order_history": Get "/client/orders/{order}/history", VIEW, 200;
    "What happened in an order, oldest first.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<HistoryEntry>;

    ListAgentOrders, "list_agent_orders": Get "/agent/orders", STAFF_VIEW, 200;
    "The agent's orders, newest first; drafts of clients are seen once submitted.";
    path = (), query = AgentOrderQuery, body = Nothing => Page<OrderSummary>;

    ExportAgentOrders, "export_agent_orders": Get "/agent/orders.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "The same orders as an XLSX file, at most 100,000 rows; also takes the right to see orders.";
    path = (), query = AgentOrderQuery, body = Nothing => RawFile;

    CountAgentOrders, "count_agent_orders": Get "/agent/orders/counts", STAFF_VIEW, 200;
    "Capped counts beside the agent's table.";
    path = (), query = Nothing, body = Nothing => AgentOrderCounts;

    ShowAgentOrder, "show_agent_order": Get "/agent/orders/{order}", STAFF_VIEW, 200;
    "The order card on the agent's side, with the first lines; opening it marks it as read.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ListAgentItems, "list_agent_order_items": Get "/agent/orders/{order}/items", STAFF_VIEW, 200;
    "The lines of an order on the agent's side, in the order they were added.";
    path = (OrderId,), query = ItemsQuery, body = Nothing => ItemsPage;

    ShowAgentHistory, "show_agent_order_history": Get "/agent/orders/{order}/history", STAFF_VIEW, 200;
    "What happened in an order, oldest first.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<HistoryEntry>;
}
