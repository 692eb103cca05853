//! The agent's order card: one statement for the order, one for its items with their groups and notes.

use crate::{
    Failure,
    auth::Caller,
    list::{postgres_summary, sqlite_summary, summary_sql},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Utc;
use serde::de::DeserializeOwned;
use shared_types::{
    id::{GroupId, ItemId, ListEntryId},
    items::{Item, ItemGroup, ItemStatus, lifecycle as items_lifecycle},
    money::{Currency, Money},
    orders::{
        DeliveryChoice, Order, OrderStatus, OrderSummary, Origin, Side,
        lifecycle::{OrderFacts, allowed_moves},
        limits,
    },
    recipients::RecipientSnapshot,
};
use sqlx::{PgPool, Row, SqlitePool, postgres::PgRow, sqlite::SqliteRow};
use std::collections::BTreeMap;

const ORDER: &str = summary_sql!(
    "client",
    "staff",
    ", o.comment, o.destination_country, o.destination_city, o.recipient, o.delivery_method_id, o.packaging_id, o.insurance_id, \
     o.pricing_opened_at IS NOT NULL, o.version, o.client_activity, EXISTS (SELECT 1 FROM notes n WHERE n.agent_id = o.agent_id \
     AND n.notable_type = 'order' AND n.notable_id = o.id), o.updated_at FROM orders o JOIN clients c ON c.id = o.client_id \
     WHERE o.id = $3 AND o.agent_id = $4 AND o.status <> 'draft'"
);
const ITEMS: &str = "SELECT i.id, i.group_id, i.status, i.title, i.url, i.marketplace, i.external_id, i.variant, i.image_url, i.options, \
     i.sku_id, i.images, i.unit_weight_grams, i.unit_size_mm, i.price_source, i.uncertain, i.proof_at, i.price_minor, i.currency, \
     i.price_uncertain, i.quantity, i.comment, i.agent_price_minor, i.agent_currency, i.agent_quantity, i.agent_comment, \
     i.agent_bought_minor, i.refuse_reason, i.problem_reason, i.marketplace_order_number, i.domestic_track, i.cell, i.counted_quantity, \
     i.weight_grams, i.volume_cm3, i.source, i.version, i.created_at, i.updated_at, g.shop_name, g.shop_url, g.marketplace, \
     g.domestic_minor, n.id IS NOT NULL, gn.id IS NOT NULL \
     FROM order_items i JOIN order_groups g ON g.id = i.group_id \
     LEFT JOIN notes n ON n.agent_id = i.agent_id AND n.notable_type = 'item' AND n.notable_id = i.id \
     LEFT JOIN notes gn ON gn.agent_id = i.agent_id AND gn.notable_type = 'group' AND gn.notable_id = i.group_id \
     WHERE i.order_id = $1 AND i.agent_id = $2 ORDER BY i.id LIMIT $3";
const MARK_READ: &str = "INSERT INTO order_reads (agent_id, client_id, order_id, side, user_id, seen_activity, read_at) \
     VALUES ($1, $2, $3, 'staff', $4, $5, $6) ON CONFLICT (order_id, side, user_id) DO UPDATE SET read_at = excluded.read_at, \
     seen_activity = CASE WHEN excluded.seen_activity > order_reads.seen_activity THEN excluded.seen_activity \
     ELSE order_reads.seen_activity END";

/// The value of a JSON column.
fn json<T: DeserializeOwned>(text: Option<&str>) -> Result<Option<T>, Failure> {
    Ok(text.map(serde_json::from_str).transpose()?)
}

/// The card without items.
fn card(summary: OrderSummary, caller: &Caller, currency: Currency, pricing_opened: bool) -> Order {
    let facts = OrderFacts {
        status: summary.status,
        order_type: summary.order_type,
        has_items: summary.items_count > 0,
        pricing_opened,
    };
    Order {
        agent_name: caller.agent_name.clone(),
        comment: String::new(),
        currency,
        destination_country: None,
        destination_city: None,
        recipient: None,
        delivery: DeliveryChoice::default(),
        other_totals: Vec::new(),
        groups: Vec::new(),
        items: Vec::new(),
        items_cursor: None,
        moves: allowed_moves(facts, Side::Staff),
        version: 0,
        translation_exhausted: false,
        summary,
    }
}

macro_rules! cards {
    ($name:ident, $pool:ty, $row:ty, $summary:ident) => {
        pub(crate) mod $name {
            use super::*;

            fn order_card(row: &$row, caller: &Caller) -> Result<Order, Failure> {
                let mut summary = $summary(row)?;
                summary.has_note = Some(row.try_get(28)?);
                let currency = Currency::from_code(row.try_get(10)?).ok_or("an unknown currency")?;
                let entry = |index: usize| -> Result<Option<ListEntryId>, Failure> {
                    Ok(row.try_get::<Option<i64>, _>(index)?.map(ListEntryId))
                };
                let mut card = card(summary, caller, currency, row.try_get(25)?);
                card.comment = row.try_get(18)?;
                let country: Option<&str> = row.try_get(19)?;
                card.destination_country = country
                    .map(|code| serde_json::from_value(code.into()))
                    .transpose()?;
                card.destination_city = row.try_get(20)?;
                card.recipient = json::<RecipientSnapshot>(row.try_get(21)?)?.map(|snapshot| snapshot.view(true));
                card.delivery = DeliveryChoice {
                    delivery_method_id: entry(22)?,
                    packaging_id: entry(23)?,
                    insurance_id: entry(24)?,
                };
                card.version = row.try_get(26)?;
                Ok(card)
            }

            fn item(row: &$row, order: &OrderSummary) -> Result<Item, Failure> {
                let status = ItemStatus::from_name(row.try_get(2)?).ok_or("an unknown status")?;
                let money = |minor, code: &str| -> Result<Money, Failure> {
                    Ok(Money::new(
                        minor,
                        Currency::from_code(code).ok_or("an unknown currency")?,
                    ))
                };
                let price = money(row.try_get(17)?, row.try_get(18)?)?;
                let agent_price = match (row.try_get(22)?, row.try_get(23)?) {
                    (Some(minor), Some(code)) => Some(money(minor, code)?),
                    _ => None,
                };
                let (quantity, agent_quantity): (i32, Option<i32>) = (row.try_get(20)?, row.try_get(24)?);
                let facts = items_lifecycle::ItemFacts {
                    receipt: items_lifecycle::Receipt::NotCounted,
                    status,
                    order: order.status,
                    order_type: order.order_type,
                };
                let bought: Option<i64> = row.try_get(26)?;
                Ok(Item {
                    id: ItemId(row.try_get(0)?),
                    group_id: GroupId(row.try_get(1)?),
                    price_per: 1,
                    refunded_quantity: 0,
                    agent_price_per: 1,
                    min_quantity: None,
                    status,
                    title: row.try_get(3)?,
                    url: row.try_get(4)?,
                    marketplace: row.try_get(5)?,
                    external_id: row.try_get(6)?,
                    variant: row.try_get(7)?,
                    translation: None,
                    image_url: row.try_get(8)?,
                    options: json(row.try_get(9)?)?.unwrap_or_default(),
                    sku_id: row.try_get(10)?,
                    images: json(row.try_get(11)?)?.unwrap_or_default(),
                    unit_weight_grams: row.try_get(12)?,
                    unit_size_mm: json(row.try_get(13)?)?,
                    price_source: json(row.try_get(14)?)?,
                    uncertain: json(row.try_get(15)?)?.unwrap_or_default(),
                    proof_at: row.try_get(16)?,
                    price: Some(price),
                    total: agent_price
                        .unwrap_or(price)
                        .checked_mul(agent_quantity.unwrap_or(quantity).into()),
                    price_uncertain: row.try_get(19)?,
                    quantity,
                    comment: row.try_get(21)?,
                    agent_price,
                    agent_quantity,
                    agent_comment: row.try_get(25)?,
                    agent_bought: bought.map(|minor| Money::new(minor, price.currency)),
                    refuse_reason: row.try_get(27)?,
                    problem_reason: row.try_get(28)?,
                    marketplace_order_number: row.try_get(29)?,
                    domestic_track: row.try_get(30)?,
                    cell: row.try_get(31)?,
                    counted_quantity: row.try_get(32)?,
                    weight_grams: row.try_get(33)?,
                    volume_cm3: row.try_get(34)?,
                    moves: items_lifecycle::allowed_moves(facts, Side::Staff),
                    source: Origin::from_name(row.try_get(35)?).ok_or("an unknown source")?,
                    version: row.try_get(36)?,
                    created_at: row.try_get(37)?,
                    updated_at: row.try_get(38)?,
                    has_note: Some(row.try_get(43)?),
                })
            }

            fn group(row: &$row, currency: Currency) -> Result<ItemGroup, Failure> {
                let domestic: i64 = row.try_get(42)?;
                Ok(ItemGroup {
                    id: GroupId(row.try_get(1)?),
                    shop_name: row.try_get(39)?,
                    shop_url: row.try_get(40)?,
                    marketplace: row.try_get(41)?,
                    domestic: (domestic > 0).then(|| Money::new(domestic, currency)),
                    has_note: Some(row.try_get(44)?),
                })
            }

            /// The card of an order. Marks it as read.
            pub(crate) async fn show(pool: &$pool, caller: &Caller, order: i64) -> Result<Order, Failure> {
                let query = sqlx::query(ORDER)
                    .bind(caller.since)
                    .bind(caller.user)
                    .bind(order)
                    .bind(caller.agent);
                let row = query.fetch_one(pool).await?;
                let mut card = order_card(&row, caller)?;
                if card.summary.status == OrderStatus::Draft {
                    return Err("not found".into());
                }
                if card.summary.unread {
                    let activity: i64 = row.try_get(27)?;
                    let query = sqlx::query(MARK_READ)
                        .bind(caller.agent)
                        .bind(card.summary.client_id.0)
                        .bind(order);
                    query
                        .bind(caller.user)
                        .bind(activity)
                        .bind(Utc::now())
                        .execute(pool)
                        .await?;
                }
                let shown = usize::try_from(limits::CARD_ITEMS)?;
                let limit = if card.summary.mixed_currencies {
                    limits::ITEMS.into()
                } else {
                    i64::try_from(limits::CARD_ITEMS)? + 1
                };
                let rows = sqlx::query(ITEMS)
                    .bind(order)
                    .bind(caller.agent)
                    .bind(limit)
                    .fetch_all(pool)
                    .await?;
                let mut groups = BTreeMap::new();
                let mut others = BTreeMap::<Currency, i64>::new();
                for (index, row) in rows.iter().enumerate() {
                    let item = item(row, &card.summary)?;
                    let thumbnails = &mut card.summary.thumbnails;
                    thumbnails.extend(
                        item.image_url
                            .iter()
                            .filter(|_| thumbnails.len() < 4)
                            .cloned()
                            .collect::<Vec<_>>(),
                    );
                    if let Some(total) = item
                        .total
                        .filter(|total| total.currency != card.currency && item.status.is_live())
                    {
                        *others.entry(total.currency).or_default() += total.minor;
                    }
                    if index < shown {
                        if !groups.contains_key(&item.group_id) {
                            groups.insert(item.group_id, group(row, card.currency)?);
                        }
                        card.items.push(item);
                    }
                }
                card.groups = groups.into_values().collect();
                card.other_totals = others
                    .into_iter()
                    .map(|(currency, minor)| Money::new(minor, currency))
                    .collect();
                let last = card.items.last().filter(|_| rows.len() > shown);
                card.items_cursor = last.map(|item| URL_SAFE_NO_PAD.encode(item.id.0.to_be_bytes()));
                Ok(card)
            }
        }
    };
}

cards!(sqlite, SqlitePool, SqliteRow, sqlite_summary);
cards!(postgres, PgPool, PgRow, postgres_summary);
