//! The costs of an order by items; see [`shared_types::orders::UnitCosts`].

use super::{
    OrderError,
    calculation::{OrderOfClient, RateContext, order_money},
    charges, item_rows,
    services::order_effects as services,
    viewer::Viewer,
    views,
};
use entities::{item_service, order_item as item, shipment_item};
use platform::scope::{LedgerScope, ScopedConnection};
use sea_orm::entity::prelude::*;
use shared_types::{
    id::{ItemId, ItemServiceId, ShipmentId},
    orders::{
        BothSums, ChargeFacts, ChargeState, CostSplit, CostedItem, CostsToSplit, ExtraCharge, OrderStatus, UnitCosts,
    },
    pricing::Charge,
};
use std::collections::BTreeMap;

/// Splits the costs of an order over its items. Returns [`OrderError::NotFound`] if `is_visible` rejects the status.
pub(super) async fn of_order(
    rows: &impl ScopedConnection,
    books: &LedgerScope,
    of_client: OrderOfClient,
    (today, split): (&RateContext, CostSplit),
    viewer: Viewer,
    is_visible: impl FnOnce(OrderStatus) -> bool,
) -> Result<UnitCosts, OrderError> {
    let order = of_client.order.clone();
    let calculation = order_money(rows, books, of_client, today, is_visible)
        .await?
        .calculation;
    let items = item_rows::items_with_groups(rows, order.id).await?;
    let ordered = services::of_order(rows, &order).await?;
    let charges = charges::of_order(rows, order.id).await?;
    let charges: Vec<ChargeFacts> = charges
        .into_iter()
        .filter(|charge| charge.state != ChargeState::Refunded)
        .collect();
    let contents = shipped_pieces(rows, &charges, items.iter().map(|(item, _)| item.id)).await?;
    let in_price = |row: &&item_service::Model| !row.free && row.entry_id.is_none();
    let mut services_minor = BTreeMap::<ItemId, i64>::new();
    for row in ordered.iter().filter(in_price) {
        *services_minor.entry(row.item_id).or_default() += row.unit_price_minor.saturating_mul(row.qty.into());
    }
    let (mut costed, mut domestic) = (Vec::new(), BTreeMap::new());
    for (row, group) in items {
        let value = views::effective_price(&row).value(views::expected_quantity(&row).into());
        let value = value.filter(|value| value.currency == order.currency && row.status.is_live());
        let Some(value) = value.filter(|_| views::expected_quantity(&row) > 0) else {
            continue;
        };
        if let Some(group) = group {
            domestic.insert(group.id, group.domestic_minor);
        }
        let services_minor = services_minor.get(&row.id).copied().unwrap_or_default();
        costed.push(costed_item(row, value.minor, services_minor, viewer));
    }
    let item_of_service: BTreeMap<ItemServiceId, ItemId> = ordered.iter().map(|row| (row.id, row.item_id)).collect();
    let costs = CostsToSplit {
        currency: order.currency,
        rate: calculation.rate,
        items: costed,
        charges: calculation
            .charges
            .iter()
            .map(|charge| (charge.kind, both_sums(charge)))
            .collect(),
        domestic: domestic.into_iter().collect(),
        extra: charges
            .iter()
            .filter_map(|charge| extra_charge(charge, &item_of_service, &contents))
            .collect(),
    };
    Ok(UnitCosts::calculate(&costs, split))
}

fn both_sums(charge: &Charge) -> BothSums {
    BothSums {
        own: charge.amount.minor,
        rub: charge.in_rub.map(|money| money.minor),
    }
}

/// The weight and the texts of an item, whose pieces that are not refunded have this value.
fn costed_item(row: item::Model, value_minor: i64, services_minor: i64, viewer: Viewer) -> CostedItem {
    let (pieces, all) = (views::expected_quantity(&row), views::effective_quantity(&row));
    let weight = views::estimated_weight(&row).filter(|grams| *grams > 0);
    let translation = views::item_translation(&row, viewer).unwrap_or_default();
    CostedItem {
        item_id: row.id,
        group_id: row.group_id,
        title: translation.title.unwrap_or(row.title),
        variant: translation.variant.or(row.variant),
        image_url: row.image_url,
        pieces,
        value_minor,
        weight_grams: weight.map(|grams| grams.saturating_mul(pieces.into()) / i64::from(all.max(1))),
        services_minor,
    }
}

/// The pieces of items in the shipments that have charged the order.
async fn shipped_pieces(
    rows: &impl ScopedConnection,
    charges: &[ChargeFacts],
    items: impl Iterator<Item = ItemId>,
) -> Result<BTreeMap<ShipmentId, Vec<(ItemId, i32)>>, DbErr> {
    let shipments: Vec<ShipmentId> = charges
        .iter()
        .filter_map(|charge| Some(charge.shipment.as_ref()?.0))
        .collect();
    let mut contents = BTreeMap::<ShipmentId, Vec<(ItemId, i32)>>::new();
    if shipments.is_empty() {
        return Ok(contents);
    }
    let select = shipment_item::Entity::find()
        .filter(rows.id_in(shipment_item::Column::ShipmentId, shipments))
        .filter(rows.id_in(shipment_item::Column::ItemId, items))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    for row in rows.all(select).await? {
        contents
            .entry(row.shipment_id)
            .or_default()
            .push((row.item_id, row.quantity));
    }
    Ok(contents)
}

fn extra_charge(
    charge: &ChargeFacts,
    item_of_service: &BTreeMap<ItemServiceId, ItemId>,
    contents: &BTreeMap<ShipmentId, Vec<(ItemId, i32)>>,
) -> Option<ExtraCharge> {
    let sums = BothSums {
        own: charge.own_minor,
        rub: charge.rub_minor,
    };
    if let Some((shipment, _)) = &charge.shipment {
        return Some(ExtraCharge::Shipment(contents.get(shipment)?.clone(), sums));
    }
    let (service, _) = charge.service.as_ref()?;
    Some(ExtraCharge::Service(*item_of_service.get(service)?, sums))
}
