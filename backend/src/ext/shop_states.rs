//! Reports of staff on how well the extension reads a shop.

use super::ExtensionError;
use chrono::{DateTime, Utc};
use entities::shop_state::{ActiveModel, Column, Entity, Model};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{
    ext::{ShopState, ShopStateChange, ShopStatus, limits},
    fields::FieldErrors,
};
use std::collections::BTreeMap;

fn status_view(row: Model) -> ShopStatus {
    ShopStatus {
        state: row.state,
        since: row.since,
        note: row.note,
    }
}

/// The states in the scope by shop. Where several agents disagree, a shop is broken, since the latest of them said so.
pub(super) async fn by_shop(rows: &impl ScopedConnection) -> Result<BTreeMap<String, ShopStatus>, DbErr> {
    let mut shops = BTreeMap::<String, ShopStatus>::new();
    for row in rows.all(Entity::find()).await? {
        let shop = row.shop.clone();
        let status = status_view(row);
        let rank = |status: &ShopStatus| (status.state == ShopState::Broken, status.since);
        if shops.get(&shop).is_none_or(|known| rank(known) < rank(&status)) {
            shops.insert(shop, status);
        }
    }
    Ok(shops)
}

/// Sets the state of a shop. `since` changes with the state only.
pub(super) async fn set(
    rows: &impl ScopedConnection,
    change: ShopStateChange,
    now: DateTime<Utc>,
) -> Result<ShopStatus, ExtensionError> {
    let mut errors = FieldErrors::default();
    let shop = errors.required_text("shop", &change.shop, limits::SHOP);
    let note = errors.text("note", &change.note, limits::NOTE);
    errors.into_result(())?;
    let current = rows.one(Entity::find().filter(Column::Shop.eq(shop.as_str()))).await?;
    let since = current
        .filter(|current| current.state == change.state)
        .map_or(now, |current| current.since);
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        shop: Set(shop),
        state: Set(change.state),
        note: Set(note),
        since: Set(since),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([Column::AgentId, Column::Shop])
        .update_columns([Column::State, Column::Note, Column::Since, Column::UpdatedAt])
        .to_owned();
    Ok(status_view(rows.upsert(row, on_conflict).await?))
}
