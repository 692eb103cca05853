//! Endpoints of the address book, and of the recipient of an order.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{OrderId, RecipientId},
    page::Listing,
};

const VIEW: Access = Access::Client(Object::Shipments, Level::View);
const EDIT: Access = Access::Client(Object::Shipments, Level::Edit);

crate::endpoints! {
    recipient_endpoints:

    [Recipients]
    ListRecipients, "list_recipients": Get "/client/recipients", VIEW, 200;
    "Lists the client's address book, the default entry first. Archived entries are last.";
    path = (), query = Nothing, body = Nothing => Listing<AddressBookEntry>;

    AddRecipient, "add_recipient": Post "/client/recipients", EDIT, 201, idempotent = true;
    "Adds an entry to the address book. The first one becomes the default entry.";
    path = (), query = Nothing, body = RecipientForm => AddressBookEntry;

    ChangeRecipient, "change_recipient": Patch "/client/recipients/{recipient}", EDIT, 200, idempotent = true, versioned = true;
    "Changes or archives an entry, or makes it the default one. Orders and shipments keep the recipient that they have.";
    path = (RecipientId,), query = Nothing, body = AddressBookChange => AddressBookEntry;

    RemoveRecipient, "remove_recipient": Delete "/client/recipients/{recipient}", EDIT, 204, idempotent = true;
    "Deletes an entry, or archives it if an order or a shipment was addressed to it.";
    path = (RecipientId,), query = Nothing, body = Nothing => Nothing;

    ChooseOrderRecipient, "choose_order_recipient": Post "/client/orders/{order}/recipient",
        Access::Client(Object::Orders, Level::Edit), 204, idempotent = true;
    "Addresses an order, and the shipments that are packed from it now, to an entry of the address book. \
     A packed shipment keeps its recipient.";
    path = (OrderId,), query = Nothing, body = RecipientChoice => Nothing;
}
