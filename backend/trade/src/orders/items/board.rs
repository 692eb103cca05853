//! The items that are to be bought, over all orders.

use crate::orders::{OrderError, viewer::Viewer, views};
use entities::{client, order, order_group as group, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, QuerySelect, SelectTwo, entity::prelude::*};
use shared_types::{
    id::{ClientId, GroupId},
    items::{BOARD_ITEMS, BoardQuery, ItemStatus, ItemToBuy, PurchasingBoard},
    money::Money,
    orders::{OrderStatus, OrderType},
};
use std::collections::{BTreeSet, HashMap};

/// Selects the approved items of paid orders, the oldest order first.
pub(super) fn to_buy() -> SelectTwo<item::Entity, order::Entity> {
    item::Entity::find()
        .find_also_related(order::Entity)
        .filter(item::Column::Status.eq(ItemStatus::Approved))
        .filter(order::Column::Status.is_in([OrderStatus::Paid, OrderStatus::Purchasing]))
        .filter(order::Column::OrderType.eq(OrderType::Standard))
        .order_by_asc(item::Column::OrderId)
        .order_by_asc(item::Column::Id)
}

/// The approved items of paid orders, by shop and product. Takes three statements.
pub(super) async fn show(
    rows: &impl ScopedConnection,
    query: &BoardQuery,
    viewer: Viewer,
) -> Result<PurchasingBoard, OrderError> {
    let mut found = rows.all_with(to_buy().limit(BOARD_ITEMS + 1)).await?;
    let is_cut = found.len() as u64 > BOARD_ITEMS;
    found.truncate(usize::try_from(BOARD_ITEMS).unwrap_or(usize::MAX));
    let ids: BTreeSet<GroupId> = found.iter().map(|(item, _)| item.group_id).collect();
    let groups = rows
        .all(group::Entity::find().filter(rows.id_in(group::Column::Id, ids)))
        .await?;
    let groups: HashMap<GroupId, group::Model> = groups.into_iter().map(|group| (group.id, group)).collect();
    let ids: BTreeSet<ClientId> = found.iter().map(|(item, _)| item.client_id).collect();
    let clients = rows
        .all(client::Entity::find().filter(rows.id_in(client::Column::Id, ids)))
        .await?;
    let codes: HashMap<ClientId, String> = clients.into_iter().map(|client| (client.id, client.code)).collect();
    let wanted = query.shop.as_deref().map(|shop| shop.trim().to_lowercase());
    let is_wanted = |group: &group::Model| {
        wanted.as_ref().is_none_or(|wanted| {
            let names = [Some(&group.shop_name), group.marketplace.as_ref()];
            names
                .into_iter()
                .flatten()
                .any(|name| name.to_lowercase().contains(wanted))
        })
    };
    let mut items: Vec<ItemToBuy> = found
        .into_iter()
        .filter_map(|(item, order)| {
            let (order, group) = (order?, groups.get(&item.group_id).filter(|group| is_wanted(group))?);
            Some(ItemToBuy {
                order_id: order.id,
                client_id: item.client_id,
                client_code: codes.get(&item.client_id).cloned().unwrap_or_default(),
                shop_key: group.shop_key.clone(),
                shop_name: group.shop_name.clone(),
                shop_url: group.shop_url.clone(),
                domestic: Some(Money::new(group.domestic_minor, order.currency))
                    .filter(|domestic| viewer.prices && domestic.minor > 0),
                item: views::item(item, &order, viewer, None),
                order_number: order.number,
            })
        })
        .collect();
    items.sort_by(|one, other| board_place(one).cmp(&board_place(other)));
    Ok(PurchasingBoard { items, is_cut })
}

/// Where an item stands on the board.
fn board_place(row: &ItemToBuy) -> (&str, &str, &str, Option<&str>, i64) {
    let offer = row.item.external_id.as_deref().unwrap_or(&row.item.url);
    (
        &row.shop_name,
        &row.shop_key,
        offer,
        row.item.variant.as_deref(),
        row.item.id.0,
    )
}
