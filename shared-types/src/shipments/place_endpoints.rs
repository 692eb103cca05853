//! Endpoints of the places of a shipment, and of their loading into a cargo delivery.

use super::{loading::*, packing::*, places::*};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{DeliveryId, PlaceId, ShipmentId},
};

const VIEW: Access = Access::Agent(Object::Shipments, Level::View);
const EDIT: Access = Access::Agent(Object::Shipments, Level::Edit);
const CARGO_VIEW: Access = Access::Agent(Object::Deliveries, Level::View);
const CARGO_EDIT: Access = Access::Agent(Object::Deliveries, Level::Edit);

crate::endpoints! {
    place_endpoints:

    [Shipments]
    ListShipmentPlaces, "list_shipment_places" | "list_client_shipment_places":
        Get "/shipments/{shipment}/places", PerSide::right(Object::Shipments, Level::View), 200;
    "Lists the places of a shipment with their sizes, weights and contents." |
    "Lists the places of a shipment of the client.";
    path = (ShipmentId,), query = Nothing, body = Nothing => ShipmentPlaces;

    AddShipmentPlaces, "add_shipment_places": Post "/agent/shipments/{shipment}/places", EDIT, 201, idempotent = true;
    "Adds places with the same measures to a shipment. Its weight, volume and number of places follow its places from then on.";
    path = (ShipmentId,), query = Nothing, body = NewPlaces => ShipmentPlaces;

    ChangeShipmentPlace, "change_shipment_place": Patch "/agent/shipments/{shipment}/places/{place}", EDIT, 200;
    "Changes weight, size or contents of a place.";
    path = (ShipmentId, PlaceId), query = Nothing, body = PlaceChange => ShipmentPlaces;

    RemoveShipmentPlace, "remove_shipment_place": Delete "/agent/shipments/{shipment}/places/{place}", EDIT, 204;
    "Removes a place from a shipment.";
    path = (ShipmentId, PlaceId), query = Nothing, body = Nothing => Nothing;

    ShowPackingList, "show_packing_list": Get "/agent/shipments/{shipment}/packing-list", VIEW, 200;
    "Returns what is in a shipment, place by place.";
    path = (ShipmentId,), query = Nothing, body = Nothing => PackingList;

    ExportPackingList, "export_packing_list": Get "/agent/shipments/{shipment}/packing-list.xlsx", VIEW, 200;
    "Exports the packing list of a shipment as a spreadsheet, with sums.";
    path = (ShipmentId,), query = Nothing, body = Nothing => RawFile;

    [Deliveries]
    ShowManifest, "show_manifest": Get "/agent/deliveries/{delivery}/manifest", CARGO_VIEW, 200;
    "Returns what a delivery carries: its shipments, places and items.";
    path = (DeliveryId,), query = Nothing, body = Nothing => Manifest;

    ExportManifest, "export_manifest": Get "/agent/deliveries/{delivery}/manifest.xlsx", CARGO_VIEW, 200;
    "Exports the manifest of a delivery as a spreadsheet, with sums.";
    path = (DeliveryId,), query = Nothing, body = Nothing => RawFile;

    ShowDeliveryLoading, "show_delivery_loading": Get "/agent/deliveries/{delivery}/loading", CARGO_VIEW, 200;
    "Returns how many places of a delivery were scanned, which are missing, and which do not belong to it.";
    path = (DeliveryId,), query = Nothing, body = Nothing => DeliveryLoading;

    ScanIntoDelivery, "scan_into_delivery": Post "/agent/deliveries/{delivery}/loading", CARGO_EDIT, 200, idempotent = true;
    "Loads a place or a shipment by its code. A packed shipment that no delivery carries is added to this one.";
    path = (DeliveryId,), query = Nothing, body = LoadScan => LoadOutcome;

    RemoveLoadedPlaces, "remove_loaded_places":
        Post "/agent/deliveries/{delivery}/loading/remove", CARGO_EDIT, 200, idempotent = true;
    "Takes scanned places and shipments out of a delivery again. The shipments of the delivery stay in it, as missing.";
    path = (DeliveryId,), query = Nothing, body = LoadRemoval => DeliveryLoading;
}
