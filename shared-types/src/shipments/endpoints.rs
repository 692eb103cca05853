//! Endpoints of shipments and deliveries.

use super::{deliveries::*, delivery::*, dto::*, packing_groups::PackableItem, photos::ShipmentPhoto, tracks::*};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{DeliveryId, OrderId, ShipmentId, ShipmentPhotoId},
    orders::DeliveryPrices,
    page::{Listing, Page},
};

const VIEW: Access = Access::Agent(Object::Shipments, Level::View);
const EDIT: Access = Access::Agent(Object::Shipments, Level::Edit);
const CARGO_VIEW: Access = Access::Agent(Object::Deliveries, Level::View);
const CARGO_EDIT: Access = Access::Agent(Object::Deliveries, Level::Edit);
const CLIENT_VIEW: Access = Access::Client(Object::Shipments, Level::View);
const CLIENT_EDIT: Access = Access::Client(Object::Shipments, Level::Edit);

crate::endpoints! {
    shipment_endpoints:

    [Shipments]
    ListShipments, "list_shipments" | "list_client_shipments": Get "/shipments", PerSide::right(Object::Shipments, Level::View), 200;
    "Lists shipments, newest first." |
    "Lists the client's shipments, newest first. Shipments appear once they are packed.";
    path = (), query = ShipmentQuery, body = Nothing => Page<ShipmentSummary>;

    ExportShipments, "export_shipments": Get "/agent/shipments.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "Exports the shipment list as a spreadsheet, with the same filters. Also requires the right to view shipments.";
    path = (), query = ShipmentQuery, body = Nothing => RawFile;

    StreamShipments, "stream_shipments" | "stream_client_shipments":
        Get "/shipments.ndjson", PerSide::right(Object::Shipments, Level::View), 200;
    "Exports the list of shipments as JSON Lines, with the same filters and without a limit." |
    "Exports the list of the client's shipments as JSON Lines, with the same filters and without a limit.";
    path = (), query = ShipmentQuery, body = Nothing => RawFile;

    CountShipments, "count_shipments": Get "/agent/shipments/counts", VIEW, 200;
    "Returns capped counts of shipments by status, and of the items that can be packed.";
    path = (), query = Nothing, body = Nothing => ShipmentCounts;

    ListPackableItems, "list_packable_items": Get "/agent/shipments/packable", VIEW, 200;
    "Lists items that are in the warehouse and in no shipment, oldest first.";
    path = (), query = PackableQuery, body = Nothing => Page<PackableItem>;

    CreateShipment, "create_shipment": Post "/agent/shipments", EDIT, 201, idempotent = true;
    "Creates a shipment with items of one client.";
    path = (), query = Nothing, body = NewShipment => Shipment;

    ShowShipment, "show_shipment" | "show_client_shipment":
        Get "/shipments/{shipment}", PerSide::right(Object::Shipments, Level::View), 200;
    "Returns a shipment." |
    "Returns a shipment of the client.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ShowShipmentDelivery, "show_shipment_delivery" | "show_client_shipment_delivery":
        Get "/shipments/{shipment}/delivery", PerSide::right(Object::Shipments, Level::View), 200;
    "Returns the delivery page of a shipment, as the client sees it." |
    "Returns the delivery page of a shipment.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ChangeShipment, "change_shipment": Patch "/agent/shipments/{shipment}", EDIT, 200, versioned = true;
    "Changes destination, dimensions, delivery options, comment or track of a shipment.";
    path = (ShipmentId,), query = Nothing, body = ShipmentChange => Shipment;

    ReadShipmentTracks, "read_shipment_tracks": Post "/agent/shipments/tracks/file", EDIT, 200;
    "Reads a list of tracks of shipments (.xlsx, .xls, .ods, .csv, or pasted lines as a text file), says what its tracks would do, and
        changes nothing.";
    path = (), query = Nothing, body = RawFile => ShipmentTrackList;

    SetShipmentTracks, "set_shipment_tracks": Post "/agent/shipments/tracks", EDIT, 200, idempotent = true;
    "Sets the tracks of shipments, and their transport companies if they are given. Tracks that do nothing are left out.";
    path = (), query = Nothing, body = ShipmentTracks => Listing<ShipmentTrackResult>;

    ProposeShipmentCost, "propose_shipment_cost": Get "/agent/shipments/{shipment}/proposal",
        Access::Agent(Object::OrderPrices, Level::Edit), 200;
    "Calculates the cost of a shipment's delivery by the agent's tariffs.";
    path = (ShipmentId,), query = Nothing, body = Nothing => CostProposal;

    AddShipmentItems, "add_shipment_items": Post "/agent/shipments/{shipment}/items", EDIT, 200, idempotent = true;
    "Adds items to a shipment that is being formed.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    RemoveShipmentItems, "remove_shipment_items": Post "/agent/shipments/{shipment}/items/remove", EDIT, 200, idempotent = true;
    "Removes items from a shipment that is being formed.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    SplitShipment, "split_shipment": Post "/agent/shipments/{shipment}/split", EDIT, 201, idempotent = true;
    "Moves items of a shipment that is being formed to a new shipment, and returns the new one.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    MergeShipments, "merge_shipments": Post "/agent/shipments/{shipment}/merge", EDIT, 200, idempotent = true;
    "Moves all items of another shipment of the same client to this one and cancels the other. Both must be in the status `forming`.";
    path = (ShipmentId,), query = Nothing, body = ShipmentMerge => Shipment;

    MoveShipment, "move_shipment": Post "/agent/shipments/{shipment}/moves", EDIT, 200, idempotent = true, versioned = true;
    "Packs, unpacks, quotes, resolves or cancels a shipment.";
    path = (ShipmentId,), query = Nothing, body = ShipmentStep => Shipment;

    ListOrderShipments, "list_order_shipments" | "list_client_order_shipments":
        Get "/orders/{order}/shipments", PerSide::right(Object::Shipments, Level::View), 200;
    "Lists the shipments that items of an order are in, oldest first." |
    "Lists the shipments that items of an order are in, oldest first. Shipments appear once they are packed.";
    path = (OrderId,), query = Nothing, body = Nothing => Listing<OrderShipment>;
    ReceiveCash, "receive_cash": Post "/agent/shipments/{shipment}/cash",
        Access::Agent(Object::Balance, Level::Edit), 200, idempotent = true, step_up = true;
    "Books the cash that was received for the delivery. Until then it stays due, also after the client's acceptance.";
    path = (ShipmentId,), query = Nothing, body = CashReceipt => Shipment;

    ChangeClientShipment, "change_client_shipment": Patch "/client/shipments/{shipment}", CLIENT_EDIT, 200, versioned = true;
    "Changes destination and delivery options while the shipment is packed and not quoted.";
    path = (ShipmentId,), query = Nothing, body = ClientShipmentChange => Shipment;

    ListShipmentPrices, "list_shipment_prices": Get "/client/shipments/{shipment}/delivery-prices", CLIENT_VIEW, 200;
    "Returns the price of each delivery method for a shipment, in yuan and in rubles. Without the right to see prices they are absent.";
    path = (ShipmentId,), query = ShipmentPriceQuery, body = Nothing => DeliveryPrices;

    PayShipment, "pay_shipment": Post "/client/shipments/{shipment}/pay",
        Access::Client(Object::Balance, Level::Edit), 200, idempotent = true;
    "Pays the delivery from a balance in rubles or yuan, as long as it is due.";
    path = (ShipmentId,), query = Nothing, body = ShipmentPayRequest => Shipment;

    ChooseCashOnReceipt, "choose_cash_on_receipt": Post "/client/shipments/{shipment}/cod", CLIENT_EDIT, 200, idempotent = true;
    "Chooses cash on receipt for the delivery. The amount is the one in rubles.";
    path = (ShipmentId,), query = Nothing, body = ShipmentPayRequest => Shipment;

    AcceptShipment, "accept_shipment": Post "/client/shipments/{shipment}/accept", CLIENT_EDIT, 200, idempotent = true, versioned = true;
    "Accepts a received shipment. Accepting the last shipment of an order completes the order.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ReportShipmentProblem, "report_shipment_problem": Post "/client/shipments/{shipment}/problem", CLIENT_EDIT, 200, idempotent = true;
    "Reports a problem with a received shipment.";
    path = (ShipmentId,), query = Nothing, body = CargoProblem => Shipment;

    AddShipmentPhoto, "add_shipment_photo": Post "/client/shipments/{shipment}/photos", CLIENT_EDIT, 201;
    "Uploads a photo of a problem with a received shipment. Staff see it once the problem is reported.";
    path = (ShipmentId,), query = Nothing, body = RawFile => ShipmentPhoto;

    RemoveShipmentPhoto, "remove_shipment_photo": Delete "/client/shipments/{shipment}/photos/{photo}", CLIENT_EDIT, 204;
    "Deletes a photo that was not reported yet.";
    path = (ShipmentId, ShipmentPhotoId), query = Nothing, body = Nothing => Nothing;

    [Deliveries]
    ListDeliveries, "list_deliveries": Get "/agent/deliveries", CARGO_VIEW, 200;
    "Lists cargo deliveries, newest first.";
    path = (), query = DeliveryQuery, body = Nothing => Page<DeliverySummary>;

    CountDeliveries, "count_deliveries": Get "/agent/deliveries/counts", CARGO_VIEW, 200;
    "Returns capped counts of the current and of the archived deliveries.";
    path = (), query = DeliveryFilter, body = Nothing => DeliveryCounts;

    ExportDeliveries, "export_deliveries": Get "/agent/deliveries.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "Exports the delivery list as a spreadsheet, with the same filters. Also requires the right to view deliveries.";
    path = (), query = DeliveryQuery, body = Nothing => RawFile;

    CreateDelivery, "create_delivery": Post "/agent/deliveries", CARGO_EDIT, 201, idempotent = true;
    "Creates a cargo delivery.";
    path = (), query = Nothing, body = DeliveryChange => Delivery;

    ShowDelivery, "show_delivery": Get "/agent/deliveries/{delivery}", CARGO_VIEW, 200;
    "Returns a cargo delivery with its shipments.";
    path = (DeliveryId,), query = Nothing, body = Nothing => Delivery;

    ChangeDelivery, "change_delivery": Patch "/agent/deliveries/{delivery}", CARGO_EDIT, 200, versioned = true;
    "Changes track, carrier, route, cost or expected date of a cargo delivery.";
    path = (DeliveryId,), query = Nothing, body = DeliveryChange => Delivery;

    LoadDelivery, "load_delivery": Post "/agent/deliveries/{delivery}/shipments", CARGO_EDIT, 200, idempotent = true;
    "Loads packed shipments into a delivery.";
    path = (DeliveryId,), query = Nothing, body = DeliveryLoad => Delivery;

    UnloadDelivery, "unload_delivery": Post "/agent/deliveries/{delivery}/shipments/remove", CARGO_EDIT, 200, idempotent = true;
    "Unloads shipments before the departure.";
    path = (DeliveryId,), query = Nothing, body = DeliveryLoad => Delivery;

    MoveDelivery, "move_delivery": Post "/agent/deliveries/{delivery}/moves", CARGO_EDIT, 200, idempotent = true;
    "Marks a delivery as departed or arrived, or cancels it. The statuses of its shipments change accordingly.";
    path = (DeliveryId,), query = Nothing, body = DeliveryStep => Delivery;
}
