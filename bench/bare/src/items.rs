//! Adding an item to a draft by the extension.

use crate::{Failure, auth::bearer, serve::begin};
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use migrations::numbers;
use sha2::{Digest, Sha256};
use shared_types::{
    ext::{AddedItem, Draft},
    id::{ClientId, GroupId, ItemId, OrderId},
    items::{Item, ItemStatus, NewItem},
    money::{Currency, Money},
    orders::{OrderType, Origin},
    search_text::fold,
};
use sqlx::{PgPool, Row, SqlitePool};

const USE_TOKEN: &str = "UPDATE extension_tokens SET last_used_at = $1, last_ip = '127.0.0.1' WHERE token_hash = $2 \
     AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) RETURNING user_id, \
     (SELECT u.name FROM users u WHERE u.id = extension_tokens.user_id AND u.disabled_at IS NULL), \
     (SELECT string_agg(m.client_id || ':' || a.name, '\u{1e}') FROM client_members m JOIN clients c ON c.id = m.client_id \
     JOIN agents a ON a.id = m.agent_id WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL \
     AND m.disabled_at IS NULL AND c.disabled_at IS NULL AND a.disabled_at IS NULL)";
const UPDATE_ORDER: &str = "UPDATE orders SET total_minor = total_minor + CASE WHEN currency = $1 THEN $2 ELSE 0 END, \
     mixed_currencies = mixed_currencies OR currency <> $1, items_count = items_count + 1, search_text = search_text || $3, \
     version = version + 1, last_activity_at = $4, updated_at = $4 WHERE id = $5 AND status = 'draft' AND items_count < 1000 \
     RETURNING agent_id, client_id, number, title, currency, items_count, total_minor";
const UPSERT_GROUP: &str = "INSERT INTO order_groups (agent_id, client_id, order_id, shop_key, shop_name, shop_url, marketplace, \
     domestic_minor, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8) \
     ON CONFLICT (order_id, shop_key) DO UPDATE SET updated_at = excluded.updated_at RETURNING id";
const INSERT_ITEM: &str = "INSERT INTO order_items (agent_id, client_id, order_id, group_id, status, title, url, marketplace, external_id, \
     variant, image_url, price_minor, currency, price_uncertain, quantity, comment, captured_shop, source, version, created_at, updated_at) \
     VALUES ($1, $2, $3, $4, 'new', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'extension', 1, $17, $17) RETURNING id";
const INSERT_HISTORY: &str = "INSERT INTO order_history (agent_id, client_id, order_id, item_id, event, actor_kind, actor_user_id, \
     actor_name, via, detail, created_at) VALUES ($1, $2, $3, $4, 'item_added', 'client', $5, $6, 'extension', $7, $8)";

/// The values that the statements write and the response contains, from the request.
struct Checked {
    new: NewItem,
    price: Money,
    quantity: i32,
    shop_name: String,
    shop_url: Option<String>,
    shop_key: String,
    words: String,
    captured_shop: Option<String>,
}

fn check(new: NewItem) -> Result<Checked, Failure> {
    let currency = match &new.currency {
        Some(code) => Currency::from_code(&code.0).ok_or("an unknown currency")?,
        None => Currency::Cny,
    };
    let price = Money::parse(&new.price.0, currency)?;
    let (shop_name, shop_url) = new.shop.clone().map(|shop| (shop.name, shop.url)).unwrap_or_default();
    let marketplace = new.marketplace.as_deref();
    let shop = match &shop_url {
        Some(url) => url.split(['?', '#']).next().unwrap_or_default().to_lowercase(),
        None => shop_name.to_lowercase(),
    };
    let parts = [
        Some(new.title.as_str()),
        new.variant.as_deref(),
        new.external_id.as_deref(),
        Some(shop_name.as_str()),
    ];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let host = new
        .url
        .split('/')
        .nth(2)
        .map(|host| host.strip_prefix("www.").unwrap_or(host));
    Ok(Checked {
        price,
        quantity: i32::try_from(new.quantity.unwrap_or(1))?,
        shop_key: format!("{}|{shop}", marketplace.unwrap_or_default()),
        words: format!(" {}", numbers::indexed(&fold(&text))),
        captured_shop: marketplace.or(host).map(str::to_owned),
        shop_name,
        shop_url,
        new,
    })
}

fn view(id: ItemId, group_id: GroupId, checked: Checked, now: DateTime<Utc>) -> Item {
    let Checked {
        new, price, quantity, ..
    } = checked;
    Item {
        id,
        group_id,
        price_per: 1,
        agent_price_per: 1,
        min_quantity: None,
        refunded_quantity: 0,
        status: ItemStatus::New,
        title: new.title,
        url: new.url,
        marketplace: new.marketplace,
        external_id: new.external_id,
        variant: new.variant,
        translation: None,
        image_url: new.image_url,
        options: Vec::new(),
        sku_id: None,
        images: Vec::new(),
        unit_weight_grams: None,
        unit_size_mm: None,
        price_source: None,
        uncertain: Vec::new(),
        proof_at: None,
        price: Some(price),
        total: price.checked_mul(quantity.into()),
        price_uncertain: new.price_uncertain.unwrap_or_default(),
        quantity,
        comment: new.comment.unwrap_or_default(),
        agent_price: None,
        agent_quantity: None,
        agent_comment: None,
        agent_bought: None,
        refuse_reason: None,
        problem_reason: None,
        marketplace_order_number: None,
        domestic_track: None,
        cell: None,
        counted_quantity: None,
        weight_grams: None,
        volume_cm3: None,
        moves: Vec::new(),
        source: Origin::Extension,
        version: 1,
        created_at: now,
        updated_at: now,
        has_note: None,
    }
}

macro_rules! additions {
    ($name:ident, $pool:ty) => {
        pub(crate) mod $name {
            use super::*;

            /// Adds an item to a draft of the person's clients.
            pub(crate) async fn add(
                pool: &$pool,
                headers: &HeaderMap,
                order: i64,
                new: NewItem,
            ) -> Result<AddedItem, Failure> {
                let now = Utc::now();
                let hash = hex::encode(Sha256::digest(bearer(headers)?));
                let caller = sqlx::query(USE_TOKEN)
                    .bind(now)
                    .bind(hash)
                    .fetch_one(pool)
                    .await?;
                let (user, name): (i64, String) = (caller.try_get(0)?, caller.try_get(1)?);
                let clients: String = caller.try_get(2)?;
                let checked = check(new)?;
                let (price, code, item) = (checked.price.minor, checked.price.currency.code(), &checked.new);
                let mut tx = begin(pool).await?;
                let query = sqlx::query(UPDATE_ORDER)
                    .bind(code)
                    .bind(price * i64::from(checked.quantity))
                    .bind(&checked.words);
                let row = query.bind(now).bind(order).fetch_one(&mut *tx).await?;
                let (agent, client): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
                let prefix = format!("{client}:");
                let agent_name = clients
                    .split('\u{1e}')
                    .find_map(|of_client| of_client.strip_prefix(&prefix));
                let agent_name = agent_name.ok_or("not found")?.to_owned();
                let query = sqlx::query(UPSERT_GROUP)
                    .bind(agent)
                    .bind(client)
                    .bind(order)
                    .bind(&checked.shop_key);
                let query = query
                    .bind(&checked.shop_name)
                    .bind(&checked.shop_url)
                    .bind(&item.marketplace)
                    .bind(now);
                let group: i64 = query.fetch_one(&mut *tx).await?.try_get(0)?;
                let query = sqlx::query(INSERT_ITEM)
                    .bind(agent)
                    .bind(client)
                    .bind(order)
                    .bind(group)
                    .bind(&item.title);
                let query = query
                    .bind(&item.url)
                    .bind(&item.marketplace)
                    .bind(&item.external_id)
                    .bind(&item.variant);
                let query = query
                    .bind(&item.image_url)
                    .bind(price)
                    .bind(code)
                    .bind(item.price_uncertain.unwrap_or_default());
                let query = query
                    .bind(checked.quantity)
                    .bind(item.comment.as_deref().unwrap_or_default());
                let query = query.bind(&checked.captured_shop).bind(now);
                let id: i64 = query.fetch_one(&mut *tx).await?.try_get(0)?;
                let query = sqlx::query(INSERT_HISTORY)
                    .bind(agent)
                    .bind(client)
                    .bind(order)
                    .bind(id)
                    .bind(user);
                query
                    .bind(name)
                    .bind(&item.title)
                    .bind(now)
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
                let currency = Currency::from_code(row.try_get(4)?).ok_or("an unknown currency")?;
                Ok(AddedItem {
                    item: view(ItemId(id), GroupId(group), checked, now),
                    order: Draft {
                        id: OrderId(order),
                        number: row.try_get(2)?,
                        title: row.try_get(3)?,
                        client_id: ClientId(client),
                        agent_name,
                        currency,
                        items_count: row.try_get(5)?,
                        total: Money::new(row.try_get(6)?, currency),
                        // The benchmark makes no other drafts.
                        order_type: OrderType::Standard,
                        updated_at: now,
                    },
                })
            }
        }
    };
}

additions!(sqlite, SqlitePool);
additions!(postgres, PgPool);
