//! Addresses of lines.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    page::Listing,
};

const EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const WORK: Access = Access::Agent(Object::Orders, Level::Edit);

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

    TrackItem, "track_item": Post "/client/orders/{order}/items/{item}/track", EDIT, 200, idempotent = true;
    "Tells the track of a self-buyout's line.";
    path = (OrderId, ItemId), query = Nothing, body = Track => Item;

    ChangeAgentItem, "change_agent_item": Patch "/agent/orders/{order}/items/{item}", WORK, 200;
    "Sets the agent's own numbers of a line, beside the client's.";
    path = (OrderId, ItemId), query = Nothing, body = AgentItemChange => Item;

    MoveItems, "move_items": Post "/agent/items/moves", WORK, 200, idempotent = true;
    "Moves lines on: approve, refuse, buy, send, receive, report, resolve, return; all of them or none.";
    path = (), query = Nothing, body = ItemMoves => Listing<MovedItem>;

    SplitItem, "split_item": Post "/agent/orders/{order}/items/{item}/split", WORK, 201, idempotent = true;
    "Moves some pieces of a line to a line of their own.";
    path = (OrderId, ItemId), query = Nothing, body = Split => Item;

    MergeItems, "merge_items": Post "/agent/orders/{order}/items/merge", WORK, 200, idempotent = true;
    "Makes one line of several that are the same product in the same state.";
    path = (OrderId,), query = Nothing, body = Merge => Item;
}
