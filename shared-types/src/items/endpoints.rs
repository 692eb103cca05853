//! Addresses of lines.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
};

const EDIT: Access = Access::Client(Object::Orders, Level::Edit);

crate::endpoints! {
    AddItem, "add_item": Post "/client/orders/{order}/items", EDIT, 201, idempotent = true;
    "Adds a product to a draft.";
    path = (OrderId,), query = Nothing, body = NewItem => Item;

    ChangeItem, "change_item": Patch "/client/orders/{order}/items/{item}", EDIT, 200;
    "Changes a line of a draft.";
    path = (OrderId, ItemId), query = Nothing, body = ItemChange => Item;

    RemoveItem, "remove_item": Delete "/client/orders/{order}/items/{item}", EDIT, 204;
    "Removes a line of a draft.";
    path = (OrderId, ItemId), query = Nothing, body = Nothing => Nothing;
}
