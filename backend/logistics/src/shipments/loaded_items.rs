//! The items of a shipment, as stored.

use entities::{order_item as item, shipment_item};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::id::ShipmentId;

/// The items of a shipment, with their orders' rows.
pub(super) type Contents = Vec<(shipment_item::Model, Option<item::Model>)>;

/// The items that are in a shipment now.
pub(super) async fn load_items(rows: &impl ScopedConnection, id: ShipmentId) -> Result<Contents, DbErr> {
    let select = shipment_item::Entity::find()
        .find_also_related(item::Entity)
        .filter(shipment_item::Column::ShipmentId.eq(id))
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .order_by_asc(shipment_item::Column::Id);
    rows.all_with(select).await
}
