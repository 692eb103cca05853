//! A client asks for items to be shipped.

use super::{ShipmentError, notify, record};
use crate::shipments::contents::load_packable;
use chrono::{DateTime, Utc};
use entities::{
    client, json::Json, lists::delivery_method, shipment_item, shipping_request as request,
    shipping_request_item as requested,
};
use people::recipients;
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::ScopedConnection,
};
use sea_orm::{ActiveValue::NotSet, QuerySelect, Set, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, ItemId},
    notifications::Notice,
    shipments::{COMMENT, NewShippingRequest, REQUEST_ITEMS, ShippingRequestStatus},
};
use trade::orders::{history::Actor, recipient as order_recipient};

const UNIQUE_OPEN_ITEM: UniqueConstraint = UniqueConstraint {
    name: "uq_shipping_request_items_open",
    columns: "shipping_request_items.item_id",
};

/// Creates a request with items of a client.
pub async fn create(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_id: ClientId,
    new: &NewShippingRequest,
    now: DateTime<Utc>,
) -> Result<request::Model, ShipmentError> {
    let mut errors = FieldErrors::default();
    let wishes = errors.text("wishes", &new.wishes, COMMENT);
    if new.items.len() > REQUEST_ITEMS {
        errors.add("items", Rule::TooMany(REQUEST_ITEMS));
    }
    errors.into_result(())?;
    // Numbers are consecutive per client: the lock makes concurrent requests wait.
    let client = rows
        .one(client::Entity::find_by_id(client_id).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)?;
    let recipient = match new.recipient_id {
        Some(id) => Some(
            recipients::copy(rows, client_id, id, now)
                .await?
                .ok_or_else(|| FieldErrors::single("recipient_id", Rule::NotYours))?,
        ),
        None => None,
    };
    if let Some(method) = new.delivery_method_id {
        let active = delivery_method::Entity::find_by_id(method).filter(delivery_method::Column::DisabledAt.is_null());
        if rows.one(active).await?.is_none() {
            return Err(FieldErrors::single("delivery_method_id", Rule::NotYours).into());
        }
        order_recipient::ensure_complete(rows, method, recipient.as_ref()).await?;
    }
    let items = load_packable(rows, client_id, &new.items).await?;
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    ensure_unpacked(rows, &ids).await?;
    let all = request::Entity::find().filter(request::Column::ClientId.eq(client_id));
    let number = rows.all(all).await?.len() + 1;
    let row = request::ActiveModel {
        id: NotSet,
        agent_id: Set(client.agent_id),
        client_id: Set(client_id),
        number: Set(format!("{}-R{number}", client.code)),
        status: Set(ShippingRequestStatus::Open),
        grouping: Set(new.grouping),
        wishes: Set(wishes),
        recipient: Set(recipient.map(Json::new).transpose()?),
        delivery_method_id: Set(new.delivery_method_id),
        answer: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let waiting = ids.into_iter().map(|item| requested::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(client_id),
        request_id: Set(row.id),
        item_id: Set(item),
        shipment_id: Set(None),
        released_at: Set(None),
        created_at: Set(now),
    });
    match rows.insert_many(waiting.collect::<Vec<_>>(), None).await {
        Err(error) if is_unique_violation(&error, UNIQUE_OPEN_ITEM) => return Err(ShipmentError::ItemRequested),
        result => result?,
    }
    record(rows, &row, actor, None, None, now).await?;
    notify(rows, &row, Notice::ShippingRequested, "", now).await?;
    Ok(row)
}

/// Fails if one of the items is in a shipment.
async fn ensure_unpacked(rows: &impl ScopedConnection, ids: &[ItemId]) -> Result<(), ShipmentError> {
    let packed = shipment_item::Entity::find()
        .filter(shipment_item::Column::ItemId.is_in(ids.iter().copied()))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    match rows.one(packed).await? {
        Some(_) => Err(ShipmentError::ItemInShipment),
        None => Ok(()),
    }
}
