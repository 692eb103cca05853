//! Conversion of rows to API types.

use super::{
    item_rows::ItemWithGroup,
    summary::{ClientLabel, SummaryRow},
    viewer::Viewer,
};
use entities::{json::Json, order, order_item as item};
use infra::translation::StoredView;
use platform::page;
use shared_types::notes::NoteKind;
use shared_types::{
    id::GroupId,
    items::{
        Item, ItemGroup, LotPrice,
        lifecycle::{self, ItemFacts, Receipt},
    },
    money::{Money, sums_by_currency},
    orders::{
        DeliveryChoice, Order, OrderSummary, Side,
        lifecycle::{OrderFacts, allowed_moves},
        limits,
    },
    translation::ItemTranslation,
};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of an order that decide which moves are allowed.
pub fn order_facts(order: &order::Model) -> OrderFacts {
    OrderFacts {
        status: order.status,
        order_type: order.order_type,
        has_items: order.items_count > 0,
        pricing_opened: order.pricing_opened_at.is_some(),
    }
}

/// The facts of an item that decide which moves are allowed.
pub fn item_facts(row: &item::Model, order: &order::Model) -> ItemFacts {
    let order = order_facts(order);
    ItemFacts {
        status: row.status,
        order: order.status,
        order_type: order.order_type,
        receipt: match row.counted_quantity {
            None => Receipt::NotCounted,
            Some(_) if missing_quantity(row) > 0 => Receipt::Short,
            Some(_) => Receipt::Counted,
        },
    }
}

/// The price that applies: the agent's if set, else the client's.
pub fn effective_price(row: &item::Model) -> LotPrice {
    match (row.agent_price_minor, row.agent_currency) {
        (Some(minor), Some(currency)) => LotPrice {
            price: Money::new(minor, currency),
            per: row.agent_price_per.unwrap_or(1),
        },
        _ => LotPrice {
            price: Money::new(row.price_minor, row.currency),
            per: row.price_per,
        },
    }
}

/// The value of all pieces at the price and quantity that apply. Rounded once.
pub fn effective_value(row: &item::Model) -> Money {
    let price = effective_price(row);
    let value = price.value(effective_quantity(row).into());
    value.unwrap_or(Money::new(i64::MAX, price.price.currency))
}

/// The quantity that applies: the agent's if set, else the client's.
pub fn effective_quantity(row: &item::Model) -> i32 {
    row.agent_quantity.unwrap_or(row.quantity)
}

/// The weight of all pieces in grams: as measured, or else as the shop states it.
pub fn estimated_weight(row: &item::Model) -> Option<i64> {
    let stated = || Some(row.unit_weight_grams?.saturating_mul(effective_quantity(row).into()));
    row.weight_grams.or_else(stated)
}

/// The volume of all pieces in cm³: as measured, or else of the size that the shop states.
pub fn estimated_volume(row: &item::Model) -> Option<i64> {
    let stated = || row.unit_size_mm.as_ref()?.volume_cm3(effective_quantity(row).into());
    row.volume_cm3.or_else(stated)
}

/// Returns the number of bought or still expected pieces, without refunded ones.
pub fn expected_quantity(row: &item::Model) -> i32 {
    effective_quantity(row) - row.refunded_quantity
}

/// The pieces of a counted item that neither came nor were refunded.
pub fn missing_quantity(row: &item::Model) -> i32 {
    row.counted_quantity
        .map_or(0, |counted| Ord::max(expected_quantity(row) - counted, 0))
}

/// The pieces that neither came nor were refunded, of a counted item or of one that is on its way.
pub fn awaited_quantity(row: &item::Model) -> i32 {
    match row.counted_quantity {
        Some(_) => missing_quantity(row),
        None => expected_quantity(row),
    }
}

/// The pieces that came and were refunded. Pieces that did not come are refunded first.
pub fn refunded_received_quantity(row: &item::Model) -> i32 {
    let never_came = row
        .counted_quantity
        .map_or(i32::MAX, |counted| Ord::max(effective_quantity(row) - counted, 0));
    Ord::max(row.refunded_quantity - never_came, 0)
}

/// Returns the number of pieces that can be shipped: the received pieces, or else the expected ones.
pub fn stock_quantity(row: &item::Model) -> i32 {
    let came = row.counted_quantity.unwrap_or_else(|| expected_quantity(row));
    came - refunded_received_quantity(row)
}

/// The texts of an item in the viewer's language.
pub fn item_translation(row: &item::Model, viewer: Viewer) -> Option<ItemTranslation> {
    let translation = viewer.translation?;
    let stored = StoredView::new(row.translations.as_ref(), translation.glossary_key);
    let text = |text: &str| stored.text(text, translation.language);
    let found = ItemTranslation {
        title: text(&row.title),
        variant: row.variant.as_deref().and_then(text),
        comment: text(&row.comment),
        agent_comment: row.agent_comment.as_deref().and_then(text),
    };
    (!found.is_empty()).then_some(found)
}

/// Builds an item; fields that the viewer may not see are left out.
pub fn item(row: item::Model, order: &order::Model, viewer: Viewer, has_note: Option<bool>) -> Item {
    let price = Money::new(row.price_minor, row.currency);
    let facts = item_facts(&row, order);
    let is_staff = viewer.side == Side::Staff;
    let agent_price = row.agent_price_minor.is_some().then(|| effective_price(&row));
    let total = effective_price(&row).value(effective_quantity(&row).into());
    Item {
        translation: item_translation(&row, viewer),
        agent_price: agent_price.map(|lot| lot.price).filter(|_| viewer.prices),
        agent_price_per: agent_price.map_or(1, |lot| lot.per),
        agent_quantity: row.agent_quantity,
        agent_comment: row.agent_comment,
        agent_bought: row
            .agent_bought_minor
            .filter(|_| is_staff && viewer.prices)
            .map(|minor| Money::new(minor, price.currency)),
        refuse_reason: row.refuse_reason,
        problem_reason: row.problem_reason,
        marketplace_order_number: row.marketplace_order_number.filter(|_| is_staff),
        domestic_track: row.domestic_track,
        cell: row.cell.filter(|_| is_staff),
        counted_quantity: row.counted_quantity,
        refunded_quantity: row.refunded_quantity,
        weight_grams: row.weight_grams,
        volume_cm3: row.volume_cm3,
        moves: lifecycle::allowed_moves(facts, viewer.side),
        id: row.id,
        group_id: row.group_id,
        status: facts.status,
        title: row.title,
        url: row.url,
        marketplace: row.marketplace,
        external_id: row.external_id,
        variant: row.variant,
        image_url: row.image_url,
        options: row.options.map(Json::into_inner).unwrap_or_default(),
        sku_id: row.sku_id,
        images: row.images.map(Json::into_inner).unwrap_or_default(),
        unit_weight_grams: row.unit_weight_grams,
        unit_size_mm: row.unit_size_mm.map(Json::into_inner),
        price_source: row.price_source.map(Json::into_inner).filter(|_| viewer.prices),
        uncertain: row.uncertain.map(Json::into_inner).unwrap_or_default(),
        proof_at: row.proof_at,
        price: viewer.prices.then_some(price),
        price_per: row.price_per,
        total: total.filter(|_| viewer.prices),
        price_uncertain: row.price_uncertain,
        quantity: row.quantity,
        min_quantity: row.min_quantity,
        comment: row.comment,
        source: row.source,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        has_note,
    }
}

/// Objects of an order card that have a note, as `(type, id)`. Only for staff.
#[derive(Clone, Debug, Default)]
pub struct NoteFlags(pub BTreeSet<(NoteKind, i64)>);

impl NoteFlags {
    fn has(&self, kind: NoteKind, id: impl Into<i64>) -> bool {
        self.0.contains(&(kind, id.into()))
    }
}

/// Groups of the items, without duplicates, ordered by id.
pub(super) fn group_views(
    rows: &[ItemWithGroup],
    order: &order::Model,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Vec<ItemGroup> {
    let mut groups = BTreeMap::<GroupId, ItemGroup>::new();
    for group in rows.iter().filter_map(|(_, group)| group.as_ref()) {
        groups.entry(group.id).or_insert_with(|| ItemGroup {
            id: group.id,
            shop_name: group.shop_name.clone(),
            shop_url: group.shop_url.clone(),
            marketplace: group.marketplace.clone(),
            domestic: Some(Money::new(group.domestic_minor, order.currency))
                .filter(|domestic| viewer.prices && domestic.minor > 0),
            has_note: notes.map(|notes| notes.has(NoteKind::Group, group.id)),
        });
    }
    groups.into_values().collect()
}

/// Builds the items of an order with their note flags.
pub(super) fn item_views(
    rows: Vec<ItemWithGroup>,
    order: &order::Model,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Vec<Item> {
    rows.into_iter()
        .map(|(row, _)| {
            let has_note = notes.map(|notes| notes.has(NoteKind::Item, row.id));
            item(row, order, viewer, has_note)
        })
        .collect()
}

/// Truncates the items to `limit` and returns the cursor of the next page, if any items were cut off.
pub(super) fn truncate_page(rows: &mut Vec<ItemWithGroup>, limit: u64) -> Option<String> {
    let has_more = rows.len() as u64 > limit;
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    rows.last()
        .filter(|_| has_more)
        .map(|(last, _)| page::encode("items", last.id.0))
}

/// Builds an order card. It contains the first [`limits::CARD_ITEMS`] of the given items; totals in other currencies include
/// all of them.
pub(super) fn order_card(
    order: &order::Model,
    client: ClientLabel,
    agent_name: String,
    mut rows: Vec<ItemWithGroup>,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Order {
    let order_currency = order.currency;
    let thumbnails = rows
        .iter()
        .filter_map(|(row, _)| row.image_url.clone())
        .take(4)
        .collect();
    let live = rows.iter().filter(|(row, _)| row.status.is_live());
    let values = live.map(|(row, _)| effective_value(row));
    let other_totals = sums_by_currency(values.filter(|value| value.currency != order_currency));
    let items_cursor = truncate_page(&mut rows, limits::CARD_ITEMS);
    Order {
        agent_name,
        comment: order.comment.clone(),
        currency: order_currency,
        destination_country: order.destination_country,
        destination_city: order.destination_city.clone(),
        recipient: order.recipient.as_ref().map(|snapshot| snapshot.view(viewer.documents)),
        delivery: DeliveryChoice {
            delivery_method_id: order.delivery_method_id,
            packaging_id: order.packaging_id,
            insurance_id: order.insurance_id,
        },
        other_totals: if viewer.prices { other_totals } else { Vec::new() },
        groups: group_views(&rows, order, viewer, notes),
        moves: allowed_moves(order_facts(order), viewer.side),
        version: order.version,
        summary: OrderSummary {
            has_note: notes.map(|notes| notes.has(NoteKind::Order, order.id)),
            thumbnails,
            ..SummaryRow::new(order, client).view(viewer)
        },
        items: item_views(rows, order, viewer, notes),
        items_cursor,
        translation_exhausted: viewer.is_translation_exhausted(),
    }
}
