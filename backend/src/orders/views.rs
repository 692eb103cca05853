//! Rows → what the API tells of them.

use super::{
    card::Line,
    entity::{item, order},
};
use crate::platform::http::cursor;
use shared_types::{
    access::{Level, Object, Rights},
    id::{ClientId, GroupId, ItemId, OrderId, StaffId},
    items::{
        Item, ItemGroup, ItemStatus,
        lifecycle::{self, ItemFacts},
    },
    money::{Currency, Money},
    orders::{
        DeliveryChoice, Order, OrderStatus, OrderSummary, Side, Via,
        lifecycle::{OrderFacts, OrderType, possible},
        limits,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Who looks: which side, and whether prices may be seen.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    /// The side.
    pub side: Side,
    /// Whether prices are shown.
    pub prices: bool,
}

impl Viewer {
    /// A person of a side, by their rights.
    pub fn of(side: Side, rights: &Rights) -> Self {
        Self {
            side,
            prices: rights.allow(Object::OrderPrices, Level::View),
        }
    }
}

/// The facts of an order on which its moves depend.
pub fn facts(order: &order::Model) -> OrderFacts {
    OrderFacts {
        status: status(&order.status),
        order_type: OrderType::from_name(&order.order_type).unwrap_or(OrderType::Standard),
        has_items: order.items_count > 0,
        pricing_opened: order.pricing_opened_at.is_some(),
    }
}

/// The state of a name that the database's own check let in.
pub fn status(name: &str) -> OrderStatus {
    OrderStatus::from_name(name).unwrap_or(OrderStatus::Draft)
}

/// The currency of a code that the database keeps.
pub fn currency(code: &str) -> Currency {
    Currency::from_code(code).unwrap_or(Currency::Cny)
}

/// The state of a name that the database's own check let in.
pub fn item_status(name: &str) -> ItemStatus {
    ItemStatus::from_name(name).unwrap_or(ItemStatus::New)
}

/// The facts of a line on which its moves depend.
pub fn item_facts(row: &item::Model, order: &order::Model) -> ItemFacts {
    let order = facts(order);
    ItemFacts {
        status: item_status(&row.status),
        order: order.status,
        order_type: order.order_type,
    }
}

/// The price of one piece that counts: the agent's where there is one.
pub fn effective_price(row: &item::Model) -> Money {
    match (row.agent_price_minor, &row.agent_currency) {
        (Some(minor), Some(code)) => Money::new(minor, currency(code)),
        _ => Money::new(row.price_minor, currency(&row.currency)),
    }
}

/// The pieces that count: the agent's number where there is one.
pub fn effective_quantity(row: &item::Model) -> i32 {
    row.agent_quantity.unwrap_or(row.quantity)
}

/// A line.
pub fn item(row: item::Model, order: &order::Model, viewer: Viewer, has_note: Option<bool>) -> Item {
    let price = Money::new(row.price_minor, currency(&row.currency));
    let facts = item_facts(&row, order);
    let is_staff = viewer.side == Side::Staff;
    let agent_price = row.agent_price_minor.is_some().then(|| effective_price(&row));
    Item {
        agent_price: agent_price.filter(|_| viewer.prices),
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
        weight_grams: row.weight_grams,
        volume_cm3: row.volume_cm3,
        moves: lifecycle::possible(facts, viewer.side),
        id: ItemId(row.id),
        group_id: GroupId(row.group_id),
        status: facts.status,
        title: row.title,
        url: row.url,
        marketplace: row.marketplace,
        external_id: row.external_id,
        variant: row.variant,
        image_url: row.image_url,
        price: viewer.prices.then_some(price),
        total: viewer.prices.then(|| price.times(row.quantity.into())).flatten(),
        price_uncertain: row.price_uncertain,
        quantity: row.quantity,
        comment: row.comment,
        source: Via::from_name(&row.source).unwrap_or(Via::Cabinet),
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        has_note,
    }
}

/// The client's part of a row.
#[derive(Clone, Debug)]
pub struct ClientLabel {
    /// The code.
    pub code: String,
    /// The name.
    pub name: String,
}

/// A row of a list.
pub fn summary(order: &order::Model, client: ClientLabel, thumbnails: Vec<String>, viewer: Viewer) -> OrderSummary {
    OrderSummary {
        id: OrderId(order.id),
        number: order.number.clone(),
        order_type: OrderType::from_name(&order.order_type).unwrap_or(OrderType::Standard),
        status: status(&order.status),
        title: order.title.clone(),
        client_id: ClientId(order.client_id),
        client_code: client.code,
        client_name: client.name,
        items_count: order.items_count,
        total: viewer
            .prices
            .then(|| Money::new(order.total_minor, currency(&order.currency))),
        mixed_currencies: order.mixed_currencies,
        problem_count: order.problem_count,
        unread: if viewer.side == Side::Staff {
            order.unread_by_agent
        } else {
            order.unread_by_client
        },
        thumbnails,
        created_at: order.created_at,
        last_activity_at: order.last_activity_at,
        has_note: None,
    }
}

/// Which objects of an order's card carry a note (agent side only).
#[derive(Clone, Debug, Default)]
pub struct NoteFlags(pub BTreeSet<(String, i64)>);

impl NoteFlags {
    fn has(&self, kind: &str, id: i64) -> bool {
        self.0.contains(&(kind.to_owned(), id))
    }
}

/// The shops of lines.
pub(super) fn groups(
    lines: &[Line],
    order: &order::Model,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Vec<ItemGroup> {
    let mut groups = BTreeMap::<i64, ItemGroup>::new();
    for group in lines.iter().filter_map(|(_, group)| group.as_ref()) {
        groups.entry(group.id).or_insert_with(|| ItemGroup {
            id: GroupId(group.id),
            shop_name: group.shop_name.clone(),
            shop_url: group.shop_url.clone(),
            marketplace: group.marketplace.clone(),
            domestic: Some(Money::new(group.domestic_minor, currency(&order.currency)))
                .filter(|domestic| viewer.prices && domestic.minor > 0),
            has_note: notes.map(|notes| notes.has("group", group.id)),
        });
    }
    groups.into_values().collect()
}

/// Lines, with what their notes say.
pub(super) fn items(lines: Vec<Line>, order: &order::Model, viewer: Viewer, notes: Option<&NoteFlags>) -> Vec<Item> {
    lines
        .into_iter()
        .map(|(line, _)| {
            let has_note = notes.map(|notes| notes.has("item", line.id));
            item(line, order, viewer, has_note)
        })
        .collect()
}

/// Keeps so many lines, and says the cursor of those after.
pub(super) fn keep_first(lines: &mut Vec<Line>, limit: u64) -> Option<String> {
    let more = lines.len() as u64 > limit;
    lines.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    lines.last().filter(|_| more).map(|(last, _)| cursor::encode(last.id))
}

/// The card of an order with these lines, the first of which it tells.
pub(super) fn card(
    order: &order::Model,
    client: ClientLabel,
    agent_name: String,
    mut lines: Vec<Line>,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Order {
    let own = currency(&order.currency);
    let thumbnails = lines
        .iter()
        .filter_map(|(line, _)| line.image_url.clone())
        .take(4)
        .collect();
    let mut others = BTreeMap::<Currency, i64>::new();
    for (line, _) in &lines {
        let line_currency = currency(&line.currency);
        if line_currency != own {
            *others.entry(line_currency).or_default() += line.price_minor * i64::from(line.quantity);
        }
    }
    let items_cursor = keep_first(&mut lines, limits::CARD_ITEMS);
    let is_staff = viewer.side == Side::Staff;
    Order {
        agent_name,
        currency: own,
        destination_country: order.destination_country.clone(),
        destination_city: order.destination_city.clone(),
        delivery: DeliveryChoice {
            delivery_method_id: order.delivery_method_id,
            packaging_id: order.packaging_id,
            insurance_id: order.insurance_id,
        },
        assigned_staff_id: order.assigned_staff_id.filter(|_| is_staff).map(StaffId),
        submitted_at: order.submitted_at,
        other_totals: if viewer.prices {
            others
                .into_iter()
                .map(|(currency, minor)| Money::new(minor, currency))
                .collect()
        } else {
            Vec::new()
        },
        groups: groups(&lines, order, viewer, notes),
        moves: possible(facts(order), viewer.side),
        version: order.version,
        summary: OrderSummary {
            has_note: notes.map(|notes| notes.has("order", order.id)),
            ..summary(order, client, thumbnails, viewer)
        },
        items: items(lines, order, viewer, notes),
        items_cursor,
    }
}
