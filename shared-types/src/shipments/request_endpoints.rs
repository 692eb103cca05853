//! Endpoints of shipping requests.

use super::{
    delivery_variants::{RequestPriceQuery, RequestPrices},
    packing_groups::PackableItem,
    requests::*,
};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::Nothing,
    id::ShippingRequestId,
    page::Page,
};

const VIEW: Access = Access::Agent(Object::Shipments, Level::View);
const EDIT: Access = Access::Agent(Object::Shipments, Level::Edit);
const CLIENT_VIEW: Access = Access::Client(Object::Shipments, Level::View);
const CLIENT_EDIT: Access = Access::Client(Object::Shipments, Level::Edit);

crate::endpoints! {
    shipping_request_endpoints:

    [ShippingRequests]
    ListShippableItems, "list_shippable_items": Get "/client/shipping-requests/items", CLIENT_VIEW, 200;
    "Lists the client's items that are in the warehouse, in no shipment and in no open request, oldest first.";
    path = (), query = ShippableQuery, body = Nothing => Page<PackableItem>;

    CreateShippingRequest, "create_shipping_request": Post "/client/shipping-requests", CLIENT_EDIT, 201, idempotent = true;
    "Asks for items in the warehouse to be shipped.";
    path = (), query = Nothing, body = NewShippingRequest => ShippingRequest;

    ListRequestPrices, "list_request_prices" | "list_client_request_prices":
        Get "/shipping-requests/delivery-prices", PerSide::right(Object::OrderPrices, Level::View), 200;
    "Returns what the delivery of a client's items in the warehouse would cost by each method, together and apart." |
    "Returns what the delivery of the client's items in the warehouse would cost by each method, together and apart.";
    path = (), query = RequestPriceQuery, body = Nothing => RequestPrices;

    WithdrawShippingRequest, "withdraw_shipping_request": Post "/client/shipping-requests/{request}/withdraw",
        CLIENT_EDIT, 200, idempotent = true;
    "Withdraws a request that was not answered. Its items are free again.";
    path = (ShippingRequestId,), query = Nothing, body = Nothing => ShippingRequest;

    ListShippingRequests, "list_shipping_requests" | "list_client_shipping_requests":
        Get "/shipping-requests", PerSide::right(Object::Shipments, Level::View), 200;
    "Lists the shipping requests of clients, newest first." |
    "Lists the client's shipping requests, newest first.";
    path = (), query = ShippingRequestQuery, body = Nothing => Page<ShippingRequest>;

    CountShippingRequests, "count_shipping_requests": Get "/agent/shipping-requests/counts", VIEW, 200;
    "Returns the capped count of requests that wait for an answer.";
    path = (), query = Nothing, body = Nothing => ShippingRequestCounts;

    ShowShippingRequest, "show_shipping_request" | "show_client_shipping_request":
        Get "/shipping-requests/{request}", PerSide::right(Object::Shipments, Level::View), 200;
    "Returns a shipping request." |
    "Returns a shipping request of the client.";
    path = (ShippingRequestId,), query = Nothing, body = Nothing => ShippingRequest;

    ConfirmShippingRequest, "confirm_shipping_request": Post "/agent/shipping-requests/{request}/confirm", EDIT, 200, idempotent = true;
    "Packs the items of a request into new shipments, or into shipments of the client that are being formed.";
    path = (ShippingRequestId,), query = Nothing, body = ShippingConfirmation => ShippingRequest;

    RefuseShippingRequest, "refuse_shipping_request": Post "/agent/shipping-requests/{request}/refuse", EDIT, 200, idempotent = true;
    "Refuses a request with a reason. Its items are free again.";
    path = (ShippingRequestId,), query = Nothing, body = ShippingRefusal => ShippingRequest;
}
