//! Addresses of shipments and deliveries.

use super::{delivery::*, dto::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{DeliveryId, ShipmentId, ShipmentPhotoId},
    page::{Listing, Page},
};

const VIEW: Access = Access::Agent(Object::Shipments, Level::View);
const EDIT: Access = Access::Agent(Object::Shipments, Level::Edit);
const CARGO_VIEW: Access = Access::Agent(Object::Deliveries, Level::View);
const CARGO_EDIT: Access = Access::Agent(Object::Deliveries, Level::Edit);
const CLIENT_VIEW: Access = Access::Client(Object::Shipments, Level::View);
const CLIENT_EDIT: Access = Access::Client(Object::Shipments, Level::Edit);

crate::endpoints! {
    ListShipments, "list_shipments": Get "/agent/shipments", VIEW, 200;
    "Shipments, newest first.";
    path = (), query = ShipmentQuery, body = Nothing => Page<ShipmentSummary>;

    ExportShipments, "export_shipments": Get "/agent/shipments.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "The shipments as a spreadsheet, by the table's own filters; also takes the right to see shipments.";
    path = (), query = ShipmentQuery, body = Nothing => RawFile;

    CountShipments, "count_shipments": Get "/agent/shipments/counts", VIEW, 200;
    "Capped counts by state.";
    path = (), query = Nothing, body = Nothing => ShipmentCounts;

    ListPackable, "list_packable": Get "/agent/shipments/packable", VIEW, 200;
    "Lines in the warehouse that are in no shipment, by client, at most 500.";
    path = (), query = PackableQuery, body = Nothing => Listing<Packable>;

    CreateShipment, "create_shipment": Post "/agent/shipments", EDIT, 201, idempotent = true;
    "Starts a shipment with lines of one client.";
    path = (), query = Nothing, body = NewShipment => Shipment;

    ShowShipment, "show_shipment": Get "/agent/shipments/{shipment}", VIEW, 200;
    "A shipment's card.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ShowShipmentDelivery, "show_shipment_delivery": Get "/agent/shipments/{shipment}/delivery", VIEW, 200;
    "A shipment's delivery page, as the client sees it too.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ChangeShipment, "change_shipment": Patch "/agent/shipments/{shipment}", EDIT, 200;
    "Fills the delivery form.";
    path = (ShipmentId,), query = Nothing, body = ShipmentChange => Shipment;

    ProposeCost, "propose_shipment_cost": Get "/agent/shipments/{shipment}/proposal", Access::Agent(Object::OrderPrices, Level::Edit), 200;
    "What a shipment's delivery costs by the agent's tariffs.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Proposal;

    AddShipmentItems, "add_shipment_items": Post "/agent/shipments/{shipment}/items", EDIT, 200, idempotent = true;
    "Puts lines into a shipment that is being formed.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    RemoveShipmentItems, "remove_shipment_items": Post "/agent/shipments/{shipment}/items/remove", EDIT, 200, idempotent = true;
    "Takes lines out of a shipment that is being formed.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    SplitShipment, "split_shipment": Post "/agent/shipments/{shipment}/split", EDIT, 201, idempotent = true;
    "Takes lines of a shipment that is being formed into a new one, which is answered.";
    path = (ShipmentId,), query = Nothing, body = ShipmentItems => Shipment;

    MergeShipments, "merge_shipments": Post "/agent/shipments/{shipment}/merge", EDIT, 200, idempotent = true;
    "Puts all that another shipment of the same client holds into this one; both are being formed, the other one ends.";
    path = (ShipmentId,), query = Nothing, body = MergeFrom => Shipment;

    MoveShipment, "move_shipment": Post "/agent/shipments/{shipment}/moves", EDIT, 200, idempotent = true;
    "Packs, unpacks, prices, resolves or cancels a shipment.";
    path = (ShipmentId,), query = Nothing, body = ShipmentStep => Shipment;

    ListClientShipments, "list_client_shipments": Get "/client/shipments", CLIENT_VIEW, 200;
    "The client's shipments, newest first; they are seen once packed.";
    path = (), query = ShipmentQuery, body = Nothing => Page<ShipmentSummary>;

    ShowClientShipment, "show_client_shipment": Get "/client/shipments/{shipment}", CLIENT_VIEW, 200;
    "A shipment of the client's.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ShowClientShipmentDelivery, "show_client_shipment_delivery": Get "/client/shipments/{shipment}/delivery", CLIENT_VIEW, 200;
    "A shipment's delivery page.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ChangeClientShipment, "change_client_shipment": Patch "/client/shipments/{shipment}", CLIENT_EDIT, 200;
    "Chooses destination and delivery while the shipment is packed and has no price.";
    path = (ShipmentId,), query = Nothing, body = ClientShipmentChange => Shipment;

    PayShipment, "pay_shipment": Post "/client/shipments/{shipment}/pay", Access::Client(Object::Balance, Level::Edit), 200, idempotent = true;
    "Pays the delivery from a balance in rubles or yuan.";
    path = (ShipmentId,), query = Nothing, body = ShipmentPayRequest => Shipment;

    ChooseCod, "choose_cod": Post "/client/shipments/{shipment}/cod", CLIENT_EDIT, 200, idempotent = true;
    "Chooses to pay the delivery in cash on receipt; the sum is the one in rubles.";
    path = (ShipmentId,), query = Nothing, body = ShipmentPayRequest => Shipment;

    AcceptShipment, "accept_shipment": Post "/client/shipments/{shipment}/accept", CLIENT_EDIT, 200, idempotent = true;
    "Takes what came; the last shipment of an order ends the order.";
    path = (ShipmentId,), query = Nothing, body = Nothing => Shipment;

    ReportShipment, "report_shipment": Post "/client/shipments/{shipment}/problem", CLIENT_EDIT, 200, idempotent = true;
    "Reports a problem with what came.";
    path = (ShipmentId,), query = Nothing, body = CargoProblem => Shipment;

    AddShipmentPhoto, "add_shipment_photo": Post "/client/shipments/{shipment}/photos", CLIENT_EDIT, 201;
    "Keeps a photo of what is wrong with a shipment that came; staff see it with the report.";
    path = (ShipmentId,), query = Nothing, body = RawFile => ShipmentPhoto;

    RemoveShipmentPhoto, "remove_shipment_photo": Delete "/client/shipments/{shipment}/photos/{photo}", CLIENT_EDIT, 204;
    "Removes a photo that was not reported yet.";
    path = (ShipmentId, ShipmentPhotoId), query = Nothing, body = Nothing => Nothing;

    ListDeliveries, "list_deliveries": Get "/agent/deliveries", CARGO_VIEW, 200;
    "Cargo deliveries, newest first.";
    path = (), query = DeliveryQuery, body = Nothing => Page<DeliverySummary>;

    ExportDeliveries, "export_deliveries": Get "/agent/deliveries.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "The deliveries as a spreadsheet, by the list's own filters; also takes the right to see deliveries.";
    path = (), query = DeliveryQuery, body = Nothing => RawFile;

    CreateDelivery, "create_delivery": Post "/agent/deliveries", CARGO_EDIT, 201, idempotent = true;
    "Starts a cargo delivery.";
    path = (), query = Nothing, body = DeliveryChange => Delivery;

    ShowDelivery, "show_delivery": Get "/agent/deliveries/{delivery}", CARGO_VIEW, 200;
    "A cargo card.";
    path = (DeliveryId,), query = Nothing, body = Nothing => Delivery;

    ChangeDelivery, "change_delivery": Patch "/agent/deliveries/{delivery}", CARGO_EDIT, 200;
    "Changes the carrier's track.";
    path = (DeliveryId,), query = Nothing, body = DeliveryChange => Delivery;

    LoadDelivery, "load_delivery": Post "/agent/deliveries/{delivery}/shipments", CARGO_EDIT, 200, idempotent = true;
    "Loads packed shipments.";
    path = (DeliveryId,), query = Nothing, body = Load => Delivery;

    UnloadDelivery, "unload_delivery": Post "/agent/deliveries/{delivery}/shipments/remove", CARGO_EDIT, 200, idempotent = true;
    "Unloads shipments before it leaves.";
    path = (DeliveryId,), query = Nothing, body = Load => Delivery;

    MoveDelivery, "move_delivery": Post "/agent/deliveries/{delivery}/moves", CARGO_EDIT, 200, idempotent = true;
    "In transit, arrived, or canceled: its shipments move along.";
    path = (DeliveryId,), query = Nothing, body = DeliveryStep => Delivery;
}
