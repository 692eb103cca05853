//! Endpoints of order items.

use super::{
    board::*, capture::ItemProof, dto::*, exports::PurchaseExport, links::*, lists::*, measures::*, processing::*,
};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{ItemId, OrderId},
    page::{Listing, Page},
};

const EDIT: Access = Access::Client(Object::Orders, Level::Edit);
const STAFF_EDIT: Access = Access::Agent(Object::Orders, Level::Edit);

crate::endpoints! {
    item_endpoints:

    [Items]
    ListItems, "list_agent_items" | "list_client_items": Get "/items", PerSide::right(Object::Orders, Level::View), 200;
    "Lists the items of many orders, the least recently changed first. Drafts have none here." |
    "Lists the items of all orders of the client, the least recently changed first.";
    path = (), query = ItemListQuery, body = Nothing => Page<ListedItem>;

    StreamItems, "stream_agent_items" | "stream_client_items": Get "/items.ndjson", PerSide::right(Object::Orders, Level::View), 200;
    "Exports the list of items as JSON Lines, with the same filters and without a limit." |
    "Exports the list of the client's items as JSON Lines, with the same filters and without a limit.";
    path = (), query = ItemListQuery, body = Nothing => RawFile;

    ReadLink, "read_agent_link" | "read_link": Post "/links", PerSide::right(Object::Orders, Level::Edit), 200;
    "Reads a link of a product, or the text that the app of a shop shares. Links of the marketplaces that Karavan knows are opened:
        1688, Taobao, Tmall, Poizon, JD, Pinduoduo, Weidian and Goofish. Changes nothing.";
    path = (), query = Nothing, body = SharedLink => LinkedProduct;

    AddItem, "add_item": Post "/client/orders/{order}/items", EDIT, 201, idempotent = true;
    "Adds an item to a draft.";
    path = (OrderId,), query = Nothing, body = NewItem => Item;

    ChangeItem, "change_item": Patch "/client/orders/{order}/items/{item}", EDIT, 200, versioned = true;
    "Changes an item of a draft.";
    path = (OrderId, ItemId), query = Nothing, body = ItemChange => Item;

    RemoveItem, "remove_item": Delete "/client/orders/{order}/items/{item}", EDIT, 204;
    "Removes an item from a draft.";
    path = (OrderId, ItemId), query = Nothing, body = Nothing => Nothing;

    ShowItemProof, "show_agent_item_proof" | "show_item_proof":
        Get "/orders/{order}/items/{item}/proof", PerSide::right(Object::Orders, Level::View), 200;
    "Returns the screenshot of the product page that was sent along with an item.";
    path = (OrderId, ItemId), query = Nothing, body = Nothing => ItemProof;

    SetItemTrack, "set_item_track": Post "/client/orders/{order}/items/{item}/track", EDIT, 200, idempotent = true;
    "Sets the track of a self-buyout item.";
    path = (OrderId, ItemId), query = Nothing, body = Track => Item;

    AddAgentItem, "add_agent_item": Post "/agent/orders/{order}/items", Access::Agent(Object::OrderPrices, Level::Edit), 201,
        idempotent = true;
    "Adds an item to a submitted order, and opens the pricing: from then on the client can't take the order back.";
    path = (OrderId,), query = Nothing, body = NewItem => Item;

    ChangeAgentItem, "change_agent_item": Patch "/agent/orders/{order}/items/{item}", STAFF_EDIT, 200, versioned = true;
    "Sets the agent's price, quantity and other fields of an item. The client's values stay unchanged.";
    path = (OrderId, ItemId), query = Nothing, body = AgentItemChange => Item;

    MoveItems, "move_items": Post "/agent/items/moves", STAFF_EDIT, 200, idempotent = true;
    "Approves, refuses, buys, sends, receives, reports, resolves or returns items: either all of them or none.";
    path = (), query = Nothing, body = ItemMoves => Listing<MovedItem>;

    ShowPurchasingBoard, "show_purchasing_board": Get "/agent/items/to-buy", Access::Agent(Object::Orders, Level::View), 200;
    "Returns what is to buy over all orders: the approved items of paid orders, by shop and product.";
    path = (), query = BoardQuery, body = Nothing => PurchasingBoard;

    CheckPurchaseTracks, "check_purchase_tracks": Post "/agent/items/tracks/preview", STAFF_EDIT, 200;
    "Says what tracks of purchases would do, and changes nothing.";
    path = (), query = Nothing, body = PurchaseTracks => Listing<TrackResult>;

    ReadPurchaseExport, "read_purchase_export": Post "/agent/items/tracks/file", STAFF_EDIT, 200;
    "Reads an export of a marketplace (.xlsx, .xls, .ods, .csv), says what its tracks would do and which items to buy it has, and changes
        nothing.";
    path = (), query = Nothing, body = RawFile => PurchaseExport;

    SetPurchaseTracks, "set_purchase_tracks": Post "/agent/items/tracks", STAFF_EDIT, 200, idempotent = true;
    "Marks the items of purchases as sent, each with the track of its purchase. Tracks that do nothing are left out.";
    path = (), query = Nothing, body = PurchaseTracks => Listing<TrackResult>;

    ReadItemMeasures, "read_item_measures": Post "/agent/items/measures/file", STAFF_EDIT, 200;
    "Reads a list of weights and cells of items at the warehouse (.xlsx, .xls, .ods, .csv, or pasted lines as a text file), says what its
        lines would do, and changes nothing.";
    path = (), query = Nothing, body = RawFile => MeasureList;

    SetItemMeasures, "set_item_measures": Post "/agent/items/measures", STAFF_EDIT, 200, idempotent = true;
    "Sets the weights and cells of items at the warehouse. Lines that do nothing are left out.";
    path = (), query = Nothing, body = ItemMeasures => Listing<MeasureResult>;

    SplitItem, "split_item": Post "/agent/orders/{order}/items/{item}/split", STAFF_EDIT, 201, idempotent = true;
    "Moves some pieces of an item to a new item.";
    path = (OrderId, ItemId), query = Nothing, body = ItemSplit => Item;

    MergeItems, "merge_items": Post "/agent/orders/{order}/items/merge", STAFF_EDIT, 200, idempotent = true;
    "Merges items with the same product and status into one.";
    path = (OrderId,), query = Nothing, body = ItemMerge => Item;
}
