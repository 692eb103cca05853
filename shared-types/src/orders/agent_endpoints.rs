//! Endpoints of an order after its submission: pricing, payment, purchase and refunds.

use super::{assignment::*, deposit::DepositRequest, dto::*, money::*, unit_costs::*};
use crate::{
    access::{Access, Guard, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{GroupId, ItemId, OrderId},
    page::Page,
    staff::AssignmentResult,
};

const EDIT: Access = Access::Agent(Object::Orders, Level::Edit);
pub(super) const EDIT_PRICES: Access = Access::Agent(Object::OrderPrices, Level::Edit);

crate::endpoints! {
    agent_order_endpoints:

    [Orders]
    ListDeliveryPrices, "list_delivery_prices": Get "/client/orders/{order}/delivery-prices",
        Access::Client(Object::OrderPrices, Level::View), 200;
    "Returns the price of each delivery method for the known weight of an order, or for a given one.";
    path = (OrderId,), query = DeliveryPriceQuery, body = Nothing => DeliveryPrices;

    PayOrder, "pay_order": Post "/client/orders/{order}/pay", Access::Client(Object::Balance, Level::Edit), 200, idempotent = true;
    "Pays a quoted order from a balance.";
    path = (OrderId,), query = Nothing, body = PayRequest => Order;

    ReserveDeposit, "reserve_deposit": Post "/client/orders/{order}/deposit",
        Access::Client(Object::Balance, Level::Edit), 200, idempotent = true;
    "Reserves the deposit of a quoted order whose sum was not known at its submission.";
    path = (OrderId,), query = Nothing, body = DepositRequest => Order;

    ShowOrderMoney, "show_agent_order_money" | "show_client_order_money":
        Get "/orders/{order}/calculation", PerSide::right(Object::OrderPrices, Level::View), 200;
    "Returns the calculation, the quote, the payments and the refunds of an order.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderMoney;

    ShowUnitCosts, "show_agent_unit_costs" | "show_client_unit_costs":
        Get "/orders/{order}/unit-costs", PerSide::right(Object::OrderPrices, Level::View), 200;
    "Splits the costs of an order over its items. Items in other currencies are left out until the agent sets their prices.";
    path = (OrderId,), query = UnitCostQuery, body = Nothing => UnitCosts;

    ExportUnitCosts, "export_agent_unit_costs" | "export_client_unit_costs":
        Get "/orders/{order}/unit-costs.xlsx", PerSide::right(Object::OrderPrices, Level::View), 200;
    "Exports the costs of an order by items as a spreadsheet.";
    path = (OrderId,), query = UnitCostQuery, body = Nothing => RawFile;

    CreateAgentOrder, "create_agent_order": Post "/agent/orders", EDIT, 201, idempotent = true;
    "Creates an order of a client. It is submitted, and goes to the client's manager or else to the caller. The recipient is the \
     default entry of the client's address book.";
    path = (), query = Nothing, body = NewAgentOrder => Order;

    ChangeAgentOrder, "change_agent_order": Patch "/agent/orders/{order}", EDIT, 200;
    "Assigns an order to a staff member or changes its delivery options.";
    path = (OrderId,), query = Nothing, body = AgentOrderChange => Order;

    AssignOrders, "assign_orders": Post "/agent/orders/assignments", EDIT, 200, idempotent = true;
    "Assigns orders to a staff member, or unassigns them: either all or none. Requires the right to change all orders.";
    path = (), query = Nothing, body = OrderAssignment => AssignmentResult;

    ListClaimableOrders, "list_claimable_orders": Get "/agent/orders/claimable", Access::Guard(Guard::Agent), 200;
    "Lists the unassigned open orders, newest first, also for people who otherwise see only their own orders. \
     Requires the right to edit orders and the rule that staff claim orders.";
    path = (), query = ClaimableOrderQuery, body = Nothing => Page<OrderSummary>;

    ClaimOrder, "claim_order": Post "/agent/orders/{order}/claim", Access::Guard(Guard::Agent), 200, idempotent = true;
    "Assigns an unassigned order to the caller. Requires the right to edit orders and the rule that staff claim \
     orders.";
    path = (OrderId,), query = Nothing, body = Nothing => AssignmentResult;

    OpenPricing, "open_pricing": Post "/agent/orders/{order}/pricing", EDIT_PRICES, 200, idempotent = true;
    "Opens the pricing. From then on the client can't take the order back.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    ChangeGroup, "change_group": Patch "/agent/orders/{order}/groups/{group}", EDIT_PRICES, 200, versioned = true;
    "Sets the cost of domestic shipping for an item group.";
    path = (OrderId, GroupId), query = Nothing, body = GroupChange => Order;

    QuoteOrder, "quote_order": Post "/agent/orders/{order}/quote", EDIT_PRICES, 200, idempotent = true, versioned = true;
    "Quotes an order. The quote stores the rate, the fees and the total.";
    path = (OrderId,), query = Nothing, body = QuoteRequest => Order;

    ReopenOrder, "reopen_order": Post "/agent/orders/{order}/reopen", EDIT_PRICES, 200, idempotent = true, versioned = true;
    "Withdraws the quote and reopens the pricing.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    StartPurchase, "start_purchase": Post "/agent/orders/{order}/start-purchase", EDIT, 200, idempotent = true;
    "Starts the purchase of a paid order.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    MarkOrderExpected, "mark_order_expected": Post "/agent/orders/{order}/expect", EDIT, 200, idempotent = true;
    "Confirms a self-buyout order as expected at the warehouse.";
    path = (OrderId,), query = Nothing, body = Nothing => Order;

    CancelAgentOrder, "cancel_agent_order": Post "/agent/orders/{order}/cancel", EDIT, 200, idempotent = true, versioned = true;
    "Cancels an order. Payments are refunded to the balance.";
    path = (OrderId,), query = Nothing, body = MoveReason => Order;

    PreviewRefund, "preview_refund": Get "/agent/orders/{order}/items/{item}/refund", Access::Agent(Object::Balance, Level::Manage), 200;
    "Returns the amounts of a refund of pieces of the item: their cost, and their share of the commission if they were never bought.";
    path = (OrderId, ItemId), query = RefundQuery, body = Nothing => RefundPreview;

    RefundOrder, "refund_order": Post "/agent/orders/{order}/refunds",
        Access::Agent(Object::Balance, Level::Manage), 201, idempotent = true, versioned = true, step_up = true;
    "Refunds an item, or part of the order, to the balance.";
    path = (OrderId,), query = Nothing, body = RefundRequest => OrderMoney;
}
