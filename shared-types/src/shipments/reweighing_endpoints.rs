//! Endpoints of weighings of a shipment after its price was set.

use super::{Shipment, ShipmentPhoto, reweighings::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ReweighingId, ShipmentId},
};

const EDIT: Access = Access::Agent(Object::Shipments, Level::Edit);
const CLIENT_EDIT: Access = Access::Client(Object::Shipments, Level::Edit);

crate::endpoints! {
    reweighing_endpoints:

    [Shipments]
    ProposeReweighing, "propose_reweighing": Get "/agent/shipments/{shipment}/reweighings/proposal",
        Access::Agent(Object::OrderPrices, Level::Edit), 200;
    "Calculates the price of a shipment for a measured size, in the ratio of the prices by the tariffs.";
    path = (ShipmentId,), query = MeasuredSize, body = Nothing => ReweighingProposal;

    ReweighShipment, "reweigh_shipment":
        Post "/agent/shipments/{shipment}/reweighings", EDIT, 201, idempotent = true, versioned = true, step_up = true;
    "Enters the size of a shipment that was weighed again after its price was set, and the price that follows. A lower price is refunded
        at once. A higher one is due; above the tolerance of the payment terms it needs the client's consent first. Also requires the
        right to edit prices.";
    path = (ShipmentId,), query = Nothing, body = NewReweighing => Shipment;

    WithdrawReweighing, "withdraw_reweighing":
        Post "/agent/shipments/{shipment}/reweighings/{reweighing}/withdraw", EDIT, 200, idempotent = true;
    "Takes a new weighing back before the client answered.";
    path = (ShipmentId, ReweighingId), query = Nothing, body = Nothing => Shipment;

    AddReweighingPhoto, "add_reweighing_photo":
        Post "/agent/shipments/{shipment}/reweighings/{reweighing}/photos", EDIT, 201;
    "Uploads a photo of the scale. The client sees it.";
    path = (ShipmentId, ReweighingId), query = Nothing, body = RawFile => ShipmentPhoto;

    AcceptReweighing, "accept_reweighing":
        Post "/client/shipments/{shipment}/reweighings/{reweighing}/accept", CLIENT_EDIT, 200, idempotent = true;
    "Agrees to the price after a new weighing. The rest is due then.";
    path = (ShipmentId, ReweighingId), query = Nothing, body = ReweighingConsent => Shipment;

    DeclineReweighing, "decline_reweighing":
        Post "/client/shipments/{shipment}/reweighings/{reweighing}/decline", CLIENT_EDIT, 200, idempotent = true;
    "Refuses the price after a new weighing. The price until then stays.";
    path = (ShipmentId, ReweighingId), query = Nothing, body = ReweighingRefusal => Shipment;
}
