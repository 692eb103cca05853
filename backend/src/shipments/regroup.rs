//! Splitting a shipment in two, and putting two together: one action each, in one transaction.

use super::{
    ShipmentError,
    contents::{changed, forming, held, next_number, note, put, release, save},
    entity::shipment::{self, Column},
};
use crate::{orders::history::Actor, platform::scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, IntoActiveModel, Set, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, ShipmentId},
    shipments::ShipmentStatus,
};

/// Takes lines out into a shipment of their own, which goes where the first one goes; gives the new one.
pub(super) async fn split(
    rows: &impl Rows,
    actor: &Actor,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = forming(rows, id).await?;
    let contents = held(rows, row.id).await?;
    let leaving: Vec<_> = contents
        .iter()
        .filter_map(|(held, item)| item.clone().filter(|_| items.contains(&ItemId(held.item_id))))
        .collect();
    if items.is_empty() || leaving.len() != items.len() {
        return Err(FieldErrors::one("items", Rule::NotYours).into());
    }
    if leaving.len() == contents.len() {
        return Err(ShipmentError::Conflict(
            "something must stay in the first shipment".to_owned(),
        ));
    }
    release(rows, row.id, Some(items), now).await?;
    let number = next_number(rows, row.client_id).await?.1;
    let mut new = row.clone().into_active_model();
    new.id = NotSet;
    new.number = Set(number);
    // What was measured was the whole.
    new.weight_grams = Set(None);
    new.volume_cm3 = Set(None);
    new.places = Set(None);
    new.track = Set(None);
    new.version = Set(1);
    new.created_at = Set(now);
    new.updated_at = Set(now);
    let new = new.reset_all();
    let new = rows.insert(shipment::ActiveModel { id: NotSet, ..new }).await?;
    put(rows, &new, &leaving, now).await?;
    let reason = format!("{} → {}", row.number, new.number);
    note(rows, &new, actor, None, Some(&reason), now).await?;
    let first = save(rows, changed(row.id, now)).await?;
    note(rows, &first, actor, Some(ShipmentStatus::Forming), Some(&reason), now).await?;
    Ok(new)
}

/// Puts all that another shipment holds into this one, and ends the other; both are of one client and still formed.
pub(super) async fn merge(
    rows: &impl Rows,
    actor: &Actor,
    id: ShipmentId,
    from: ShipmentId,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    if id == from {
        return Err(FieldErrors::one("from", Rule::UnknownValue).into());
    }
    // In the order of their ids, so that two merges never wait for each other in a circle.
    let (first, second) = (forming(rows, id.min(from)).await?, forming(rows, id.max(from)).await?);
    let (row, other) = if first.id == id.0 {
        (first, second)
    } else {
        (second, first)
    };
    if row.client_id != other.client_id {
        return Err(FieldErrors::one("from", Rule::NotYours).into());
    }
    let moving: Vec<_> = held(rows, other.id)
        .await?
        .into_iter()
        .filter_map(|(_, item)| item)
        .collect();
    if !moving.is_empty() {
        release(rows, other.id, None, now).await?;
        put(rows, &row, &moving, now).await?;
    }
    let reason = format!("{} → {}", other.number, row.number);
    let ended = changed(other.id, now).col_expr(Column::Status, Expr::value(ShipmentStatus::Canceled.as_str()));
    let ended = save(rows, ended).await?;
    note(rows, &ended, actor, Some(ShipmentStatus::Forming), Some(&reason), now).await?;
    let row = save(rows, changed(row.id, now)).await?;
    note(rows, &row, actor, Some(ShipmentStatus::Forming), Some(&reason), now).await?;
    Ok(row)
}
